/* Memory of single ranks, and the segment of all memory. */
#ifndef AL_MEMORY_H
#define AL_MEMORY_H

/* Tell all ranks where each has mapped its arena. Collective over the world; others may use
 * al_memory() and al_locate() once all have returned. */
int ali_memory_start(void);
void ali_memory_stop(void);

#endif
