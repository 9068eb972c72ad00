/* The names that Fortran programs call, as gfortran calls them. */
#ifndef TESTS_TCGMSG_NAMES_H
#define TESTS_TCGMSG_NAMES_H

#include <stddef.h>

#include "typesf2c.h"

void pbeginf_(void);
void pbginf_(void);
void pend_(void);
Integer tcgready_(void);
void parerr_(const Integer *code);
Integer nodeid_(void);
Integer nnodes_(void);
double tcgtime_(void);
Integer mtime_(void);
void snd_(const Integer *type, const void *buf, const Integer *lenbuf, const Integer *node,
          const Integer *sync);
void rcv_(const Integer *type, void *buf, const Integer *lenbuf, Integer *lenmes,
          const Integer *nodeselect, Integer *nodefrom, const Integer *sync);
Integer probe_(const Integer *type, const Integer *node);
void waitcom_(const Integer *node);
void setdbg_(const Integer *value);
void synch_(const Integer *type);
void brdcst_(const Integer *type, void *buf, const Integer *lenbuf, const Integer *originator);
void igop_(const Integer *type, Integer *x, const Integer *n, const char *op, size_t length);
void dgop_(const Integer *type, double *x, const Integer *n, const char *op, size_t length);
Integer nxtval_(const Integer *mproc);
void pfilecopy_(const Integer *type, const Integer *node0, const char *filename);
void pfcopy_(const Integer *type, const Integer *node0, const char *filename, size_t length);
Integer mdtob_(const Integer *n);
Integer mitob_(const Integer *n);
Integer mdtoi_(const Integer *n);
Integer mitod_(const Integer *n);
void llog_(void);
void stats_(void);
Integer niceftn_(const Integer *ival);
double drand48_(void);
void srand48_(const Integer *seed);

#endif
