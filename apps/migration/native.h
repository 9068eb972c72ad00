/* The lowest eigenvalue of a symmetric matrix of doubles, an array of ashlar/ga.h, which stays as
 * it is. Collective. */
double native_lowest(int matrix);
