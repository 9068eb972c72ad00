/* The names of Fortran for tracing, of TCGMSG and of Global Arrays. Nothing is traced. */
#include "fortran.h"

#define PLAIN(lower, upper) GA_CLASSIC_API void FORTRAN_PLAIN(lower, upper)
#define NAMED(lower, upper) GA_CLASSIC_API void FORTRAN(lower, upper)

/* Fortran has no header to declare them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

PLAIN(evon, EVON)(void)
{
}

PLAIN(evoff, EVOFF)(void)
{
}

PLAIN(evbgin, EVBGIN)(const char *text, size_t length)
{
    (void)text;
    (void)length;
}

PLAIN(evend, EVEND)(const char *text, size_t length)
{
    (void)text;
    (void)length;
}

PLAIN(event, EVENT)(const char *text, size_t length)
{
    (void)text;
    (void)length;
}

NAMED(trace_init, TRACE_INIT)(const Integer *events)
{
    (void)events;
}

NAMED(trace_stime, TRACE_STIME)(void)
{
}

NAMED(trace_etime, TRACE_ETIME)(void)
{
}

NAMED(trace_genrec, TRACE_GENREC)
(const Integer *g, const Integer *ilo, const Integer *ihi, const Integer *jlo, const Integer *jhi,
 const Integer *op)
{
    (void)g, (void)ilo, (void)ihi, (void)jlo, (void)jhi, (void)op;
}

NAMED(trace_end, TRACE_END)(const Integer *rank)
{
    (void)rank;
}
