/* differential --seed S --first N --count N [--nodes N] [--skip n,n,...] [--without RULE] [--only
 * GROUP or NAME]
 * [--verbose] FOLDER: makes calls, each rank writes FOLDER/RANK. */
#include <stdarg.h>

#include "differential.h"
#include "tcgmsg.h"

int me, ranks, nodes = 1;
bool verbose;

static FILE *trace;
static const char *only;
static bool off[RULES];
static int64_t skipped[64];
static int skips;

/* ---- random numbers -------------------------------------------------------------------------- */

static uint64_t common, own;

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void begin_random(uint64_t seed, int64_t what)
{
    common = seed * 0x2545f4914f6cdd1du + (uint64_t)what * 0x9e3779b97f4a7c15u;
    common = next(&common);
    own = common ^ ((uint64_t)me + 1) * 0xd6e8feb86659fd93u;
    next(&own);
}

uint64_t random_swap(uint64_t state)
{
    uint64_t was = common;
    common = state;
    return was;
}

int draw(int below)
{
    return (int)(next(&common) % (uint64_t)below);
}

int draw_own(int below)
{
    return (int)(next(&own) % (uint64_t)below);
}

int between(int low, int high)
{
    return low + draw(high - low + 1);
}

bool chance(int percent)
{
    return draw(100) < percent;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static const char *const rules[][3] = {
#define RULE(name, calls, reason) {#name, calls, reason},
#include "rules.def"
#undef RULE
};

bool skip(enum rule rule)
{
    return !off[rule];
}

/* ---- the trace ------------------------------------------------------------------------------- */

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

/* ---- elements -------------------------------------------------------------------------------- */

static const struct {
    int type;
    size_t bytes;
    const char *name;
} types[] = {{C_INT, sizeof(int), "int"},
             {C_LONG, sizeof(long), "long"},
             {C_LONGLONG, sizeof(long long), "longlong"},
             {C_FLOAT, sizeof(float), "float"},
             {C_DBL, sizeof(double), "double"},
             {C_SCPL, 2 * sizeof(float), "scpl"},
             {C_DCPL, 2 * sizeof(double), "dcpl"}};

size_t bytes_of(int type)
{
    for (size_t k = 0; k < sizeof types / sizeof *types; ++k)
        if (types[k].type == type)
            return types[k].bytes;
    return 0;
}

const char *type_name(int type)
{
    for (size_t k = 0; k < sizeof types / sizeof *types; ++k)
        if (types[k].type == type)
            return types[k].name;
    return "?";
}

bool is_complex(int type)
{
    return type == C_SCPL || type == C_DCPL;
}

bool is_integer(int type)
{
    return type == C_INT || type == C_LONG || type == C_LONGLONG;
}

void element_set(int type, void *data, int64_t k, double re, double im)
{
    if (type == C_INT)
        ((int *)data)[k] = (int)re;
    else if (type == C_LONG)
        ((long *)data)[k] = (long)re;
    else if (type == C_LONGLONG)
        ((long long *)data)[k] = (long long)re;
    else if (type == C_FLOAT)
        ((float *)data)[k] = (float)re;
    else if (type == C_DBL)
        ((double *)data)[k] = re;
    else if (type == C_SCPL)
        ((SingleComplex *)data)[k] = (SingleComplex){(float)re, (float)im};
    else
        ((DoubleComplex *)data)[k] = (DoubleComplex){re, im};
}

void element_get(int type, const void *data, int64_t k, double *re, double *im)
{
    *im = 0;
    if (type == C_INT) {
        *re = ((const int *)data)[k];
    } else if (type == C_LONG) {
        *re = (double)((const long *)data)[k];
    } else if (type == C_LONGLONG) {
        *re = (double)((const long long *)data)[k];
    } else if (type == C_FLOAT) {
        *re = ((const float *)data)[k];
    } else if (type == C_DBL) {
        *re = ((const double *)data)[k];
    } else if (type == C_SCPL) {
        *re = ((const SingleComplex *)data)[k].real;
        *im = ((const SingleComplex *)data)[k].imag;
    } else {
        *re = ((const DoubleComplex *)data)[k].real;
        *im = ((const DoubleComplex *)data)[k].imag;
    }
}

scalar_t draw_scalar(const char *name, int type)
{
    scalar_t s;
    int re = between(-3, 4), im = between(-2, 2);
    element_set(type, &s.value, 0, re, im);
    if (is_complex(type))
        arg("%s=%d%+di", name, re, im);
    else
        arg("%s=%d", name, re);
    return s;
}

void *draw_data(int type, int64_t n, bool mine)
{
    char *data = malloc((size_t)n * bytes_of(type) + 16);
    for (int64_t k = 0; k < n; ++k) {
        int re = mine ? draw_own(19) : draw(19), im = mine ? draw_own(7) : draw(7);
        element_set(type, data, k, re - 9, im - 3);
    }
    return data;
}

/* ---- indices --------------------------------------------------------------------------------- */

enum flavour draw_flavour(bool two)
{
    static const char *const names[] = {"C", "C64", "nga_", "ga_"};
    enum flavour f = (enum flavour)draw(two ? 4 : 3);
    arg("%s", names[f]);
    return f;
}

Integer *fortran_index(int n, const int *c, Integer *f)
{
    for (int d = 0; d < n; ++d)
        f[d] = c[n - 1 - d] + 1;
    return f;
}

Integer *fortran_extents(int n, const int *c, Integer *f)
{
    for (int d = 0; d < n; ++d)
        f[d] = c[n - 1 - d];
    return f;
}

int64_t *wider(int n, const int *c, int64_t *w)
{
    for (int d = 0; d < n; ++d)
        w[d] = c[d];
    return w;
}

/* ---- the run --------------------------------------------------------------------------------- */

static const entry_t *const groups[] = {move_calls,   whole_calls,    patch_calls,
                                        matrix_calls, question_calls, group_calls,
                                        memory_calls, message_calls,  file_calls};

static const entry_t *choose(void)
{
    int total = 0;
    for (size_t k = 0; k < sizeof groups / sizeof *groups; ++k)
        for (const entry_t *e = groups[k]; e->name; ++e)
            total += !only || strstr(e->name, only) ? e->weight : 0;
    if (total == 0)
        return NULL;
    int at = draw(total);
    for (size_t k = 0; k < sizeof groups / sizeof *groups; ++k)
        for (const entry_t *e = groups[k]; e->name; ++e)
            if (!only || strstr(e->name, only))
                if ((at -= e->weight) < 0)
                    return e;
    return NULL;
}

static bool is_skipped(int64_t n)
{
    for (int k = 0; k < skips; ++k)
        if (skipped[k] == n)
            return true;
    return false;
}

static void make(uint64_t seed, int64_t n)
{
    begin_random(seed, 2 * n + 1);
    const entry_t *e = choose();
    if (!e)
        return;
    fprintf(trace, "#%lld %s", (long long)n, e->name);
    if (is_skipped(n)) {
        fprintf(trace, " left out\n");
        return;
    }
    fflush(trace);
    e->make();
    GA_Sync();
}

/* Runs the calls of a segment from first to the one before last; in some segments only by the
 * members of a group, which is the default one. */
static void run_segment(uint64_t seed, int64_t segment, int64_t first, int64_t last)
{
    begin_random(seed, 2 * segment * SEGMENT);
    int all = ranks, self = me, group = -1, world = GA_Pgroup_get_world();
    bool member = true;
    if (all > 1 && chance(12)) {
        int list[64], n = 0, from = draw(all);
        for (int k = from; k < all && (n == 0 || chance(70)); ++k)
            list[n++] = k;
        member = false;
        for (int k = 0; k < n; ++k)
            member |= list[k] == self;
        fprintf(trace, "%%%lld segment in the group %d..%d\n", (long long)first, from,
                from + n - 1);
        fflush(trace);
        group = GA_Pgroup_create(list, n);
        if (member) {
            GA_Pgroup_set_default(group);
            me = GA_Nodeid();
            ranks = GA_Nnodes();
        }
    }
    if (member) {
        pool_start(seed, segment);
        for (int64_t n = first; n < last; ++n)
            make(seed, n);
        fprintf(trace, "%%%lld end of segment\n", (long long)last - 1);
        fflush(trace);
        pool_empty();
    }
    if (group >= 0) {
        if (member)
            GA_Pgroup_set_default(world);
        GA_Sync();
        GA_Pgroup_destroy(group);
        me = self;
        ranks = all;
    }
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;
    int64_t first = 0, count = 1000;
    const char *folder = ".";
    for (int k = 1; k < argc; ++k) {
        const char *value = k + 1 < argc ? argv[k + 1] : "";
        if (!strcmp(argv[k], "--rules")) {
            for (int r = 0; r < RULES; ++r)
                printf("%s\t%s\t%s\n", rules[r][0], rules[r][1], rules[r][2]);
            return 0;
        }
        if (!strcmp(argv[k], "--verbose")) {
            verbose = true;
            continue;
        }
        if (strncmp(argv[k], "--", 2)) {
            folder = argv[k];
            continue;
        }
        ++k;
        if (!strcmp(argv[k - 1], "--seed"))
            seed = strtoull(value, NULL, 10);
        else if (!strcmp(argv[k - 1], "--first"))
            first = atoll(value);
        else if (!strcmp(argv[k - 1], "--count"))
            count = atoll(value);
        else if (!strcmp(argv[k - 1], "--nodes"))
            nodes = atoi(value);
        else if (!strcmp(argv[k - 1], "--only"))
            only = value;
        else if (!strcmp(argv[k - 1], "--skip"))
            for (const char *at = value; *at && skips < 64;
                 at += strcspn(at, ","), at += *at == ',')
                skipped[skips++] = atoll(at);
        else if (!strcmp(argv[k - 1], "--without"))
            for (int r = 0; r < RULES; ++r)
                off[r] |= !strcmp(value, "all") || !strcmp(rules[r][0], value);
    }
    tcg_pbegin(argc, argv);
    GA_Initialize();
    MA_init(C_DBL, 200000, 200000);
    me = GA_Nodeid();
    ranks = GA_Nnodes();
    char name[4096];
    snprintf(name, sizeof name, "%s/%d", folder, me);
    trace = fopen(name, "a");
    if (!trace)
        GA_Error("no trace", 0);
    setvbuf(trace, NULL, _IOFBF, 1 << 16);
    for (int64_t n = first; n < first + count;) {
        int64_t segment = n / SEGMENT, end = (segment + 1) * SEGMENT;
        if (end > first + count)
            end = first + count;
        run_segment(seed, segment, n, end);
        n = end;
    }
    fprintf(trace, "# end\n");
    fclose(trace);
    GA_Terminate();
    tcg_pend();
    return 0;
}
