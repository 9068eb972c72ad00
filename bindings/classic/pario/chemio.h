/* The constants of ELIO, the file layer of Global Arrays, by both of their names, for C and Fortran: how a
 * file is opened, and whether a transfer is done. */
#ifndef CHEMIO_H
#define CHEMIO_H

/* Read and write, write, read. */
#define ELIO_RW -1
#define ELIO_W  -2
#define ELIO_R  -3

#define ELIO_OK      0
#define ELIO_DONE    -1
#define ELIO_PENDING 1

#define CHEMIO_RW      ELIO_RW
#define CHEMIO_W       ELIO_W
#define CHEMIO_R       ELIO_R
#define CHEMIO_OK      ELIO_OK
#define CHEMIO_DONE    ELIO_DONE
#define CHEMIO_PENDING ELIO_PENDING

#endif
