/* Checks of values, counted; the last line of a test program returns check_result(). */
#ifndef SCF_TESTS_CHECK_H
#define SCF_TESTS_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures;

static inline void check_true(int ok, const char *what)
{
    if (ok)
        return;
    ++check_failures;
    printf("FAILED: %s\n", what);
}

static inline void check_near(double value, double expected, double tolerance, const char *what)
{
    if (fabs(value - expected) <= tolerance) /* false for a NaN */
        return;
    ++check_failures;
    printf("FAILED: %s: %.15g, expected %.15g within %g\n", what, value, expected, tolerance);
}

/* The text of a refusal must contain the words given. */
static inline void check_refused(int status, const char *text, const char *words)
{
    if (status != 0 && strstr(text, words) && !strchr(text, '\n'))
        return;
    ++check_failures;
    printf("FAILED: expected a refusal with '%s', got %d '%s'\n", words, status,
           status != 0 ? text : "");
}

static inline int check_result(void)
{
    if (check_failures > 0)
        printf("%d checks failed\n", check_failures);
    return check_failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Replace the contents of a file. */
static inline void write_file(const char *path, const char *contents)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(contents, file) < 0 || fclose(file) != 0) {
        printf("FAILED: cannot write %s\n", path);
        exit(EXIT_FAILURE);
    }
}

#endif
