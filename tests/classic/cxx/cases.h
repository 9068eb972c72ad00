/* What the cases of ga++ share: matrices of known elements, with indices of either width. */
#ifndef TESTS_CLASSIC_CXX_CASES_H
#define TESTS_CLASSIC_CXX_CASES_H

#include <complex>
#include <vector>

#include "ga++.h"

extern "C" {
#include "harness/harness.h"
}

using GA::GlobalArray;
using GA::SERVICES;

enum { ROWS = 6, COLUMNS = 5 };
typedef std::complex<double> complex_t;

inline char *text(const char *words)
{
    return const_cast<char *>(words);
}

/* Indices, which is what I is: int or int64_t. */
template <class I> struct at {
    I x[4];
    at(I a = 0, I b = 0, I c = 0, I d = 0) : x{a, b, c, d}
    {
    }
    operator I *()
    {
        return x;
    }
    bool is(I a, I b) const
    {
        return x[0] == a && x[1] == b;
    }
};

/* A case that the classic calls start. */
#define TEST_CASE_STARTED(name, start)                                                             \
    static void started_##name();                                                                  \
    TEST_CASE(name, start)                                                                         \
    {                                                                                              \
        GA_Initialize();                                                                           \
        started_##name();                                                                          \
        GA_Terminate();                                                                            \
    }                                                                                              \
    static void started_##name()
/* A case for each width. */
#define TEST_CASE_OF_WIDTHS(name, start)                                                           \
    template <class I> static void of_width_##name();                                              \
    TEST_CASE_STARTED(name, start)                                                                 \
    {                                                                                              \
        of_width_##name<int>();                                                                    \
        of_width_##name<int64_t>();                                                                \
    }                                                                                              \
    template <class I> static void of_width_##name()

template <class T> int type_of();
template <> inline int type_of<int>()
{
    return C_INT;
}
template <> inline int type_of<long>()
{
    return C_LONG;
}
template <> inline int type_of<float>()
{
    return C_FLOAT;
}
template <> inline int type_of<double>()
{
    return C_DBL;
}
template <> inline int type_of<complex_t>()
{
    return C_DCPL;
}

template <class T, class F> void set_all(const GlobalArray &a, F f)
{
    int type, ndim;
    at<int> dims;
    a.inquire(&type, &ndim, dims);
    const int rows = ndim == 1 ? 1 : dims[0], columns = dims[ndim - 1];
    std::vector<T> all;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            all.push_back(f(i, j));
    GA_Sync();
    if (GA_Nodeid() == 0)
        NGA_Put(a.handle(), at<int>(),
                ndim == 1 ? at<int>(columns - 1) : at<int>(rows - 1, columns - 1), all.data(),
                at<int>(columns));
    GA_Sync();
}

template <class T> bool is_near(T found, T wanted)
{
    return static_cast<double>(std::abs(found - wanted)) <=
           1e-12 * static_cast<double>(std::abs(wanted));
}

template <class T, class F> void check_all(const char *file, int line, const GlobalArray &a, F f)
{
    int type, ndim, wrong = 0;
    at<int> dims;
    a.inquire(&type, &ndim, dims);
    test_check_int(file, line, type_of<T>(), type, "type of the array");
    const int rows = ndim == 1 ? 1 : dims[0], columns = dims[ndim - 1];
    std::vector<T> all(static_cast<size_t>(rows * columns));
    GA_Sync();
    NGA_Get(a.handle(), at<int>(),
            ndim == 1 ? at<int>(columns - 1) : at<int>(rows - 1, columns - 1), all.data(),
            at<int>(columns));
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            wrong += !is_near(all[static_cast<size_t>(i * columns + j)], f(i, j));
    test_check_int(file, line, 0, wrong, "wrong elements");
    GA_Sync();
}

/* Elements as an expression of i and j; a vector has row 0. */
#define ELEMENT(T, expression)                                                                     \
    [&](int i, int j) {                                                                            \
        (void)i, (void)j;                                                                          \
        return static_cast<T>(expression);                                                         \
    }
#define SET(T, a, expression)        set_all<T>(a, ELEMENT(T, expression))
#define EQUAL(T, a, expression)      check_all<T>(__FILE__, __LINE__, a, ELEMENT(T, expression))
#define INSIDE(i, j, i0, i1, j0, j1) ((i) >= (i0) && (i) <= (i1) && (j) >= (j0) && (j) <= (j1))

/* A new matrix, and one with elements 10i + j + 1. */
template <class T> GlobalArray matrix(int rows = ROWS, int columns = COLUMNS)
{
    return GlobalArray(type_of<T>(), 2, at<int>(rows, columns), text("matrix"), NULL);
}
template <class T> GlobalArray counted(int rows = ROWS, int columns = COLUMNS)
{
    GlobalArray a(type_of<T>(), 2, at<int>(rows, columns), text("counted"), NULL);
    SET(T, a, 10 * i + j + 1);
    return a;
}
#define COUNTED (10 * i + j + 1)

#endif
