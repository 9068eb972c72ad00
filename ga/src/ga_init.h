#ifndef GA_INIT_H
#define GA_INIT_H

/* Run a function at ga_terminate, before the ranks part; most recent first. */
void gai_at_terminate(void (*function)(void));

#endif
