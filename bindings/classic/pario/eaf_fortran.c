/* The names of Fortran. INTEGER has the library's width. */
#include <stdlib.h>

#include "eaf.h"
#include "ma/text.h"
#include "typesf2c.h"

#define FORTRAN(result, name) EAF_CLASSIC_API result CLASSIC_FORTRAN(name)

enum { NAME = 4096, WORDS = 80 };

/* Fortran has no header to declare them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

FORTRAN(Integer, eaf_open)(const char *fname, const Integer *type, Integer *fd, size_t length)
{
    char name[NAME];
    int number = -1;
    if (!classic_text_in(fname, length, name, sizeof name))
        return EAF_ERR_TOO_LONG;
    int code = EAF_Open(name, (int)*type, &number);
    *fd = number;
    return code;
}

FORTRAN(Integer, eaf_close)(const Integer *fd)
{
    return EAF_Close((int)*fd);
}

FORTRAN(Integer, eaf_delete)(const char *fname, size_t length)
{
    char name[NAME];
    if (!classic_text_in(fname, length, name, sizeof name))
        return EAF_ERR_TOO_LONG;
    return EAF_Delete(name);
}

FORTRAN(Integer, eaf_write)
(const Integer *fd, const double *offset, const void *buf, const Integer *bytes)
{
    return EAF_Write((int)*fd, *offset, buf, (size_t)*bytes);
}

FORTRAN(Integer, eaf_read)(const Integer *fd, const double *offset, void *buf, const Integer *bytes)
{
    return EAF_Read((int)*fd, *offset, buf, (size_t)*bytes);
}

FORTRAN(Integer, eaf_awrite)
(const Integer *fd, const double *offset, const void *buf, const Integer *bytes, Integer *req_id)
{
    int request;
    int code = EAF_Awrite((int)*fd, *offset, buf, (size_t)*bytes, &request);
    *req_id = request;
    return code;
}

FORTRAN(Integer, eaf_aread)
(const Integer *fd, const double *offset, void *buf, const Integer *bytes, Integer *req_id)
{
    int request;
    int code = EAF_Aread((int)*fd, *offset, buf, (size_t)*bytes, &request);
    *req_id = request;
    return code;
}

FORTRAN(Integer, eaf_wait)(const Integer *fd, const Integer *id)
{
    return EAF_Wait((int)*fd, (int)*id);
}

FORTRAN(Integer, eaf_probe)(const Integer *id, Integer *status)
{
    int is_pending = 1;
    int code = EAF_Probe((int)*id, &is_pending);
    if (code == EAF_OK)
        *status = is_pending;
    return code;
}

FORTRAN(Integer, eaf_truncate)(const Integer *fd, const double *length)
{
    return EAF_Truncate((int)*fd, *length);
}

FORTRAN(Integer, eaf_length)(const Integer *fd, double *length)
{
    return EAF_Length((int)*fd, length);
}

FORTRAN(Integer, eaf_stat)
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
FORTRAN(Logical, eaf_eof)(const Integer *code)
{
    return !EAF_Eof((int)*code);
}

FORTRAN(void, eaf_errmsg)(const Integer *code, char *msg, size_t length)
{
    char text[WORDS];
    EAF_Errmsg((int)*code, text);
    classic_text_out(text, msg, length);
}

FORTRAN(void, eaf_print_stats)(const Integer *fd)
{
    EAF_Print_stats((int)*fd);
}

FORTRAN(double, eaf_util_random)(const Integer *seed)
{
    if (*seed != 0)
        srand48(*seed);
    return drand48();
}

FORTRAN(Integer, eaf_util_szint)(void)
{
    return sizeof(Integer);
}
