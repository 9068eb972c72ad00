/* libcomex is there to be named on a linker's line: programs call ARMCI. */
extern int armci_comex_is_empty;
