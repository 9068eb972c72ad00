/* The lowest eigenvalue of a symmetric n x n matrix of doubles, of which each rank passes its own
 * block: rows lo[0]..hi[0], columns lo[1]..hi[1], row-major with ld elements to a row; NULL: it has
 * none. Collective. */
double native_lowest(int n, const int *lo, const int *hi, const double *block, int ld);
