/* Declarations shared by the files of TCGMSG. */
#ifndef TCG_STATE_H
#define TCG_STATE_H

#include <stdlib.h>

#include <ashlar/al.h>

#include "ga.h"
#include "tcgmsg.h"
#include "typesf2c.h"

/* End the program with these words; the number is behind them, too. */
void tcgi_stop(long code, const char *format, ...)
    __attribute__((noreturn, cold, format(printf, 2, 3)));

/* A call of the library that must succeed. */
#define TCG_TRY(call, expression)                                                                  \
    do {                                                                                           \
        int tcg_status = (expression);                                                             \
        if (__builtin_expect(tcg_status != ASHLAR_OK, 0))                                          \
            tcgi_stop(tcg_status, "%s: %s", call, ashlar_error_message());                         \
    } while (0)

/* All nodes. The library is started where it is not: for collective calls. */
al_group_t *tcgi_all(void);
/* A node that a call names, and one that it counts. */
void tcgi_check_node(const char *call, long node);
void tcgi_check_number(const char *call, const char *what, long n);

/* Wait for messages under way. */
void tcgi_complete_all(const char *call);

/* How a number of bytes goes into integers of a size. */
static inline long tcgi_divide(long bytes, size_t size)
{
    return (bytes + (long)size - 1) / (long)size;
}

#endif
