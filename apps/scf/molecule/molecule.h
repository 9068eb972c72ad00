/* The molecule: nuclei and their positions. */
#ifndef SCF_MOLECULE_H
#define SCF_MOLECULE_H

#include "molecule/failure.h"

/* Heaviest element known. */
#define MOLECULE_Z_MAX 118

typedef struct atom {
    int z;
    double r[3]; /**< bohr */
} atom_t;

typedef struct molecule {
    int natom;
    atom_t *atom;    /**< atom_t[natom], owned */
    int more_frames; /**< the file has others behind this one */
} molecule_t;

/* Read an XYZ file: the number of atoms, a comment line, then `symbol x y z` in Angstrom, with any
 * columns behind them; where extended XYZ says in the comment which columns there are, that holds.
 * For the symbol there may be an atomic number, a label that begins with the symbol (O1, H_2), or
 * D or T. Text may follow, and other frames, of which none is read. Fails with file and line on
 * anything else, and when two atoms sit on top of each other.
 * @param[in] bohr  atomic units of length in one Angstrom
 * @param[out] molecule  free with molecule_free() */
int molecule_read(const char *path, double bohr, molecule_t *molecule, failure_t *failure);
void molecule_free(molecule_t *molecule);
/* A straight chain of n molecules of water, each with a hydrogen bond to the next one; see
 * waters.c.
 * @param[out] molecule  free with molecule_free() */
int molecule_waters(int n, double bohr, molecule_t *molecule, failure_t *failure);

/* Sum of the nuclear charges, and their repulsion in Eh. */
int molecule_charge(const molecule_t *molecule);
double molecule_repulsion(const molecule_t *molecule);

/* The atomic number of a symbol in any case, or of a temporary one (Uun), 0 when unknown; the
 * symbol of an atomic number. */
int element_number(const char *symbol);
const char *element_symbol(int z);
/* Whether an atom of the molecule is of that element. */
int molecule_has(const molecule_t *molecule, int z);

#endif
