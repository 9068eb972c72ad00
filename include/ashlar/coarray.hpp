/** Coarrays for C++17: a view of coarray.h, which says what each call does; here what is not
 * ASHLAR_OK is thrown as ashlar::error. There are two faces, of two papers, in which [] and () swap
 * their meanings. Each has the image first, and indices and images count from 0:
 *
 *     ashlar::Coarray<double, 2> x(n, m);   // 2013        ashlar::CoArray<double> A(n, m); // 2002
 *     x[i][j] = 1;                          // mine        A(i, j) = 1;
 *     x(p)[i][j] = x[i][j] + x(q)[k][l];    // of images   A[p](i, j) = A(i, j) + A[q](k, l);
 *     x(p)[i][j] += 2;                      // atomic      A[p](i, j) += 2;
 *     ashlar::sync_images({left, right});
 *     x.slice(1, 3, 0, m - 1) = x(p).slice(2, 4, 0, m - 1); // first, last, inclusive, of each
 *     x(p).slice(ashlar::interval(0, n - 1, 2), ashlar::interval(0, 0)) = 4;   // every second
 *     x(p) = y;  x = x(p);  x(p) = y(q);  x(p) = std::vector<double>(n * m);
 *     x = y + 2 * x(p);                     // element by element (coarray/expressions.hpp)
 *     auto p = &A[q](i, j);  p[1] = *p;  ++p; // remote_ptr
 *
 * Number and order of elements must agree in a slice or array assigned to another, not the shapes;
 * it is as if all were read before any is written. An access is blocking unless it is called
 * ..._nb(). Objects free what they hold; that is collective where it is in C, except while an
 * exception passes, when nothing is freed because the other images may not be there.
 *
 * Elements are int, long, long long, float, double and std::complex of the two, which accumulate,
 * or else records: anything that is trivially copyable, as bytes, C arrays too. No pointers; what
 * they name is not there on another image. A structure is read and written as one: A[p](i).x = 1
 * would need a member of C++ to be a remote element, and a method of an object of another image the
 * help of that image; put the members into coarrays of their own, or read, change and write.
 *
 * Local indices are checked unless NDEBUG is defined, and indices of other images always; the files
 * of a program should be alike in this.
 */
#ifndef ASHLAR_COARRAY_HPP
#define ASHLAR_COARRAY_HPP

#include <ashlar/coarray_2002.hpp>
#include <ashlar/coarray_2013.hpp>
#include <ashlar/coarray/collectives.hpp>

#endif
