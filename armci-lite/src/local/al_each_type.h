/* Includes a template once for each row of ASHLAR_TYPE_TABLE:
 *
 *     #define AL_TEMPLATE "ga/src/operands/ga_kernels.inc"
 *     #include "armci-lite/src/local/al_each_type.h"
 *
 * The template sees T (the type), W (a wide type of its kind, for sums), R (the type of its
 * real and imaginary parts), KIND (i, r or c), NAME(x) (INT_x, LONG_x, ...), and one of
 * TYPE_INTEGER, TYPE_REAL and TYPE_COMPLEX. No guard: other templates may follow. */
#include <ashlar/types.h>

/* Rows of the table, and whether it has more than n. */
#define AL_PLUS_1(id, ctype, mpitype, kind) +1
#define AL_TYPES                            (0 ASHLAR_TYPE_TABLE(AL_PLUS_1))

#define AL_JOIN2(a, b) a##_##b
#define AL_JOIN(a, b)  AL_JOIN2(a, b)

/* The table as a list of arguments, and one of them: rows are taken from the front. */
#define AL_ROW(id, ctype, mpitype, kind) (id, ctype, kind),
#define AL_ROWS                          ASHLAR_TYPE_TABLE(AL_ROW)
#define AL_PICK_0(row, ...)              row
#define AL_PICK_1(a, ...)                AL_PICK_0(__VA_ARGS__)
#define AL_PICK_2(a, ...)                AL_PICK_1(__VA_ARGS__)
#define AL_PICK_3(a, ...)                AL_PICK_2(__VA_ARGS__)
#define AL_PICK_4(a, ...)                AL_PICK_3(__VA_ARGS__)
#define AL_PICK_5(a, ...)                AL_PICK_4(__VA_ARGS__)
#define AL_PICK_6(a, ...)                AL_PICK_5(__VA_ARGS__)
#define AL_PICK_7(a, ...)                AL_PICK_6(__VA_ARGS__)
#define AL_PICK_8(a, ...)                AL_PICK_7(__VA_ARGS__)
#define AL_PICK_9(a, ...)                AL_PICK_8(__VA_ARGS__)
#define AL_PICK_10(a, ...)               AL_PICK_9(__VA_ARGS__)
#define AL_PICK_11(a, ...)               AL_PICK_10(__VA_ARGS__)
#define AL_PICKED2(pick, ...)            pick(__VA_ARGS__)
#define AL_PICKED(pick, ...)             AL_PICKED2(pick, __VA_ARGS__)
#define AL_FIELDS                        AL_PICKED(AL_JOIN(AL_PICK, AL_TYPE_NUMBER), AL_ROWS, )
#define AL_ID(id, ctype, kind)           id
#define AL_CTYPE(id, ctype, kind)        ctype
#define AL_KIND(id, ctype, kind)         kind
#define AL_FIELD2(field, fields)         field fields
#define AL_FIELD(field, fields)          AL_FIELD2(field, fields)

#define NAME(x)   AL_JOIN(AL_FIELD(AL_ID, AL_FIELDS), x)
#define T         AL_FIELD(AL_CTYPE, AL_FIELDS)
#define KIND      AL_FIELD(AL_KIND, AL_FIELDS)
#define W         __typeof__((T)0 + AL_JOIN(AL_WIDE, KIND))
#define R         __typeof__(__real__(T) 0)
#define AL_WIDE_i 0LL
#define AL_WIDE_r 0.0
#define AL_WIDE_c (double _Complex)0

#if AL_TYPES > 0
#define AL_TYPE_NUMBER 0
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 1
#define AL_TYPE_NUMBER 1
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 2
#define AL_TYPE_NUMBER 2
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 3
#define AL_TYPE_NUMBER 3
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 4
#define AL_TYPE_NUMBER 4
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 5
#define AL_TYPE_NUMBER 5
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 6
#define AL_TYPE_NUMBER 6
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 7
#define AL_TYPE_NUMBER 7
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 8
#define AL_TYPE_NUMBER 8
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 9
#define AL_TYPE_NUMBER 9
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 10
#define AL_TYPE_NUMBER 10
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 11
#define AL_TYPE_NUMBER 11
#include "armci-lite/src/local/al_one_type.h"
#undef AL_TYPE_NUMBER
#endif
#if AL_TYPES > 12
#error "more rows than this header takes from the table: go on with AL_PICK_12"
#endif

#undef AL_PLUS_1
#undef AL_TYPES
#undef AL_JOIN2
#undef AL_JOIN
#undef AL_ROW
#undef AL_ROWS
#undef AL_PICK_0
#undef AL_PICK_1
#undef AL_PICK_2
#undef AL_PICK_3
#undef AL_PICK_4
#undef AL_PICK_5
#undef AL_PICK_6
#undef AL_PICK_7
#undef AL_PICK_8
#undef AL_PICK_9
#undef AL_PICK_10
#undef AL_PICK_11
#undef AL_PICKED2
#undef AL_PICKED
#undef AL_FIELDS
#undef AL_ID
#undef AL_CTYPE
#undef AL_KIND
#undef AL_FIELD2
#undef AL_FIELD
#undef NAME
#undef T
#undef KIND
#undef W
#undef R
#undef AL_WIDE_i
#undef AL_WIDE_r
#undef AL_WIDE_c
#undef AL_TEMPLATE
