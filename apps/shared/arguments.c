/* Parsing a command line by the table of its options, and the help. */
#include "arguments.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

static const char more[] = "(--help lists the options)";

arguments_verdict_t arguments_refuse(arguments_t *arguments, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(arguments->refusal, sizeof arguments->refusal, format, args);
    va_end(args);
    return ARGUMENTS_REFUSED;
}

static int is_help(const char *word)
{
    return strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0;
}

/* The option of a name; NULL: what has no name. */
static argument_t *find(const arguments_t *arguments, const char *name)
{
    for (int k = 0; k < arguments->count; ++k) {
        argument_t *argument = &arguments->argument[k];
        if (name ? argument->name && strcmp(argument->name, name) == 0 : !argument->name)
            return argument;
    }
    return NULL;
}

/* Which of the words in "a|b|c" it is, or -1. */
static int find_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (int k = 0; words; ++k) {
        if (strncmp(words, word, length) == 0 && (words[length] == '|' || words[length] == '\0'))
            return k;
        words = strchr(words, '|');
        words += words != NULL;
    }
    return -1;
}

/* "a|b|c" as "a, b or c". */
static const char *spoken(const char *words, char text[256])
{
    size_t n = 0;
    for (; *words && n + 5 < 256; ++words)
        if (*words == '|')
            n += (size_t)sprintf(text + n, "%s", strchr(words + 1, '|') ? ", " : " or ");
        else
            text[n++] = *words;
    text[n] = '\0';
    return text;
}

/* Say what is wrong with a value. */
static arguments_verdict_t refuse_value(arguments_t *arguments, const argument_t *argument,
                                        const char *word)
{
    char words[256];
    if (argument->kind == ARGUMENT_WORD)
        return arguments_refuse(arguments, "%s is %s, not '%.64s'", argument->name,
                                spoken(argument->value, words), word);
    return arguments_refuse(arguments, "%s: '%.64s' is not a%s number from %.12g to %.12g",
                            argument->name, word, argument->kind == ARGUMENT_WHOLE ? " whole" : "",
                            argument->least, argument->most);
}

/* Take value number k of an option. */
static arguments_verdict_t take(arguments_t *arguments, const argument_t *argument, int k,
                                const char *word)
{
    double number;
    int choice;
    switch (argument->kind) {
    case ARGUMENT_FLAG:
        break;
    case ARGUMENT_TEXT:
        *(const char **)argument->to = word;
        break;
    case ARGUMENT_WORD:
        choice = find_word(argument->value, word);
        if (choice < 0)
            return refuse_value(arguments, argument, word);
        *(int *)argument->to = choice;
        break;
    case ARGUMENT_WHOLE:
        if (number_read_whole(word, (int64_t)argument->least, (int64_t)argument->most,
                              (int64_t *)argument->to + k) != 0)
            return refuse_value(arguments, argument, word);
        break;
    case ARGUMENT_NUMBER:
        if (number_read(word, &number) != 0 ||
            !(number >= argument->least && number <= argument->most))
            return refuse_value(arguments, argument, word);
        *(double *)argument->to = number;
        break;
    }
    return ARGUMENTS_GOOD;
}

static arguments_verdict_t refuse_missing(arguments_t *arguments, const argument_t *argument)
{
    char words[256];
    const int values = argument->values > 1 ? argument->values : 1;
    if (values > 1)
        return arguments_refuse(arguments, "%s needs %d values: %s", argument->name, values,
                                argument->value);
    return arguments_refuse(arguments, "%s needs a value: %s", argument->name,
                            spoken(argument->value, words));
}

/* Read the values behind an option. An option in the place of a value is none. */
static arguments_verdict_t read_values(arguments_t *arguments, const argument_t *argument, int argc,
                                       char **argv, int *at)
{
    const int values = argument->values > 1 ? argument->values : 1;
    for (int k = 0; k < values; ++k) {
        const char *word = *at + 1 < argc ? argv[*at + 1] : "";
        if (*word == '\0' || is_help(word) || find(arguments, word))
            return refuse_missing(arguments, argument);
        if (take(arguments, argument, k, word) != ARGUMENTS_GOOD)
            return ARGUMENTS_REFUSED;
        ++*at;
    }
    return ARGUMENTS_GOOD;
}

