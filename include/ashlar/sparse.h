/** Sparse matrices: rows dealt in blocks, compressed sparse rows (CSR), elements added from any
 * rank.
 *
 *     ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE, .rows = n, .cols = n};
 *     ga_sparse_create(&spec, &a);
 *     ga_sparse_add(a, count, i, j, values);   (any rank, any elements, any number of times)
 *     ga_sparse_assemble(a);
 *     ga_sparse_multiply_vector('N', &one, a, x, &zero, y);
 *
 * A rank owns consecutive rows, sorted by column within each row. docs/sparse.md explains the
 * design. Conventions, handles and errors are those of ga.h; indices begin at 0. Besides the errors
 * named below, every call can return ASHLAR_EHANDLE (no such matrix or array), ASHLAR_ESTATE (the
 * library is stopped) and ASHLAR_EARG (a pointer is NULL that may not be), and calls other than
 * those that make, add and assemble ASHLAR_ESTATE for a matrix that has not been assembled. Calls
 * that change a matrix or make one are collective over its group. */
#ifndef ASHLAR_SPARSE_H
#define ASHLAR_SPARSE_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A sparse matrix: a positive number, this rank's own. 0 is never a matrix. */
typedef int32_t ga_sparse_t;

/** The rule for an element that has been added several times. Ranks count in their order, and a
 * rank's elements in the order in which it has added them, so that the result depends on nothing
 * else. */
typedef enum ga_sparse_rule {
    GA_SPARSE_SUM,     /**< the values are added */
    GA_SPARSE_REPLACE, /**< the last one stays */
    GA_SPARSE_REFUSE,  /**< the matrix cannot be assembled */
    GA_SPARSE_RULE_COUNT
} ga_sparse_rule;

/** The description of a matrix. A field that is not set is 0, which leaves the choice to the
 * library. */
typedef struct ga_sparse_spec {
    ga_type type;       /**< a type with arithmetic */
    int64_t rows, cols; /**< extents, at least 1 */
    const char *name;   /**< for messages; may be NULL */
    ga_group_t group;   /**< 0: the default group */
    ga_sparse_rule rule;
    int index_bytes; /**< of an index in CSR: 4 or 8; 0: 4 where rows and columns allow it. With 4
                      *   a rank has less than 2^31 elements */
    const int64_t *row_cuts; /**< int64_t[ranks+1]: rank r owns rows row_cuts[r] to row_cuts[r+1]-1,
                              *   0 first, the number of rows last, not decreasing; copied. NULL: as
                              *   ga_create_nd() distributes a vector of as many elements */
    const int64_t *col_cuts; /**< the same of the vectors that the matrix is multiplied with */
} ga_sparse_spec_t;

/** The facts about a matrix. */
typedef struct ga_sparse_info {
    ga_type type;
    int64_t rows, cols;
    int index_bytes;
    ga_group_t group;
    int is_assembled;
    int64_t stored;   /**< elements of all ranks; 0 before it is assembled, as are the next two */
    int64_t mine;     /**< elements of this rank */
    int64_t widest;   /**< elements of the longest row of all */
    int64_t ilo, ihi; /**< rows of this rank; ihi = ilo-1: none */
} ga_sparse_info_t;

/** This rank's rows in place: row ilo+k has the elements begin[k] to begin[k+1]-1 of column and
 * value. Indices are of index_bytes each. The memory is the matrix's. */
typedef struct ga_sparse_rows {
    int64_t ilo, ihi;
    int index_bytes;
    const void *begin;  /**< int32_t or int64_t[ihi-ilo+2] */
    const void *column; /**< the same type, increasing within a row */
    void *value;        /**< of the matrix's type; may be written to */
} ga_sparse_rows_t;

/* ---- life (collective) ----------------------------------------------------------------------- */

/** Create an empty matrix. Collective over the group of the description.
 * @param[out] s  the matrix; destroyed with ga_sparse_destroy()
 * @return ASHLAR_ETYPE   no type with arithmetic
 * @return ASHLAR_ESHAPE  an extent below 1, cuts that do not begin at 0, decrease or do not end at
 *                        the extent, or indices of 4 bytes for more than 2^31-1 rows or columns
 * @return ASHLAR_EARG    no such rule, or indices of neither 4 nor 8 bytes
 * @return ASHLAR_EMISMATCH  some ranks give cuts and some do not, on every rank
 * @return ASHLAR_ENOMEM  not enough memory, on every rank
 * @return ASHLAR_ELIMIT  too many live matrices */
ASHLAR_API int ga_sparse_create(const ga_sparse_spec_t *spec, ga_sparse_t *s);
/** Destroy a matrix, with elements that were added and not assembled. Collective over its group.
 * @return ASHLAR_EHANDLE  no such matrix */
ASHLAR_API int ga_sparse_destroy(ga_sparse_t s);
/** Create a matrix with the elements, description and group of another one. Collective.
 * @return ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_sparse_create() */
ASHLAR_API int ga_sparse_duplicate(ga_sparse_t s, const char *name, ga_sparse_t *copy);

/* ---- elements -------------------------------------------------------------------------------- */

