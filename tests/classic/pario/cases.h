/* Tests of EAF, SF and DRA, by their names in C and in Fortran. */
#ifndef TESTS_PARIO_CASES_H
#define TESTS_PARIO_CASES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "typesf2c.h"

#define PARIO_CASES(X)                                                                             \
    X(eaf_transfers)                                                                               \
    X(eaf_modes)                                                                                   \
    X(eaf_requests)                                                                                \
    X(eaf_lengths)                                                                                 \
    X(eaf_memory)                                                                                  \
    X(eaf_disk_errors)                                                                             \
    X(eaf_argument_errors)                                                                         \
    X(eaf_words)                                                                                   \
    X(eaf_rest)                                                                                    \
    X(sf_transfers)                                                                                \
    X(sf_suffixes) X(sf_errors) X(sf_words) X(dra_sections) X(dra_together) X(dra_other_ranks)     \
        X(dra_fortran) X(dra_errors)

#define DECLARE(function) void function(void);
PARIO_CASES(DECLARE)
#undef DECLARE

/* Arguments of Fortran. */
#define I(value) (&(Integer){value})
#define D(value) (&(double){value})
#define TEXT(t)  (t), sizeof(t) - 1

/* The name of a file of this rank in a folder of its own, which goes when a case has ended. */
const char *own(const char *name);
/* The same in a folder of all ranks. */
const char *ours(const char *name);
/* From here on files are at most so long; 0: no limit. */
void limit_files(long bytes);

/* A call that ends the program. */
void wrong(const char *name);

#endif
