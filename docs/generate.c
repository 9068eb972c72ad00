/* Writes docs/errors.md (argument: errors) or docs/env.md (argument: env) to stdout, from the
 * tables the library is built from. `cmake --build build/<mpi>-<preset> --target docs` writes both.
 */
#include <stdio.h>
#include <string.h>

#include <ashlar/status.h>

/* Print text for a cell of a Markdown table: a bar would end the cell. */
static void print_cell(const char *text)
{
    for (; *text; ++text) {
        if (*text == '|')
            putchar('\\');
        putchar(*text);
    }
}

static void print_error(const char *name, int value, const char *text)
{
    printf("| `%s` | %d | %s |\n", name, value, text);
}

static void print_variable(const char *name, const char *kind, const char *value, const char *text)
{
    printf("| `%s` | ", name);
    print_cell(kind);
    printf(" | %s%s%s | ", *value ? "`" : "", value, *value ? "`" : "");
    print_cell(text);
    puts(" |");
}

static void write_errors(void)
{
    puts("# Status codes\n\n"
         "Generated from `include/ashlar/status.h`. Every fallible call returns one of these;\n"
         "`ashlar_error_message()` has the sentence with the names and numbers.\n\n"
         "| name | value | meaning |\n|---|---|---|");
#define PRINT(name, value, text) print_error(#name, value, text);
    ASHLAR_STATUS_TABLE(PRINT)
#undef PRINT
}

static void print_tool(const char *name, const char *text)
{
    if (strncmp(text, "set ", 4) != 0)
        printf("| `%s` | %s |\n", name, text);
}

static void write_env(void)
{
    puts("# Environment variables\n\n"
         "Generated from `armci-lite/src/base/al_env.def`. Read once, when the library starts;\n"
         "`ASHLAR_INFO=1` prints them as understood. A value that is not understood is an error. "
         "Rank 0\n"
         "names each variable that begins with `ASHLAR_` and is neither here nor below.\n\n"
         "| name | values | default | meaning |\n|---|---|---|---|");
#define CHOICE(words)                          words
#define COUNT                                  "a number from 1"
#define BYTES                                  "a size such as `512M`"
#define FLAG                                   "0 or 1"
#define SECONDS                                "seconds"
#define TEXT                                   "a name"
#define AL_ENV(name, field, kind, value, text) print_variable(#name, kind, value, text);
#include "armci-lite/src/base/al_env.def"
    puts("\nThose of tools, which the library does not read:\n\n| name | meaning |\n|---|---|");
#define AL_ENV_TOOL(name, text) print_tool(#name, text);
#include "armci-lite/src/base/al_env_tools.def"
    puts("\nTools, tests and sites set more for themselves: "
         "`armci-lite/src/base/al_env_tools.def`.");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "errors") == 0) {
        write_errors();
    } else if (strcmp(what, "env") == 0) {
        write_env();
    } else {
        fprintf(stderr, "usage: generate errors|env\n");
        return 2;
    }
    return 0;
}
