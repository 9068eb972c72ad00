/* Arrays in HDF5 files, and checkpoints: libashlar_io is loaded by the first call, so that programs
 * without need no HDF5. */
#include <dlfcn.h>
#include <stddef.h>

#include <ashlar/io.h>
#include <ashlar/io_checkpoint.h>

#include "support.h"

typedef void any_call_t(void);

/* A call of libashlar_io; NULL: words say why there is none. */
static any_call_t *find_file_call(const char *name)
{
    void *library = dlopen(ASHLAR_IO_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    any_call_t *call = NULL;
    if (library)
        *(void **)&call = dlsym(library, name);
    if (!call)
        ashlar_fortran_refuse(ASHLAR_ESTATE, "%s: %.300s; libashlar_io needs parallel HDF5", name,
                              dlerror());
    return call;
}

int ashlar_fortran_file(int is_write, ga_t g, const char *file, const char *path, const int *choice,
                        const int64_t (*list)[ASHLAR_MAX_DIM])
{
    __typeof__(io_write) *call =
        (__typeof__(io_write) *)find_file_call(is_write ? "io_write" : "io_read");
    const int64_t *given[4];
    if (!call)
        return ASHLAR_ESTATE;
    for (int k = 0; k < 4; ++k)
        given[k] = choice[4] & 2 << k ? list[k] : NULL;
    const io_options_t options = {.lo = given[0],
                                  .hi = given[1],
                                  .start = given[2],
                                  .chunk = given[3],
                                  .mode = (io_mode)choice[0],
                                  .deflate = choice[1],
                                  .checksum = choice[2],
                                  .collective = choice[3]};
    return call(g, file, path, &options);
}

/* In the order of a_create, ... of ashlar.f90.in. */
typedef enum checkpoint_call {
    CREATE,
    ADD,
    ADD_SCALARS,
    WRITE,
    WRITE_NB,
    COMPLETE,
    RESTORE,
    DESTROY
} checkpoint_call_t;

int ashlar_fortran_checkpoint(int what, io_checkpoint_t **c, const char *name, int id, int64_t n,
                              void *data, int64_t *step, int *more)
{
    static const char *const names[] = {"io_checkpoint_create",      "io_checkpoint_add",
                                        "io_checkpoint_add_scalars", "io_checkpoint_write",
                                        "io_checkpoint_write_nb",    "io_checkpoint_complete",
                                        "io_checkpoint_restore",     "io_checkpoint_destroy"};
    any_call_t *call = find_file_call(names[what]);
    if (!call)
        return ASHLAR_ESTATE;
    switch ((checkpoint_call_t)what) {
    case CREATE:
        return ((__typeof__(io_checkpoint_create) *)call)(id, name, c);
    case ADD:
        return ((__typeof__(io_checkpoint_add) *)call)(*c, name, id);
    case ADD_SCALARS:
        if (!*more)
            return ashlar_fortran_refuse(ASHLAR_ELD, "%s: '%s' is not contiguous", names[what],
                                         name);
        return ((__typeof__(io_checkpoint_add_scalars) *)call)(*c, name, (ga_type)id, n, data);
    case WRITE:
        return ((__typeof__(io_checkpoint_write) *)call)(*c, *step);
    case WRITE_NB:
        return ((__typeof__(io_checkpoint_write_nb) *)call)(*c, *step, more);
    case RESTORE:
        return ((__typeof__(io_checkpoint_restore) *)call)(*c, step, more);
    case COMPLETE:
    case DESTROY:
        break;
    }
    return ((__typeof__(io_checkpoint_complete) *)call)(*c);
}
