/* The whole program, for main() and for tests that call it in a process of their own. */
#ifndef TRACE_MAIN_H
#define TRACE_MAIN_H

int trace_main(int argc, char **argv);

#endif
