/* The command line, for programs whose main program is in Fortran, and texts. */
#include <stdio.h>
#include <string.h>

#include "farg.h"
#include "fortran.h"
#include "ma/text.h"

/* The arguments one after the other, each with a 0 behind it. The caller frees them. */
static char *read_arguments(size_t *bytes)
{
    enum { STEP = 4096 };
    FILE *file = fopen("/proc/self/cmdline", "r");
    char *text = NULL;
    *bytes = 0;
    for (size_t n = STEP; file && n == STEP; *bytes += n) {
        char *more = realloc(text, *bytes + STEP + 1);
        if (!more)
            classic_stop("f2c_getarg", "no memory for the command line");
        text = more;
        n = fread(text + *bytes, 1, STEP, file);
    }
    if (file)
        fclose(file);
    return text;
}

void ga_f2c_get_cmd_args(int *argc, char ***argv)
{
    size_t bytes;
    char *text = read_arguments(&bytes), **list = NULL;
    *argc = 0;
    for (size_t at = 0; at < bytes; at += strlen(text + at) + 1) {
        char **more = realloc(list, ((size_t)*argc + 2) * sizeof *more);
        if (more)
            more[*argc] = strdup(text + at);
        if (!more || !more[*argc])
            classic_stop("ga_f2c_get_cmd_args", "no memory for the command line");
        list = more;
        list[++*argc] = NULL;
    }
    free(text);
    *argv = list;
}

static void free_arguments(int argc, char **argv)
{
    while (argc > 0)
        free(argv[--argc]);
    free(argv);
}

Integer F2C_IARGC(void)
{
    int argc;
    char **argv;
    ga_f2c_get_cmd_args(&argc, &argv);
    free_arguments(argc, argv);
    return argc > 0 ? argc - 1 : 0;
}

void F2C_GETARG(Integer *k, char *argument, int length)
{
    int argc;
    char **argv, none[] = "";
    ga_f2c_get_cmd_args(&argc, &argv);
    ga_c2fstring(*k >= 0 && *k < argc ? argv[*k] : none, argument, length);
    free_arguments(argc, argv);
}

void ga_c2fstring(char *cstring, char *fstring, int flength)
{
    f_pad(cstring, fstring, (size_t)flength);
}

void ga_f2cstring(char *fstring, int flength, char *cstring, int clength)
{
    int n = flength;
    while (n > 0 && (fstring[n - 1] == ' ' || fstring[n - 1] == '\0'))
        --n;
    if (clength > 0)
        snprintf(cstring, (size_t)clength, "%.*s", n, fstring);
}
