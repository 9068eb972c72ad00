/* Gaussian basis sets: the library of an element-wise file, and the shells of a molecule. */
#ifndef SCF_BASIS_H
#define SCF_BASIS_H

#include <stddef.h>

#include "molecule/failure.h"
#include "molecule/molecule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Highest angular momentum of a shell (h). */
#define BASIS_L_MAX 5

/* The form of d and higher shells, as the file says or the user wants. */
typedef enum basis_form { BASIS_UNSAID, BASIS_CARTESIAN, BASIS_SPHERICAL } basis_form_t;

/* One contracted shell of an element; its primitives are [first, first+nprim) of the library. */
typedef struct entry {
    int z, l, nprim, first;
} entry_t;

/* The shells a file gives for the elements of a molecule. General contractions and SP shells are
 * split: one entry has one angular momentum and one column of coefficients. */
typedef struct library {
    basis_form_t form;
    int nentry, nprim;
    entry_t *entry;      /**< entry_t[nentry], owned */
    double *exponent;    /**< double[nprim], owned */
    double *coefficient; /**< double[nprim], of normalised primitives, owned */
} library_t;

/* Read the entries for the elements of a molecule from a file in NWChem's format.
 * @param[in] name  a file, or the name of a set shipped with the program ("6-31g*")
 * @return -1  the file is not readable or malformed, or an element of the molecule is missing */
int library_read(const char *name, const molecule_t *molecule, library_t *library,
                 failure_t *failure);
/* The same from one given file. */
int library_read_file(const char *path, const molecule_t *molecule, library_t *library,
                      failure_t *failure);
/* Find the file that a name means. @return 0, or -1 when there is none */
int library_find(const char *name, char *path, size_t size);
void library_free(library_t *library);

/* Find a data file of the program, "basis/sto-3g.nw": beside the installed program, else where it
 * was built from. @return 0, or -1 when there is none */
int data_find(const char *name, char *path, size_t size);

/* A shell of the molecule. */
typedef struct shell {
    int atom, l, pure, nprim;
    const double *exponent, *coefficient; /**< double[nprim], owned by the library */
    int first, size;                      /**< its basis functions */
} shell_t;

/* A run of shells of one atom that have the same angular momentum: the unit of density and Fock
 * patches, and of tasks. */
typedef struct block {
    int atom, l, pure;
    int first_shell, nshell;
    int first, size; /**< its basis functions */
} block_t;

/* The basis functions of a molecule, ordered by atom, then by angular momentum. */
typedef struct basis {
    int nshell, nblock, size;
    shell_t *shell; /**< shell_t[nshell], owned */
    block_t *block; /**< block_t[nblock], owned */
} basis_t;

/* Put the library's shells on the atoms. The library must outlive the basis.
 * @param[in] form  BASIS_UNSAID: what the library says, or cartesian */
int basis_build(const library_t *library, const molecule_t *molecule, basis_form_t form,
                basis_t *basis, failure_t *failure);
void basis_free(basis_t *basis);

/* Number of functions of a shell. */
int shell_size(int l, int pure);

#ifdef __cplusplus
}
#endif

#endif
