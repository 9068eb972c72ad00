/* Errors that the Fortran module finds, and the end of a program that does not ask for them. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <ashlar/al.h>

#include "support.h"

static _Thread_local char words[512];
/* The source of the last error's message: the library's, or ours, of a call that has not returned
 * yet or of one that has. */
static _Thread_local enum { LIBRARY, FRESH, OURS } whose;

int ashlar_fortran_refuse(int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    whose = FRESH;
    return status;
}

void ashlar_fortran_failed(void)
{
    whose = whose == FRESH ? OURS : LIBRARY;
}

const char *ashlar_fortran_message(void)
{
    return whose == LIBRARY ? ashlar_error_message() : words;
}

void ashlar_fortran_end(int status)
{
    int is_running = 0, is_over = 0;
    fflush(stdout);
    fprintf(stderr, "ashlar: rank %d: %s: %s\n", ga_rank(), ashlar_status_name(status),
            ashlar_fortran_message());
    fflush(stderr);
    if (al_forked()) /* its parent's job goes on */
        _exit(EXIT_FAILURE);
    /* A launcher may drop what was written just before the end. */
    nanosleep(&(struct timespec){0, 500000000}, NULL);
    MPI_Initialized(&is_running);
    MPI_Finalized(&is_over);
    if (is_running && !is_over)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    exit(EXIT_FAILURE);
}

int ashlar_fortran_need_size(ga_t g, int64_t n)
{
    ga_type type;
    int ndim;
    int64_t dims[ASHLAR_MAX_DIM];
    const char *name;
    int status = ga_inquire_nd(g, &type, &ndim, dims);
    if (status != ASHLAR_OK || n == ndim)
        return status;
    ga_inquire_name(g, &name);
    return ashlar_fortran_refuse(ASHLAR_ESHAPE, "%lld numbers for the %d dimensions of array '%s'",
                                 (long long)n, ndim, name);
}

int ashlar_fortran_need_type(ga_t g, int is_real, int type)
{
    ga_type is;
    int ndim;
    int64_t dims[ASHLAR_MAX_DIM];
    const char *name;
    int status = ga_inquire_nd(g, &is, &ndim, dims);
    int of_complex = type == ASHLAR_FLOAT    ? ASHLAR_CFLOAT
                     : type == ASHLAR_DOUBLE ? ASHLAR_CDOUBLE
                                             : type;
    /* LONG and LLONG are both 8 bytes, and so is the one kind that Fortran has for them. */
    if (status != ASHLAR_OK || (int)is == type || (is_real && (int)is == of_complex) ||
        (type == ASHLAR_LLONG && is == ASHLAR_LONG && sizeof(long) == sizeof(long long)))
        return status;
    ga_inquire_name(g, &name);
    return ashlar_fortran_refuse(ASHLAR_ETYPE,
                                 "array '%s' has elements of type %d, the argument is of type %d",
                                 name, (int)is, type);
}

int ashlar_fortran_need_room(int64_t wanted, int64_t n)
{
    return n == wanted ? ASHLAR_OK
                       : ashlar_fortran_refuse(ASHLAR_ESHAPE,
                                               "an argument has %lld elements instead of %lld",
                                               (long long)n, (long long)wanted);
}

int ashlar_fortran_too_large(int64_t value)
{
    return ashlar_fortran_refuse(
        ASHLAR_ERANGE, "%lld is beyond the integers of this call: pass some of kind c_int64_t",
        (long long)value);
}
