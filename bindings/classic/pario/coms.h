/* The names by which the files of Global Arrays know who is there. */
#ifndef COMS_H
#define COMS_H

#include "ga.h"

#define SYNC  GA_Sync
#define NPROC GA_Nnodes
#define ME    GA_Nodeid
#define ERROR GA_Error

#endif
