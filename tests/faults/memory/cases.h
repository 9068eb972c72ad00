#ifndef TESTS_MEMORY_CASES_H
#define TESTS_MEMORY_CASES_H

void shm_full(void);
void large_transfer(void);
void large_broadcast(void);

#endif
