#ifndef GA_TASKS_H
#define GA_TASKS_H

/* Forget the task pools that are alive: their counters are arrays and go with those. */
void gai_tasks_stop(void);

#endif