/** Add n elements: element (i[k], j[k]) has the value values[k]. Not collective, waits for nobody,
 * and the lists are the caller's again on return; owners see the elements when the matrix is
 * assembled. A matrix that is assembled already gets them beside those it has, which come before
 * all others in the order of the rule.
 * @return ASHLAR_ERANGE  an index is outside the matrix; nothing is added
 * @return ASHLAR_EARG    n below 0; a list that is NULL when n is above 0
 * @return ASHLAR_ENOMEM  not enough memory; nothing is added */
ASHLAR_API int ga_sparse_add(ga_sparse_t s, int64_t n, const int64_t *i, const int64_t *j,
                             const void *values);
/** Bring all elements that were added to their owners, and apply the rule. Collective. Zeros that
 * were added are stored. A failure leaves the matrix as it was, with the elements still pending,
 * but for ASHLAR_EMISMATCH, which drops these.
 * @return ASHLAR_EMISMATCH  an element was added twice, and the rule is GA_SPARSE_REFUSE: on all
 *                           ranks
 * @return ASHLAR_ELIMIT     more elements of a rank than 4-byte indices count: on all ranks
 * @return ASHLAR_ENOMEM     some rank has no memory: on all ranks */
ASHLAR_API int ga_sparse_assemble(ga_sparse_t s);

/** The facts about a matrix; also of one that is not assembled. Not collective.
 * @return ASHLAR_EHANDLE  no such matrix */
ASHLAR_API int ga_sparse_inquire(ga_sparse_t s, ga_sparse_info_t *info);
/** The name of a matrix, "" when none; the matrix owns it. Also of one that is not assembled. Not
 * collective.
 * @return ASHLAR_EHANDLE  no such matrix */
ASHLAR_API int ga_sparse_inquire_name(ga_sparse_t s, const char **name);
/** The rows a rank owns, and the columns whose part of a vector it owns: lo to hi, which is lo-1
 * where it owns none. Also of a matrix that is not assembled. Not collective.
 * @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int ga_sparse_distribution(ga_sparse_t s, int rank, int64_t *ilo, int64_t *ihi,
                                      int64_t *jlo, int64_t *jhi);
/** This rank's rows in place, until the matrix is assembled again, filtered, shifted or destroyed.
 * Values that were written are seen by others after the next sync. Not collective.
 * @return ASHLAR_ESTATE  it has not been assembled */
ASHLAR_API int ga_sparse_access(ga_sparse_t s, ga_sparse_rows_t *rows);
/** Count the elements of a patch of any rank's rows. Not collective.
 * @return ASHLAR_ERANGE  a patch outside the matrix
 * @return ASHLAR_ENOMEM  no memory for the indices of the rows */
ASHLAR_API int ga_sparse_count(ga_sparse_t s, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                               int64_t *n);
/** Get the elements of a patch of any rank's rows, as CSR, without help of the owners: row ilo+k
 * has the elements begin[k] to begin[k+1]-1. Not collective.
 * @param[in]  room    elements for which there is room in column and values
 * @param[out] begin   int64_t[ihi-ilo+2]
 * @param[out] column  int64_t[room], columns of the matrix
 * @param[out] values  [room] elements
 * @return ASHLAR_ERANGE  a patch outside the matrix
 * @return ASHLAR_ESHAPE  there is more than room for: begin is as it should be, the rest undefined
 * @return ASHLAR_ENOMEM  no memory for the rows */
ASHLAR_API int ga_sparse_get(ga_sparse_t s, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                             int64_t room, int64_t *begin, int64_t *column, void *values);

/* ---- single rows, columns, diagonals (collective) -------------------------------------------- */
/* ASHLAR_ESHAPE: a vector of another length, or no vector; ASHLAR_ETYPE: of another type;
 * ASHLAR_EGROUP: of another group; ASHLAR_ENOMEM. */

/** v = column j of s: zero where nothing is stored.
 * @return ASHLAR_ERANGE  no such column */
ASHLAR_API int ga_sparse_get_column(ga_sparse_t s, int64_t j, ga_t v);
/** v = the diagonal of s, as many elements as the smaller extent. */
ASHLAR_API int ga_sparse_get_diagonal(ga_sparse_t s, ga_t v);
/** Add alpha to each element of the diagonal; those that are not stored are from now on. A failure
 * leaves the matrix as it was.
 * @return ASHLAR_ESTATE  also: elements have been added since the matrix was assembled
 * @return ASHLAR_ELIMIT  more elements of a rank than 4-byte indices count: on all ranks */
ASHLAR_API int ga_sparse_shift_diagonal(ga_sparse_t s, const void *alpha);
/** s = diag(v) s */
ASHLAR_API int ga_sparse_scale_rows(ga_sparse_t s, ga_t v);
/** s = s diag(v) */
ASHLAR_API int ga_sparse_scale_columns(ga_sparse_t s, ga_t v);

/* ---- all elements (collective) --------------------------------------------------------------- */

/** s = alpha s
 * @return ASHLAR_EARG  alpha is NULL */
