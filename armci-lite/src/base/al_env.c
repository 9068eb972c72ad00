/* Environment variables are read and checked (al_env.def lists them). */
#include "armci-lite/src/base/al_env.h"

#include <stddef.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_status.h"

enum kind { KIND_CHOICE, KIND_COUNT, KIND_BYTES, KIND_FLAG, KIND_SECONDS, KIND_TEXT };

typedef struct variable {
    const char *name;
    enum kind kind;
    const char *words; /* of a CHOICE */
    const char *value; /* the default */
    const char *text;
    size_t field; /* offset in al_env_t */
} variable_t;

#define CHOICE(words) KIND_CHOICE, words
#define COUNT         KIND_COUNT, "a number from 1"
#define BYTES         KIND_BYTES, "a size in bytes, or with a suffix K, M, G or T"
#define FLAG          KIND_FLAG, "0 or 1"
#define TEXT          KIND_TEXT, "any name"
#define SECONDS       KIND_SECONDS, "a number of seconds from 0"

static const variable_t variables[] = {
#define AL_ENV(name, field, kind, value, text)                                                     \
    {#name, kind, value, text, offsetof(al_env_t, field)},
#include "armci-lite/src/base/al_env.def"
#undef AL_ENV
};
enum { VARIABLE_COUNT = sizeof variables / sizeof *variables };

static const char *const tools[] = {
#define AL_ENV_TOOL(name, text) #name,
#include "armci-lite/src/base/al_env_tools.def"
#undef AL_ENV_TOOL
};
enum { TOOL_COUNT = sizeof tools / sizeof *tools };

static int parse_choice(const char *words, const char *value, int64_t *out)
{
    size_t length = strlen(value);
    for (int64_t index = 0;; ++index) {
        size_t word = strcspn(words, "|");
        if (word == length && strncmp(words, value, length) == 0) {
            *out = index;
            return 1;
        }
        if (!words[word])
            return 0;
        words += word + 1;
    }
}

static int parse_number(const char *value, int64_t lowest, int64_t *out)
{
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (errno || end == value || *end || number < lowest)
        return 0;
    *out = number;
    return 1;
}

static int parse_bytes(const char *value, int64_t *out)
{
    if (!*value) {
        *out = 0;
        return 1;
    }
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (errno || end == value || number < 1)
        return 0;
    int shift = 0;
    if (*end) {
        const char *suffix = strchr("KMGT", toupper((unsigned char)*end));
        if (!suffix || end[1])
            return 0;
        shift = 10 * (int)(suffix - "KMGT" + 1);
    }
    if (number > (INT64_MAX >> shift))
        return 0;
    *out = number << shift;
    return 1;
}

static int parse(const variable_t *variable, const char *value, int64_t *out)
{
    switch (variable->kind) {
    case KIND_CHOICE:
        return parse_choice(variable->words, value, out);
    case KIND_COUNT:
        return parse_number(value, 1, out);
    case KIND_BYTES:
        return parse_bytes(value, out);
    case KIND_FLAG:
        return parse_number(value, 0, out) && *out <= 1;
    case KIND_SECONDS:
        return parse_number(value, 0, out);
    case KIND_TEXT:
        *out = *value != '\0';
        return 1;
    }
    return 0;
}

static const char *value_in_force(const variable_t *variable)
{
    const char *value = getenv(variable->name);
    return value && *value ? value : variable->value;
}

int ali_env_read(al_env_t *env)
{
    for (int v = 0; v < VARIABLE_COUNT; ++v) {
        const char *value = value_in_force(&variables[v]);
        int64_t *field = (int64_t *)(void *)((char *)env + variables[v].field);
        if (!parse(&variables[v], value, field))
            return AL_FAIL(ASHLAR_EARG, "%s=%s: expected %s", variables[v].name, value,
                           variables[v].words);
    }
    return ASHLAR_OK;
}

void ali_env_print(FILE *out)
{
    for (int v = 0; v < VARIABLE_COUNT; ++v) {
        const char *value = value_in_force(&variables[v]);
        fprintf(out, "ashlar: %-18s %-8s %s (%s)\n", variables[v].name, *value ? value : "-",
                variables[v].text, variables[v].words);
    }
}

extern char **environ;

static const char prefix[] = "ASHLAR_";
enum { PREFIX = sizeof prefix - 1, NAME = 64 };

static const char *known_name(int k)
{
    return k < VARIABLE_COUNT ? variables[k].name : tools[k - VARIABLE_COUNT];
}

/* How many characters must be changed, inserted or left out to make one name the other, in any case
 * (Levenshtein's distance); b has less than NAME characters. */
static int distance(const char *a, const char *b)
{
    int row[NAME], length = (int)strlen(b);
    for (int j = 0; j <= length; ++j)
        row[j] = j;
    for (int i = 0; a[i]; ++i) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < length; ++j) {
            int change = diagonal + (toupper((unsigned char)a[i]) != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = 1 + (row[j] < diagonal ? row[j] : diagonal);
            row[j + 1] = change < row[j + 1] ? change : row[j + 1];
        }
    }
    return row[length];
}

static void print_unknown(FILE *out, const char *name)
{
    int nearest = 0, least = NAME;
    for (int k = 0; k < VARIABLE_COUNT + TOOL_COUNT; ++k) {
        if (strcmp(name, known_name(k)) == 0)
            return;
        int differing = distance(name, known_name(k));
        if (differing < least) {
            nearest = k;
            least = differing;
        }
    }
    fprintf(out, "ashlar: %s is set, but no variable has this name; ", name);
    if (2 * least <= (int)strlen(name) - PREFIX) {
        fprintf(out, "the nearest is %s\n", known_name(nearest));
        return;
    }
    fprintf(out, "the library reads");
    for (int v = 0; v < VARIABLE_COUNT; ++v)
        fprintf(out, "%s %s", v ? "," : "", variables[v].name);
    fprintf(out, "\n");
}

void ali_env_print_unknown(FILE *out)
{
    for (char **entry = environ; entry && *entry; ++entry) {
        char name[NAME];
        size_t length = strcspn(*entry, "=");
        if (strncmp(*entry, prefix, PREFIX) != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length, *entry);
        print_unknown(out, name);
    }
}
