/* The names of Fortran. INTEGER has the library's width. */
#include "ma/text.h"
#include "sf.h"
#include "typesf2c.h"

#define FORTRAN(result, name) SF_CLASSIC_API result CLASSIC_FORTRAN(name)

enum { NAME = 4096, WORDS = 80 };

/* Fortran has no header to declare them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

FORTRAN(Integer, sf_create)
(const char *fname, const double *size_hard_limit, const double *size_soft_limit,
 const double *req_size, Integer *handle, size_t length)
{
    char name[NAME];
    int number = 0;
    if (!classic_text_in(fname, length, name, sizeof name))
        return SF_ERR_LONG;
    int code = SF_Create(name, *size_hard_limit, *size_soft_limit, *req_size, &number);
    *handle = number;
    return code;
}

FORTRAN(Integer, sf_create_suffix)
(const char *fname, const double *size_hard_limit, const double *size_soft_limit,
 const double *req_size, Integer *handle, const Integer *suffix, size_t length)
{
    char name[NAME];
    int number = 0;
    if (!classic_text_in(fname, length, name, sizeof name))
        return SF_ERR_LONG;
    int code = SF_Create_suffix(name, *size_hard_limit, *size_soft_limit, *req_size, &number,
                                (int)*suffix);
    *handle = number;
    return code;
}

FORTRAN(Integer, sf_destroy)(Integer *handle)
{
    int code = SF_Destroy((int)*handle);
    *handle = 0;
    return code;
}

FORTRAN(Integer, sf_open)(const Integer *handle)
{
    return SF_Open((int)*handle);
}

FORTRAN(Integer, sf_close)(const Integer *handle)
{
    return SF_Close((int)*handle);
}

FORTRAN(Integer, sf_rwtor)(const Integer *handle)
{
    return SF_Rwtor((int)*handle);
}

FORTRAN(Integer, sf_fsync)(const Integer *handle)
{
    return SF_Fsync((int)*handle);
}

FORTRAN(Integer, sf_write)
(const Integer *handle, const double *offset, const double *bytes, const void *buffer,
 Integer *req_id)
{
    int request;
    int code = SF_Write((int)*handle, *offset, *bytes, buffer, &request);
    *req_id = request;
    return code;
}

FORTRAN(Integer, sf_read)
(const Integer *handle, const double *offset, const double *bytes, void *buffer, Integer *req_id)
{
    int request;
    int code = SF_Read((int)*handle, *offset, *bytes, buffer, &request);
    *req_id = request;
    return code;
}

FORTRAN(Integer, sf_wait)(const Integer *req_id)
{
    return SF_Wait(&(int){(int)*req_id});
}

FORTRAN(Integer, sf_waitall)(const Integer *list, const Integer *num)
{
    int code = SF_OK;
    for (Integer k = 0; k < *num; ++k)
        if (SF_Wait(&(int){(int)list[k]}) != SF_OK)
            code = SF_FAIL;
    return code;
}

FORTRAN(void, sf_errmsg)(const Integer *code, char *msg, size_t length)
{
    char text[WORDS];
    SF_Errmsg((int)*code, text);
    classic_text_out(text, msg, length);
}
