/* A file of basis sets in NWChem's format, while it is read. */
#ifndef SCF_LIBRARY_READER_H
#define SCF_LIBRARY_READER_H

#include "molecule/basis.h"
#include "molecule/text.h"

/* One shell as the file gives it: rows of an exponent and one coefficient per column. */
typedef struct rows {
    int n, columns, room;
    double *value; /* double[n][1 + columns] */
} rows_t;

/* Where the shells of an element come from: one set of the file, and its form where that matters.
 */
typedef struct source {
    int line; /* of its first shell; 0: none yet */
    char set[64];
    basis_form_t form;
} source_t;

/* A file of basis sets that is being read. */
typedef struct reader {
    text_t text;
    const molecule_t *molecule;
    library_t *library;
    failure_t *failure;
    source_t source[MOLECULE_Z_MAX + 1];
    /* the block */
    char set[64];
    basis_form_t form;
    /* the shell */
    int z, line, wanted;
    char type[8];
    rows_t rows;
} reader_t;

/* The line `element type` of a shell. What the molecule does not need is not looked at further. */
int shell_begin(reader_t *reader);
/* A line of an exponent and coefficients. */
int shell_read_row(reader_t *reader);
/* Add the shell just read; its type is a letter, or SP: columns of S and P. */
int shell_finish(reader_t *reader);

#endif
