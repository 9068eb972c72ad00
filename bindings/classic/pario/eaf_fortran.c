/* The names of Fortran. INTEGER has the library's width. */
#include <stdlib.h>

#include "eaf.h"
#include "fortran/names.h"
#include "ma/text.h"
#include "typesf2c.h"

#define NAMED(result, lower, upper) EAF_CLASSIC_API result FORTRAN(lower, upper)

enum { NAME = 4096, WORDS = 80 };

/* Fortran has no header to declare them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

NAMED(Integer, eaf_open, EAF_OPEN)
(const char *fname, const Integer *type, Integer *fd, size_t length)
{
    char name[NAME];
    int number = -1;
    if (!classic_text_in(fname, length, name, sizeof name))
        return EAF_ERR_TOO_LONG;
    int code = EAF_Open(name, (int)*type, &number);
    *fd = number;
    return code;
}

FORWARD(Integer, eaf_close, EAF_CLOSE, (const Integer *fd), EAF_Close((int)*fd))

NAMED(Integer, eaf_delete, EAF_DELETE)(const char *fname, size_t length)
{
    char name[NAME];
    if (!classic_text_in(fname, length, name, sizeof name))
        return EAF_ERR_TOO_LONG;
    return EAF_Delete(name);
}

FORWARD(Integer, eaf_write, EAF_WRITE,
        (const Integer *fd, const double *offset, const void *buf, const Integer *bytes),
        EAF_Write((int)*fd, *offset, buf, (size_t)*bytes))
FORWARD(Integer, eaf_read, EAF_READ,
        (const Integer *fd, const double *offset, void *buf, const Integer *bytes),
        EAF_Read((int)*fd, *offset, buf, (size_t)*bytes))

#define ASYNCHRONOUS(lower, upper, buffer, call)                                                   \
    NAMED(Integer, lower, upper)                                                                   \
    (const Integer *fd, const double *offset, buffer *buf, const Integer *bytes, Integer *req_id)  \
    {                                                                                              \
        int request, code = call((int)*fd, *offset, buf, (size_t)*bytes, &request);                \
        *req_id = request;                                                                         \
        return code;                                                                               \
    }
ASYNCHRONOUS(eaf_awrite, EAF_AWRITE, const void, EAF_Awrite)
ASYNCHRONOUS(eaf_aread, EAF_AREAD, void, EAF_Aread)

FORWARD(Integer, eaf_wait, EAF_WAIT, (const Integer *fd, const Integer *id),
        EAF_Wait((int)*fd, (int)*id))

NAMED(Integer, eaf_probe, EAF_PROBE)(const Integer *id, Integer *status)
{
    int is_pending = 1;
    int code = EAF_Probe((int)*id, &is_pending);
    if (code == EAF_OK)
        *status = is_pending;
    return code;
}

FORWARD(Integer, eaf_truncate, EAF_TRUNCATE, (const Integer *fd, const double *length),
        EAF_Truncate((int)*fd, *length))
FORWARD(Integer, eaf_length, EAF_LENGTH, (const Integer *fd, double *length),
        EAF_Length((int)*fd, length))

NAMED(Integer, eaf_stat, EAF_STAT)
(const char *path, Integer *avail_mb, char *fstype, size_t path_length, size_t fstype_length)
{
    char name[NAME], kind[8];
    long mib;
    if (!classic_text_in(path, path_length, name, sizeof name))
        return EAF_ERR_TOO_LONG;
    int code = EAF_Stat(name, &mib, kind, sizeof kind);
    if (code != EAF_OK)
        return code;
    *avail_mb = (Integer)mib == mib ? (Integer)mib : 2147483647;
    classic_text_out(kind, fstype, fstype_length);
    return EAF_OK;
}

/* .true. is 1. */
FORWARD(Logical, eaf_eof, EAF_EOF, (const Integer *code), !EAF_Eof((int)*code))

NAMED(void, eaf_errmsg, EAF_ERRMSG)(const Integer *code, char *msg, size_t length)
{
    char text[WORDS];
    EAF_Errmsg((int)*code, text);
    classic_text_out(text, msg, length);
}

FORWARD(void, eaf_print_stats, EAF_PRINT_STATS, (const Integer *fd), EAF_Print_stats((int)*fd))

NAMED(double, eaf_util_random, EAF_UTIL_RANDOM)(const Integer *seed)
{
    if (*seed != 0)
        srand48(*seed);
    return drand48();
}

FORWARD(Integer, eaf_util_szint, EAF_UTIL_SZINT, (void), sizeof(Integer))
