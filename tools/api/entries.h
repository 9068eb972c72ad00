/* Included by the public names of the calls that are events: entries.c, written by derive. */
#include <ashlar/al.h>
#include <ashlar/al_memory.h>
#include <ashlar/al_work.h>
#include <ashlar/bundle.h>
#include <ashlar/coarray.h>
#include <ashlar/ga.h>
#include <ashlar/la.h>
#include <ashlar/sparse.h>
#include <ashlar/tiles.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/trace/al_entry.h"

#define INNER   extern __attribute__((visibility("hidden")))
#define WATCHED static __attribute__((noinline)) /* not `cold`, which optimises for size */
