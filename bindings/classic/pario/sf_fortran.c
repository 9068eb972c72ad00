/* The names of Fortran. INTEGER has the library's width. */
#include "fortran/names.h"
#include "ma/text.h"
#include "sf.h"
#include "typesf2c.h"

#define NAMED(result, lower, upper) SF_CLASSIC_API result FORTRAN(lower, upper)

enum { NAME = 4096, WORDS = 80 };

/* Fortran has no header to declare them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

NAMED(Integer, sf_create, SF_CREATE)
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

NAMED(Integer, sf_create_suffix, SF_CREATE_SUFFIX)
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

NAMED(Integer, sf_destroy, SF_DESTROY)(Integer *handle)
{
    int code = SF_Destroy((int)*handle);
    *handle = 0;
    return code;
}

FORWARD(Integer, sf_open, SF_OPEN, (const Integer *handle), SF_Open((int)*handle))
FORWARD(Integer, sf_close, SF_CLOSE, (const Integer *handle), SF_Close((int)*handle))
FORWARD(Integer, sf_rwtor, SF_RWTOR, (const Integer *handle), SF_Rwtor((int)*handle))
FORWARD(Integer, sf_fsync, SF_FSYNC, (const Integer *handle), SF_Fsync((int)*handle))

#define ASYNCHRONOUS(lower, upper, data, call)                                                     \
    NAMED(Integer, lower, upper)                                                                   \
    (const Integer *handle, const double *offset, const double *bytes, data *buf, Integer *req_id) \
    {                                                                                              \
        int request, code = call((int)*handle, *offset, *bytes, buf, &request);                    \
        *req_id = request;                                                                         \
        return code;                                                                               \
    }
ASYNCHRONOUS(sf_write, SF_WRITE, const void, SF_Write)
ASYNCHRONOUS(sf_read, SF_READ, void, SF_Read)

NAMED(Integer, sf_wait, SF_WAIT)(const Integer *req_id)
{
    return SF_Wait(&(int){(int)*req_id});
}

NAMED(Integer, sf_waitall, SF_WAITALL)(const Integer *list, const Integer *num)
{
    int code = SF_OK;
    for (Integer k = 0; k < *num; ++k)
        if (SF_Wait(&(int){(int)list[k]}) != SF_OK)
            code = SF_FAIL;
    return code;
}

NAMED(void, sf_errmsg, SF_ERRMSG)(const Integer *code, char *msg, size_t length)
{
    char text[WORDS];
    SF_Errmsg((int)*code, text);
    classic_text_out(text, msg, length);
}
