/* A disk resident array. Its file: a header, then the elements, row by row as C counts. */
#ifndef DRA_ARRAY_H
#define DRA_ARRAY_H

#include <stdint.h>

#include "dra.h"
#include "ga.h"

enum { DRA_HEADER = 4096, DRA_NAME = 80 };

typedef struct dra_header {
    char magic[8];
    int64_t type, element; /* of C, and its bytes: another machine may have others */
    int64_t ndim, dims[GA_MAX_DIM];
    char name[DRA_NAME];
} dra_header_t;
_Static_assert(sizeof(dra_header_t) <= DRA_HEADER, "there is room for it");

typedef struct dra_array {
    char *file; /* its name; NULL: the slot is free */
    int fd, mode;
    dra_header_t is;
} dra_array_t;

/* The open array of a handle; NULL: there is none, which has been said. */
dra_array_t *dra_find(const char *call, int d_a);

/* Print why a call fails; returns the code. */
int dra_refuse(int code, const char *call, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, with the system's message about a file. */
int dra_refuse_file(int code, const char *call, const char *file);
/* Any rank that fails decides for all: codes are positive. */
int dra_agree(int code);

#endif
