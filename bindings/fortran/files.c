/* Arrays in HDF5 files: libashlar_io is loaded by the first call, so that programs without need no
 * HDF5. */
#include <dlfcn.h>
#include <stddef.h>

#include <ashlar/io.h>

#include "support.h"

typedef int file_call_t(ga_t g, const char *file, const char *path, const io_options_t *options);

int ashlar_fortran_file(int is_write, ga_t g, const char *file, const char *path, const int *choice,
                        const int64_t (*list)[ASHLAR_MAX_DIM])
{
    const char *name = is_write ? "io_write" : "io_read";
    const int64_t *given[4];
    void *library = dlopen("libashlar_io.so.0", RTLD_NOW | RTLD_LOCAL);
    file_call_t *call = NULL;
    if (library)
        *(void **)&call = dlsym(library, name);
    if (!call)
        return ashlar_fortran_refuse(ASHLAR_ESTATE, "%s: %.300s; libashlar_io needs parallel HDF5",
                                     name, dlerror());
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
