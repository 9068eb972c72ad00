/* EAF as Fortran programs call it. */
#ifndef TESTS_PARIO_EAF_NAMES_H
#define TESTS_PARIO_EAF_NAMES_H

#include <stdio.h>

#include "typesf2c.h"

Integer eaf_open_(const char *fname, const Integer *type, Integer *fd, size_t length);
Integer eaf_close_(const Integer *fd);
Integer eaf_delete_(const char *fname, size_t length);
Integer eaf_write_(const Integer *fd, const double *offset, const void *buf, const Integer *bytes);
Integer eaf_read_(const Integer *fd, const double *offset, void *buf, const Integer *bytes);
Integer eaf_awrite_(const Integer *fd, const double *offset, const void *buf, const Integer *bytes,
                    Integer *req_id);
Integer eaf_aread_(const Integer *fd, const double *offset, void *buf, const Integer *bytes,
                   Integer *req_id);
Integer eaf_wait_(const Integer *fd, const Integer *id);
Integer eaf_probe_(const Integer *id, Integer *status);
Integer eaf_truncate_(const Integer *fd, const double *length);
Integer eaf_length_(const Integer *fd, double *length);
Integer eaf_stat_(const char *path, Integer *avail_mb, char *fstype, size_t path_length,
                  size_t fstype_length);
Logical eaf_eof_(const Integer *code);
void eaf_errmsg_(const Integer *code, char *msg, size_t length);
void eaf_print_stats_(const Integer *fd);
double eaf_util_random_(const Integer *seed);
Integer eaf_util_szint_(void);

/* The blanks of Fortran. */
static inline Integer open_padded(const char *name, Integer type, Integer *fd)
{
    char padded[200];
    int n = snprintf(padded, sizeof padded, "%-150s", name);
    return eaf_open_(padded, &type, fd, (size_t)n);
}

#endif