static arguments_verdict_t read_one(arguments_t *arguments, int argc, char **argv, int *at)
{
    const char *word = argv[*at];
    const int is_option = word[0] == '-' && word[1] != '\0';
    argument_t *argument = find(arguments, is_option ? word : NULL);
    if (!argument && is_option)
        return arguments_refuse(arguments, "unknown option %.64s %s", word, more);
    if (!argument)
        return arguments_refuse(arguments, "'%.64s' is not understood %s", word, more);
    if (argument->given && !argument->name)
        return arguments_refuse(arguments, "more than one %s: %.128s and %.128s", argument->value,
                                *(const char **)argument->to, word);
    if (argument->given && argument->kind != ARGUMENT_FLAG)
        return arguments_refuse(arguments, "%s is given twice", argument->name);
    argument->given = 1;
    if (!argument->name)
        return take(arguments, argument, 0, word);
    if (argument->kind == ARGUMENT_FLAG) {
        *(int *)argument->to = 1;
        return ARGUMENTS_GOOD;
    }
    return read_values(arguments, argument, argc, argv, at);
}

/* Refuse two options of which one says that it contradicts the other. */
static arguments_verdict_t check_contradictions(arguments_t *arguments)
{
    for (int k = 0; k < arguments->count; ++k) {
        const argument_t *argument = &arguments->argument[k];
        for (int j = 0; j < arguments->count && argument->given && argument->instead; ++j) {
            const argument_t *other = &arguments->argument[j];
            if (!other->given || !other->name)
                continue;
            const char *found = strstr(argument->instead, other->name);
            const size_t length = strlen(other->name);
            if (found && (found[length] == ' ' || found[length] == '\0'))
                return arguments_refuse(arguments, "%s and %s contradict each other: give one",
                                        argument->name, other->name);
        }
    }
    return ARGUMENTS_GOOD;
}

arguments_verdict_t arguments_read(arguments_t *arguments, int argc, char **argv)
{
    for (int at = 1; at < argc; ++at) {
        if (is_help(argv[at]))
            return ARGUMENTS_HELP;
        if (read_one(arguments, argc, argv, &at) != ARGUMENTS_GOOD)
            return ARGUMENTS_REFUSED;
    }
    return check_contradictions(arguments);
}

int arguments_given(const arguments_t *arguments, const char *name)
{
    const argument_t *argument = find(arguments, name);
    return argument && argument->given;
}

static void help_line(FILE *stream, int width, const char *name, const char *value,
                      const char *help)
{
    const int used = (int)(strlen(name) + strlen(value));
    fprintf(stream, "  %s %s%*s %s\n", name, value, width - used, "", help);
}

void arguments_help(const arguments_t *arguments, FILE *stream)
{
    static const char help[] = "-h, --help";
    const argument_t *bare = find(arguments, NULL);
    int width = (int)sizeof help - 1, options = 0;
    for (int k = 0; k < arguments->count; ++k) {
        const argument_t *argument = &arguments->argument[k];
        if (!argument->name)
            continue;
        const int used =
            (int)(strlen(argument->name) + (argument->value ? strlen(argument->value) : 0));
        width = used > width ? used : width;
        ++options;
    }
    fprintf(stream, "usage: %s%s%s%s%s\n\n%s\n\n", arguments->program, bare ? " [" : "",
            bare ? bare->value : "", bare ? "]" : "", options ? " [options]" : "",
            arguments->about);
    for (int k = 0; k < arguments->count; ++k) {
        const argument_t *argument = &arguments->argument[k];
        if (argument->name)
            help_line(stream, width, argument->name, argument->value ? argument->value : "",
                      argument->help);
    }
    help_line(stream, width, help, "", "print this help");
}

int arguments_end(const arguments_t *arguments, arguments_verdict_t verdict, int is_first)
{
    if (verdict == ARGUMENTS_GOOD)
        return -1;
    if (is_first && verdict == ARGUMENTS_HELP)
        arguments_help(arguments, stdout);
    if (is_first && verdict == ARGUMENTS_REFUSED)
        fprintf(stderr, "%s: %s\n", arguments->program, arguments->refusal);
    return verdict == ARGUMENTS_HELP ? EXIT_SUCCESS : 2;
}

int arguments_none(const char *program, const char *about, int argc, char **argv, int is_first)
{
    arguments_t arguments = {.program = program, .about = about};
    return arguments_end(&arguments, arguments_read(&arguments, argc, argv), is_first);
}
