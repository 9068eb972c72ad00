/* The file of a rank's trace, which a thread of its own writes: chunks are filled by those who make
 * calls, and written when they are full, and every quarter of a second as far as they are filled.
 */
#ifndef AL_TRACE_FILE_H
#define AL_TRACE_FILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "armci-lite/src/trace/al_trace_format.h"

/* A chunk in memory.
 *
 * Memory ordering: the thread that fills it stores `used` with release, behind the bytes that it
 * counts; the writer loads it with acquire, and reads no byte beyond. A chunk is handed
 * over, and comes back, under the writer's lock. */
typedef struct al_chunk_buffer {
    struct al_chunk_buffer *next;      /* among those that are full, or free */
    struct al_chunk_buffer *next_open; /* among those that are being filled */
    al_trace_chunk_t header;
    atomic_uint used;
    uint32_t written; /* bytes that are in the file */
    char data[AL_TRACE_CHUNK - AL_TRACE_CHUNK_HEADER];
} al_chunk_buffer_t;

typedef struct al_trace_setup {
    const char *folder;
    uint64_t session;
    int64_t limit; /* bytes of the file */
    bool is_ring;
} al_trace_setup_t;

/* Create this rank's file and start the writer. On failure: errno. */
int ali_trace_file_open(const al_trace_setup_t *setup);
/* An empty chunk of a thread, whose events come after some ticks; NULL: the file takes no more, or
 * there is no memory before some is written, and the event that it was for is lost. */
al_chunk_buffer_t *ali_trace_file_chunk(uint32_t thread, uint64_t begin);
/* It is full. */
void ali_trace_file_hand_over(al_chunk_buffer_t *chunk);
/* Does the file take events? */
extern atomic_bool ali_trace_file_takes;
/* The clocks: offset number 0 or 1 (al_trace_state_t). */
void ali_trace_file_set_offset(int number, int64_t offset, int64_t uncertain);
/* Write all that there is, and end. */
void ali_trace_file_close(void);
/* In a forked child: the file is the parent's. */
void ali_trace_file_forget(void);
/* The file that is written. */
const char *ali_trace_file_name(void);

#endif
