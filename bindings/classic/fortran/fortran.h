/* Declarations shared by the calls of Fortran. Arrays are column-major and indices begin at 1, as
 * in the library but for the 1. What moves data goes to the library's calls straight away
 * (onesided.c), as every nanosecond is felt there. All other calls pass through those of C with
 * their indices reversed twice, so that what they mean, masks, limits, plans and errors, is
 * written once. */
#ifndef CLASSIC_FORTRAN_H
#define CLASSIC_FORTRAN_H

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "../src/classic.h"
#include "../src/sparse.h"
#include "names.h"

#include "entries.h"
#include "ga-native.h"
#include "index_order.h"

enum { F_TEXT = 512 }; /* bytes of a text, of which more are cut off */

/* ---- numbers ---- */

void f_too_large(const char *call, int64_t number) __attribute__((noreturn, cold));

static inline int f_int(const char *call, Integer number)
{
    if (CLASSIC_UNLIKELY((int)number != number))
        f_too_large(call, number);
    return (int)number;
}

/* The code of a program that ends: what it says matters, also where the code is nonsense. */
static inline int f_code(int64_t code)
{
    return code > INT_MAX ? INT_MAX : code < INT_MIN ? INT_MIN : (int)code;
}

static inline Integer f_integer(const char *call, int64_t number)
{
    if (CLASSIC_UNLIKELY((Integer)number != number))
        f_too_large(call, number);
    return (Integer)number;
}

/* The bytes that an INTEGER counts. */
Integer f_bytes(size_t bytes);

float _Complex f_c(SingleComplex z);
double _Complex f_z(DoubleComplex z);

/* ---- texts ---- */

/* A copy without the blanks at its end; the other way round, with them. */
void f_text(const char *text, size_t length, char *copy);
void f_pad(const char *text, char *padded, size_t length);

static inline char f_letter(const char *text, size_t length)
{
    return length > 0 ? *text : '\0';
}

/* ---- arrays and indices ---- */

/* The same as classic_find(), for a handle that may be wider than int. */
static inline const classic_array_t *f_find(const char *call, Integer g)
{
    uint64_t slot = (uint64_t)(int64_t)g - (uint64_t)(int64_t)CLASSIC_FIRST;
    if (CLASSIC_UNLIKELY(slot >= CLASSIC_HANDLES || classic_arrays[slot].g == 0))
        classic_bad_handle(call, f_int(call, g));
    return &classic_arrays[slot];
}

/* Extents of an array: where INTEGER has 4 bytes each second number of one of 8 is 0. */
void f_extents(const char *call, int n, const Integer *from, int64_t *to);
void f_store_index(const char *call, int n, const int64_t *from, int first, Integer *to);
/* Numbers of int, reversed or not. */
void f_store_ints(int n, const int *from, int reversed, Integer *to);

/* A patch or an element of a matrix, or of a vector, which is a column; for C. */
void f_patch(const char *call, int g, const Integer *ilo, const Integer *ihi, const Integer *jlo,
             const Integer *jhi, int64_t *lo, int64_t *hi);
void f_element(const char *call, int g, const Integer *i, const Integer *j, int64_t *at);
void f_answer_patch(const char *call, int g, const int64_t *lo, const int64_t *hi, Integer *ilo,
                    Integer *ihi, Integer *jlo, Integer *jhi);

/* Copies that the caller frees: numbers; and the first indices of the blocks of each dimension. */
int *f_list(const char *call, int n, const Integer *numbers);
int64_t *f_map(const char *call, int ndim, const Integer *blocks, const Integer *map);

/* The code of a type for Fortran, if it has one. */
int f_type(int code);
/* The index of an element of an array in MA's base array of its type. */
MA_AccessIndex f_index(const char *call, int g, const void *element);
/* The same for an element of a type, by its code in C. */
MA_AccessIndex f_index_of(const char *call, int code, const void *element);

/* ---- calls whose arguments are another matter than in C ---- */

int f_create_irreg(const char *call, int type, int64_t dim1, int64_t dim2, char *name,
                   const Integer *map1, int64_t nblock1, const Integer *map2, int64_t nblock2);
void f_inquire(const char *call, int g, int *type, int64_t *dim1, int64_t *dim2);
void f_proc_topology(const char *call, int g, int rank, int *row, int *col);
/* Whether a rank is one; if so it is the owner. */
int f_found(int rank, int *owner);
/* ranks NULL: map has 5 numbers of each part of a matrix, rows, columns and owner. */
int f_locate_region(const char *call, int g, int64_t *lo, int64_t *hi, Integer *map, Integer *ranks,
                    int *count);
int f_locate_num_blocks(const char *call, int g, int64_t *lo, int64_t *hi);
void f_list_nodeid(Integer *list, int n);
Integer f_idot(int a, int b);
Integer f_idot_patch(int a, char ta, int64_t *alo, int64_t *ahi, int b, char tb, int64_t *blo,
                     int64_t *bhi);

/* ---- factors and triangles: factors.c ---- */

int f_cholesky(const char *call, char uplo, int g);
/* b becomes the solution; g has the factor. */
void f_llt_solve(const char *call, char uplo, int g, int b);
/* The inverse of a matrix of which there is a factor. */
int f_llt_inverse(const char *call, char uplo, int g);
/* Zero what is outside a triangle; then make it symmetric. */
void f_zero_triangle(const char *call, char uplo, int g);
void f_symmetric(const char *call, char uplo, int g);

/* ---- the quotients that steps are found by: quotients.c ---- */

/* c = a / b, in which 0 / 0 or 0 / b, and a / 0, are infinite or 0: F_STEP as GA_Step_max_patch()
 * takes them, F_STEP_BOUND as GA_Step_bound_info_patch() does; F_MASK: b where a is not 0, else 0.
 * Indices in C's order. */
typedef enum f_quotient { F_STEP, F_STEP_BOUND, F_MASK } f_quotient_t;
void f_quotient(const char *call, f_quotient_t kind, int a, int64_t *alo, int64_t *ahi, int b,
                int64_t *blo, int64_t *bhi, int c, int64_t *clo, int64_t *chi);

/* ---- sparse arrays: sparse.c ---- */

void f_column_blocks(const char *call, int s, Integer *list, Integer *n);
/* idx, jdx, val: MA_AccessIndex each, in int_mb, int_mb and the array's type; 0 for no elements. */
void f_access_block(const char *call, int s, int icol, void *idx, void *jdx, void *val);

/* ---- values in bins: bins.c ---- */

void f_bin_index(const char *call, int values, int count, int offset, const Integer *mine,
                 const Integer *bin, int64_t n, int sort);
void f_bin_sorter(const char *call, int values, int count, int offset);
int f_create_bin_range(const char *call, int values, int count, int offset);

/* ---- eigenproblems: eigen.c ---- */

/* The same as classic_lowest(), for pairs of arrays. */
Integer f_hermitian(const char *call, const Integer *g, const Integer *v, void *values,
                    Integer many);
/* Between a patch of a complex matrix in memory, from row and column on, and its parts. */
void f_join(const char *call, void *both, Integer ld, Integer row, Integer col, const void *re,
            const void *im, Integer ld_parts, Integer rows, Integer cols);
void f_part(const char *call, const void *both, Integer ld, Integer row, Integer col, void *re,
            void *im, Integer ld_parts, Integer rows, Integer cols);

#endif
