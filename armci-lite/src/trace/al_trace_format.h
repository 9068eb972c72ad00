/* The format of a trace, which docs/tracing.md describes: numbers shared by the library, which
 * writes it, and by ashlar-trace, which reads it. All numbers in files are little-endian. */
#ifndef AL_TRACE_FORMAT_H
#define AL_TRACE_FORMAT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define AL_TRACE_MAGIC       "ASHLAR trace\n"
#define AL_TRACE_CHUNK_MAGIC 0x4b484341u /* "ACHK" */

enum {
    AL_TRACE_VERSION = 1,
    AL_TRACE_HEADER = 32768,  /* bytes of the header, in which the names of calls are */
    AL_TRACE_STATE = 4096,    /* of the state, behind it */
    AL_TRACE_CHUNK = 1 << 18, /* of each chunk, behind that */
    AL_TRACE_CHUNK_HEADER = 64,
    AL_TRACE_NAME = 64,
    AL_TRACE_RECORD = 8192 /* bytes of a record at most */
};

/* The first bytes of the header; the names of calls and of their kinds follow as text, "name
 * kind\n" each. */
typedef struct al_trace_header {
    char magic[16];
    uint32_t version, header_bytes, state_bytes, chunk_bytes;
    int32_t rank, ranks, node, nodes;
    uint64_t session; /* the same in all files of a trace */
    uint64_t begin_ticks;
    int64_t begin_time; /* nanoseconds, when the ticks were that, by the clock of this host */
    int64_t begin_date; /* the same by the calendar: nanoseconds since 1970 */
    char host[AL_TRACE_NAME], program[AL_TRACE_NAME];
    uint32_t calls, text_bytes;
    uint64_t checksum; /* of the header, this 0, and all behind it */
} al_trace_header_t;

enum { AL_TRACE_OPEN, AL_TRACE_ENDED, AL_TRACE_FULL, AL_TRACE_FAILED };

/* Written again and again. */
typedef struct al_trace_state {
    uint32_t how;       /* one of the above */
    uint32_t is_ring;   /* the chunks that come last are kept */
    uint64_t chunks;    /* begun so far; of a ring more than the file has */
    uint64_t room;      /* chunks that the file may have */
    uint64_t lost;      /* events for which there was no buffer */
    uint64_t now_ticks; /* the clocks again, later */
    int64_t now_time;
    int64_t offset[2];    /* the clock of rank 0's host minus this one's: at first, at the end */
    int64_t uncertain[2]; /* by how much that may be wrong; -1: not measured */
    uint64_t checksum;    /* of all before it */
} al_trace_state_t;

/* A chunk has events of one thread. */
typedef struct al_trace_chunk {
    uint32_t magic;
    uint32_t thread; /* 0: the first that made a call */
    uint64_t number; /* of the chunk in the file, as it was begun */
    uint64_t session;
    uint64_t begin; /* ticks, from which the first event counts */
    uint32_t used;  /* bytes behind the chunk's header */
    uint32_t unused;
    uint64_t checksum; /* of the header, this 0, and of the used bytes */
    uint64_t reserved[2];
} al_trace_chunk_t;

/* Records: a tag and numbers of 7 bits a byte, the lowest first, the last without bit 7; signed
 * ones as 2*x, or -2*x-1. */
enum { AL_TRACE_OBJECT, AL_TRACE_MARK, AL_TRACE_CALL /* and beyond: number of the call */ };

/* Bits of the first number of an event: how many operands, 0 to 4, and what follows. */
enum {
    AL_TRACE_OPERANDS = 7,
    AL_TRACE_WAITED = 8,
    AL_TRACE_TARGETS = 16,
    AL_TRACE_STATUS = 32,
    AL_TRACE_LIST = 64,
    AL_TRACE_OF_CALL = 128,
    AL_TRACE_NUMBER = 256,
    AL_TRACE_TASKS = 512
};

/* The owners of what a transfer accesses: rank << 3 | place | 1, and the bytes, if there is one,
 * else how many << 1, the bytes of the rank's own, of others on its node, of those elsewhere, and
 * their ranks. */
enum { AL_TRACE_OWN = 2, AL_TRACE_NODE = 4 };

/* A 64-bit checksum: FNV-1a by words of 8 bytes, the last one filled up with zeros, each mixed
 * into itself. */
static inline uint64_t ali_trace_checksum(uint64_t sum, const void *data, size_t bytes)
{
    const char *at = (const char *)data;
    for (size_t k = 0; k < bytes; k += 8) {
        uint64_t word = 0;
        memcpy(&word, at + k, bytes - k < 8 ? bytes - k : 8);
        sum = (sum ^ word) * 1099511628211u;
        sum ^= sum >> 32;
    }
    return sum;
}
enum { AL_TRACE_SUM = 1469598103 };

#endif
