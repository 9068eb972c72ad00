/* The environment variables of the library, read once by al_init(). */
#ifndef AL_ENV_H
#define AL_ENV_H

#include <stdint.h>
#include <stdio.h>

/* CHOICE is the index of the word, COUNT and SECONDS the number, BYTES the size (0: not set), FLAG
 * 0 or 1, of a TEXT whether it is set. */
typedef struct al_env {
#define AL_ENV(name, field, kind, value, text) int64_t field;
#include "armci-lite/src/base/al_env.def"
#undef AL_ENV
} al_env_t;

enum al_transport {
    AL_TRANSPORT_AUTO,
    AL_TRANSPORT_RMA,
    AL_TRANSPORT_AM,
    AL_TRANSPORT_HYBRID,
    AL_TRANSPORT_PROBE
};
enum al_trace_keep { AL_TRACE_FIRST, AL_TRACE_LAST };
enum al_info { AL_INFO_NONE, AL_INFO_START, AL_INFO_STATS, AL_INFO_TRAFFIC };
enum al_tiles { AL_TILES_AUTO, AL_TILES_BINOMIAL, AL_TILES_PIPELINED, AL_TILES_RING };
enum al_solver { AL_SOLVER_AUTO, AL_SOLVER_SCALAPACK, AL_SOLVER_TILED };
enum al_progress { AL_PROGRESS_AUTO, AL_PROGRESS_POLL, AL_PROGRESS_THREAD };
enum al_copy { AL_COPY_AUTO, AL_COPY_MEMCPY, AL_COPY_VECTORS, AL_COPY_STREAMS };
enum al_hugepages { AL_HUGEPAGES_AUTO, AL_HUGEPAGES_ON, AL_HUGEPAGES_OFF, AL_HUGEPAGES_HUGETLB };
enum al_attach { AL_ATTACH_AUTO, AL_ATTACH_PROC, AL_ATTACH_SOCKET, AL_ATTACH_SHM, AL_ATTACH_NONE };

/* Read the environment. ASHLAR_EARG names the variable and what it accepts. */
int ali_env_read(al_env_t *env);

/* Print one line per variable: name, value in force, meaning. */
void ali_env_print(FILE *out);

/* Print a line for each variable that begins with ASHLAR_ and is none of the library's or its
 * tools' (al_env_tools.def): it was most likely mistyped. */
void ali_env_print_unknown(FILE *out);

#endif
