/* Finds the files the program ships: basis sets and molecules. */
#include "molecule/basis.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Where the data directory is, from the directory of an installed program. */
#define FROM_PROGRAM "../share/ashlar/scf"

static int try_path(const char *directory, const char *below, const char *name, char *path,
                    size_t size)
{
    int n = snprintf(path, size, "%s/%s%s%s", directory, below, *below ? "/" : "", name);
    return n > 0 && (size_t)n < size && access(path, R_OK) == 0 ? 0 : -1;
}

int data_find(const char *name, char *path, size_t size)
{
    char program[2048];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n > 0) {
        program[n] = '\0';
        *strrchr(program, '/') = '\0';
        if (try_path(program, FROM_PROGRAM, name, path, size) == 0)
            return 0;
    }
    return try_path(SCF_DATA_DIR, "", name, path, size);
}
