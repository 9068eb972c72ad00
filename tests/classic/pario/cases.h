/* Tests of EAF, SF and DRA, by their names in C and in Fortran. */
#ifndef TESTS_PARIO_CASES_H
#define TESTS_PARIO_CASES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "typesf2c.h"

/* A case has a folder, and deletes what it makes there. */
#define PARIO_CASE(name)                                                                           \
    static void name(void);                                                                        \
    TEST_CASE(name, TEST_BARE)                                                                     \
    {                                                                                              \
        run_in_folder(name);                                                                       \
    }                                                                                              \
    static void name(void)
void run_in_folder(void (*run)(void));

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