ASHLAR_API int ga_sparse_scale(ga_sparse_t s, const void *alpha);
/** Drop the elements whose modulus is at most a tolerance; 0 drops stored zeros. NaN stays.
 * @return ASHLAR_EARG    a tolerance below 0 or NaN
 * @return ASHLAR_ENOMEM  not enough memory, on every rank; the matrix is as it was */
ASHLAR_API int ga_sparse_filter(ga_sparse_t s, double tolerance);
/** A norm: '1', the largest sum of moduli of a column; 'I', of a row; 'F', Frobenius; 'M', the
 * largest modulus (as LAPACK's xLANGE). On all ranks.
 * @return ASHLAR_EARG    no such norm
 * @return ASHLAR_ENOMEM  not enough memory */
ASHLAR_API int ga_sparse_norm(ga_sparse_t s, char kind, double *norm);

/* ---- products (collective) ------------------------------------------------------------------- */
/* ASHLAR_ESHAPE: extents that do not conform; ASHLAR_ETYPE: types that differ; ASHLAR_EGROUP: an
 * operand of another group; ASHLAR_EARG: no such op; ASHLAR_ENOMEM; ASHLAR_ESTATE: a result that is
 * read-only. alpha and beta are of the matrix's type. Where beta is 0 the result is not read. op:
 * 'N' the matrix itself, 'T' its transpose, 'C' the conjugate of that. */

/** y = alpha op(s) x + beta y. The elements of x that a rank lacks are found at the first product
 * and known from then on. Vectors that are distributed as the matrix's rows and columns are used in
 * place, others are copied. With 'N' a row is summed up in the order of its columns: the same bits
 * on any number of ranks.
 * @return ASHLAR_EARG    also: x is y
 * @return ASHLAR_ENOMEM  not enough memory, on every rank; y is undefined */
ASHLAR_API int ga_sparse_multiply_vector(char op, const void *alpha, ga_sparse_t s, ga_t x,
                                         const void *beta, ga_t y);
/** C = alpha op(s) B + beta C (side 'L'), or C = alpha B op(s) + beta C (side 'R'), with dense
 * matrices B and C of any distribution.
 * @return ASHLAR_EARG  also: no such side, or b is c */
ASHLAR_API int ga_sparse_multiply_dense(char side, char op, const void *alpha, ga_sparse_t s,
                                        ga_t b, const void *beta, ga_t c);
/** Create c = a b. Its rows are distributed as those of a, its columns as those of b.
 * @return ASHLAR_ELIMIT  also: more elements of a rank than its indices count */
ASHLAR_API int ga_sparse_multiply(ga_sparse_t a, ga_sparse_t b, const char *name, ga_sparse_t *c);
/** Create t, the transpose of s: its rows are distributed as the columns of s, its columns as the
 * rows. Errors as of ga_sparse_assemble(). */
ASHLAR_API int ga_sparse_transpose(ga_sparse_t s, const char *name, ga_sparse_t *t);

/* ---- dense arrays and files (collective) ----------------------------------------------------- */

/** Create a matrix of the elements of a dense one that are not zero. Of the description, type,
 * rows, cols and group are the array's.
 * @param[in] spec  for the rest; may be NULL
 * @return ASHLAR_ESHAPE, ASHLAR_ETYPE  an array of other than two dimensions, or of records
 * @return ASHLAR_EARG, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_sparse_create() and ga_sparse_assemble()
 */
ASHLAR_API int ga_sparse_from_dense(ga_t g, const ga_sparse_spec_t *spec, ga_sparse_t *s);
/** g = s, zero where nothing is stored.
 * @return ASHLAR_ESHAPE, ASHLAR_ETYPE, ASHLAR_EGROUP  an array of other extents, type or group
 * @return ASHLAR_ESTATE  also: a read-only array */
ASHLAR_API int ga_sparse_to_dense(ga_sparse_t s, ga_t g);
/** Create a matrix from a file in the Matrix Market exchange format (coordinate; real, integer,
 * complex or pattern, whose elements are 1; general, or square and symmetric, skew-symmetric or
 * Hermitian). Each rank reads a part of the file. Of the description, rows and cols are the file's.
 * Source: R. Boisvert, R. Pozo and K. Remington, "The Matrix Market Exchange Formats: Initial
 * Design", NISTIR 5935 (1996).
 * @param[in] path  of a file that all ranks see
 * @return ASHLAR_ESYS   it cannot be read
 * @return ASHLAR_EARG   it is not of that format; the message names the line
 * @return ASHLAR_ETYPE  a file of complex numbers, a type without; a number beyond an integer type
 * @return ASHLAR_ESHAPE  cuts or a width of indices that its extents do not fit
 * @return ASHLAR_EMISMATCH, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_sparse_assemble() */
ASHLAR_API int ga_sparse_read(const char *path, const ga_sparse_spec_t *spec, ga_sparse_t *s);
/** Write a matrix in the same format (coordinate, general), with all digits. The ranks write
 * side by side.
 * @return ASHLAR_ESYS  it cannot be written; what is there then is not a whole file */
ASHLAR_API int ga_sparse_write(ga_sparse_t s, const char *path);

#ifdef __cplusplus
}
#endif
#endif
