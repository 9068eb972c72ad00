/* PBLAS copies vectors for cgemv and zgemv, which in OpenBLAS 0.3.21 read an element beyond them if
 * the matrix has 2 rows more than a multiple of 4. That is the end of the heap now and then where
 * the address sanitizer puts nothing behind memory. So here its copies are longer. */
#ifdef __SANITIZE_ADDRESS__
#include <stdlib.h>

char *PB_Cmalloc(int bytes);
char *PB_Cmalloc(int bytes)
{
    return bytes > 0 ? malloc((size_t)bytes + 64) : NULL;
}
#else
typedef int not_empty;
#endif
