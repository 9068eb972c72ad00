/* The trace says what was called and what was answered. */
#include <stdarg.h>

#include "differential.h"

void arg(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputc(' ', trace);
    vfprintf(trace, format, list);
    va_end(list);
}

void arg_list(const char *name, int n, const int *x)
{
    fprintf(trace, " %s", name);
    for (int k = 0; k < n; ++k)
        fprintf(trace, "%c%d", k ? ',' : '=', x[k]);
}

void go(void)
{
    fputc('\n', trace);
    fflush(trace);
}

void out(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("  ", trace);
    vfprintf(trace, format, list);
    fputc('\n', trace);
    va_end(list);
}

void out_list(const char *name, int n, const int *x)
{
    fprintf(trace, "  %s:", name);
    for (int k = 0; k < n; ++k)
        fprintf(trace, " %d", x[k]);
    fputc('\n', trace);
}

static void out_elements(const char *sign, const char *name, int type, int64_t n, const void *data)
{
    fprintf(trace, "%s%s:", sign, name);
    for (int64_t k = 0; k < n; ++k) {
        double re, im;
        element_get(type, data, k, &re, &im);
        fprintf(trace, " %.9g", re + 0.0);
        if (is_complex(type))
            fprintf(trace, " %.9g", im + 0.0);
    }
    fputc('\n', trace);
}

void out_data(const char *name, int type, int64_t n, const void *data)
{
    if (n <= 4 || verbose) {
        out_elements("  ", name, type, n, data);
        return;
    }
    uint64_t sum = (uint64_t)n;
    for (int64_t k = 0; k < n; ++k) {
        double x[2];
        element_get(type, data, k, &x[0], &x[1]);
        for (int p = 0; p < 2; ++p) {
            uint64_t bits;
            x[p] += 0.0; /* no -0 */
            memcpy(&bits, &x[p], sizeof bits);
            sum = (sum ^ bits) * 0x100000001b3u;
            sum ^= sum >> 29;
        }
    }
    out("%s: %lld elements, sum %016llx", name, (long long)n, (unsigned long long)sum);
}

void out_nearly(const char *name, int type, int64_t n, const void *data)
{
    out_elements(type == C_FLOAT || type == C_SCPL ? "~f" : "~d", name, type, n, data);
}
