/* Arrays on disk: GA_Checkpoint() and GA_Recover() over libashlar_io, which is loaded by the first
 * of these calls, because it needs HDF5. */
#define _GNU_SOURCE
#include "classic.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include <ashlar/io_checkpoint.h>

/* The files of the program, in its working directory. */
#define FILES "ga_checkpoint"

static struct {
    void *library;
    int (*create)(ga_group_t, const char *, io_checkpoint_t **);
    int (*add)(io_checkpoint_t *, const char *, ga_t);
    int (*write)(io_checkpoint_t *, int64_t);
    int (*restore)(io_checkpoint_t *, int64_t *, int *);
    int (*destroy)(io_checkpoint_t *);
} io;

/* Load the library from the folder that libashlar is in, or from where the system looks. */
static void *open_io_library(void)
{
    Dl_info place;
    char path[4096];
    const char *const name = ASHLAR_IO_LIBRARY;
    void *library = NULL;
    const char *file =
        dladdr((const void *)(uintptr_t)&ashlar_status_name, &place) ? place.dli_fname : NULL;
    const char *end = file ? strrchr(file, '/') : NULL;
    const int n = end ? (int)(end - file) : 0;
    if (end && snprintf(path, sizeof path, "%.*s/%s", n, file, name) < (int)sizeof path)
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return library ? library : dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

static void find_io_call(const char *call, const char *name, void *pointer)
{
    void *address = dlsym(io.library, name);
    if (!address)
        classic_stop(call, "libashlar_io has no %s(): it is of another version", name);
    memcpy(pointer, &address, sizeof address);
}

static void load_io(const char *call)
{
    if (io.library)
        return;
    io.library = open_io_library();
    if (!io.library)
        classic_stop(call,
                     "libashlar_io, which writes arrays to disk, cannot be loaded: %s (it is built "
                     "where parallel HDF5 is)",
                     dlerror());
    find_io_call(call, "io_checkpoint_create", &io.create);
    find_io_call(call, "io_checkpoint_add", &io.add);
    find_io_call(call, "io_checkpoint_write", &io.write);
    find_io_call(call, "io_checkpoint_restore", &io.restore);
    find_io_call(call, "io_checkpoint_destroy", &io.destroy);
}

/* The set of the arrays, by their places in the list. */
static io_checkpoint_t *make_classic_set(const char *call, const int *gas, int num)
{
    io_checkpoint_t *set = NULL;
    ga_group_t group = GA_GROUP_DEFAULT;
    if (num < 1 || !gas)
        classic_stop(call, "%d arrays", num);
    load_io(call);
    for (int k = 0; k < num; ++k) {
        char name[32];
        const ga_t g = classic_find(call, gas[k])->g;
        if (k == 0) {
            ga_spec_t spec;
            CLASSIC_TRY(call, ga_inquire_spec(g, &spec));
            group = spec.group;
            CLASSIC_TRY(call, io.create(group, FILES, &set));
        }
        snprintf(name, sizeof name, "array_%d", k);
        CLASSIC_TRY(call, io.add(set, name, g));
    }
    return set;
}

void GA_Checkpoint(int *gas, int num)
{
    io_checkpoint_t *set = make_classic_set("GA_Checkpoint", gas, num);
    CLASSIC_TRY("GA_Checkpoint", io.write(set, 0));
    CLASSIC_TRY("GA_Checkpoint", io.destroy(set));
}

void GA_Recover(int *gas, int num)
{
    int64_t step;
    int damaged;
    io_checkpoint_t *set = make_classic_set("GA_Recover", gas, num);
    CLASSIC_TRY("GA_Recover", io.restore(set, &step, &damaged));
    if (damaged > 0 && ga_rank() == 0)
        fprintf(stderr, "GA_Recover: %s; the one before is taken\n", ashlar_error_message());
    if (step < 0)
        classic_stop("GA_Recover",
                     "there is no checkpoint: %s-0.h5 and %s-1.h5 are in the "
                     "folder in which GA_Checkpoint() was called",
                     FILES, FILES);
    CLASSIC_TRY("GA_Recover", io.destroy(set));
}
