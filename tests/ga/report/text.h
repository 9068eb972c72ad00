/* Text that is written to a file and read back. */
#ifndef TESTS_GA_TEXT_H
#define TESTS_GA_TEXT_H

#include <stdio.h>

#include <ashlar/ga.h>

#include "harness/harness.h"

/* The text written to a file, which is closed. */
static inline char *text_of(FILE *file)
{
    enum { LONGEST = 200000 };
    char *text = test_alloc(LONGEST);

    fflush(file);
    rewind(file);
    text[fread(text, 1, LONGEST - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* The text that ga_print() writes for an array. */
static inline char *printed(ga_t g)
{
    FILE *file = tmpfile();

    CHECK_OK(ga_print(g, file));
    return text_of(file);
}

#endif
