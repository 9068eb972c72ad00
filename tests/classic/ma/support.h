/* Checks for the tests of MA. A process has one space, so each case runs in a process of its own;
 * what ends a program runs in one below that. */
#ifndef TESTS_CLASSIC_MA_SUPPORT_H
#define TESTS_CLASSIC_MA_SUPPORT_H

#include <macdecls.h>

#include "fortran/names.h"

#define CHECK(condition) ma_check(__FILE__, __LINE__, !!(condition), #condition)
#define CHECK_INT(expected, actual)                                                                \
    ma_check_int(__FILE__, __LINE__, (long long)(expected), (long long)(actual), #actual)
#define CHECK_CONTAINS(text, part) ma_check_contains(__FILE__, __LINE__, (text), (part))

void ma_check(const char *file, int line, int holds, const char *what);
void ma_check_int(const char *file, int line, long long expected, long long actual,
                  const char *what);
void ma_check_contains(const char *file, int line, const char *text, const char *part);

/* Text that the process has printed since, to both streams; valid until the next call. */
void ma_listen(void);
const char *ma_heard(void);

/* Run a function in another process, which must end before it returns. What it printed is heard. */
int ma_exit_code(void (*run)(void));

/* Bytes of a block beside its elements, and the divisor of its length. */
enum { GUARDS = 16, LINE = 64 };

/* Fortran's base arrays. */
extern char FORTRAN(mbc_byte, MBC_BYTE)[];
extern Integer FORTRAN(mbc_int, MBC_INT)[];
extern Logical FORTRAN(mbc_log, MBC_LOG)[];
extern float FORTRAN(mbc_real, MBC_REAL)[];
extern double FORTRAN(mbc_dbl, MBC_DBL)[];
extern MA_SingleComplex FORTRAN(mbc_scpl, MBC_SCPL)[];
extern MA_DoubleComplex FORTRAN(mbc_dcpl, MBC_DCPL)[];

/* Every code of a type, and the size of an element. */
typedef struct ma_type {
    Integer code;
    int size;
    char *base;
} ma_type_t;
extern const ma_type_t ma_types[MT_NUMTYPES];

typedef struct ma_case {
    const char *name;
    void (*run)(void);
} ma_case_t;

#define MA_CASES(X)                                                                                \
    X(bases)                                                                                       \
    X(sizes)                                                                                       \
    X(init)                                                                                        \
    X(init_default)                                                                                \
    X(no_init)                                                                                     \
    X(all_of_it)                                                                                   \
    X(partition)                                                                                   \
    X(stack_order)                                                                                 \
    X(pieces)                                                                                      \
    X(far_away)                                                                                    \
    X(handles)                                                                                     \
    X(iterators)                                                                                   \
    X(guards)                                                                                      \
    X(alignment)                                                                                   \
    X(switches)                                                                                    \
    X(hard_fail)                                                                                   \
    X(reports)                                                                                     \
    X(random)                                                                                      \
    X(many)

#define X(name) void ma_##name(void);
MA_CASES(X)
#undef X

/* Run them all, or the one that is named; returns what main() does. */
int ma_run(int argc, char **argv, const ma_case_t *cases, int n);

#endif
