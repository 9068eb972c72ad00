/* The command line of a program: a table says which options there are; what is read, refused and
 * printed as help follows from it. -h and --help need no entry. */
#ifndef APPS_ARGUMENTS_H
#define APPS_ARGUMENTS_H

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of variables that options set. */
typedef enum argument_kind {
    ARGUMENT_FLAG,   /**< int: 1 when given */
    ARGUMENT_WORD,   /**< int: which of the words in `value` */
    ARGUMENT_WHOLE,  /**< int64_t[values], each from least to most */
    ARGUMENT_NUMBER, /**< double, from least to most */
    ARGUMENT_TEXT    /**< const char *, of argv */
} argument_kind_t;

typedef struct argument {
    const char *name;  /**< "--order"; NULL: a word without a name before it */
    const char *value; /**< its name in the help, "N"; the words to choose from, "check|follow" */
    argument_kind_t kind;
    void *to; /**< unchanged unless given */
    const char *help;
    double least, most;
    int values; /**< how many follow; 0: one, of a flag none */
    const char
        *instead; /**< the names that contradict it, "--scale --degree"; of a pair one says so */
    int given;    /**< set when it has been read */
} argument_t;

typedef struct arguments {
    const char *program, *about; /**< its name, and a sentence for the help */
    argument_t *argument;        /**< argument_t[count] */
    int count;
    char refusal[512]; /**< one line that says what to do, when something is wrong */
} arguments_t;

typedef enum arguments_verdict {
    ARGUMENTS_REFUSED = -1,
    ARGUMENTS_GOOD,
    ARGUMENTS_HELP /**< was asked for; what comes behind it was not read */
} arguments_verdict_t;

/* Read a command line. What has a value may come once. */
arguments_verdict_t arguments_read(arguments_t *arguments, int argc, char **argv);

/* Whether an option was given. */
int arguments_given(const arguments_t *arguments, const char *name);

/* Refuse for a reason that no table has. */
__attribute__((format(printf, 2, 3))) arguments_verdict_t arguments_refuse(arguments_t *arguments,
                                                                           const char *format, ...);

void arguments_help(const arguments_t *arguments, FILE *stream);

/* Use of the verdict in a program of many ranks, where it is the same on all: one of them prints.
 * @return the exit code, or -1: go on */
int arguments_end(const arguments_t *arguments, arguments_verdict_t verdict, int is_first);

/* All of this for a program that takes no arguments. */
int arguments_none(const char *program, const char *about, int argc, char **argv, int is_first);

#ifdef __cplusplus
}
#endif

#endif
