/* Prints facts: as aligned text, or as one JSON object with an object for each section. */
#define _POSIX_C_SOURCE 200809L
#include "tools/info/report.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 2048, ALIGNED = 34, MISSING = 64 };

static struct {
    int as_json, sections, facts; /* facts: of this section */
    const char *section;
    int missing_count;
    char *missing[MISSING]; /* what was not found */
} report;

/* Text that somebody else wrote may be anything; what is not ASCII is left out. */
static void put_string(const char *text)
{
    putchar('"');
    for (; *text; ++text)
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if (*text == '\t')
            putchar(' ');
        else if (isprint((unsigned char)*text))
            putchar(*text);
    putchar('"');
}

/* _ for what is no letter or digit, but none in front. */
static void put_key(const char *name, const char *suffix)
{
    putchar('"');
    for (name += !isalnum((unsigned char)*name); *name; ++name)
        putchar(isalnum((unsigned char)*name) ? *name : '_');
    printf("%s\": ", suffix);
}

/* Up to where the value comes. */
static void begin_fact(const char *name, const char *suffix)
{
    if (report.as_json) {
        printf(report.facts ? ",\n    " : "    ");
        put_key(name, suffix);
    } else {
        printf("  %-*s%s ", ALIGNED, name, strlen(name) > ALIGNED ? ":" : "");
    }
    ++report.facts;
}

static void end_fact(void)
{
    if (!report.as_json)
        putchar('\n');
}

static void end_section(void)
{
    if (report.as_json && report.section)
        printf("\n  }");
}

void report_begin(int as_json)
{
    report.as_json = as_json;
    if (as_json)
        printf("{\n  \"format\": 1");
}

void report_section(const char *name)
{
    end_section();
    report.section = name;
    report.facts = 0;
    if (report.as_json) {
        printf(",\n  ");
        put_key(name, "");
        printf("{\n");
    } else {
        printf("%s%s\n", report.sections ? "\n" : "", name);
    }
    ++report.sections;
}

void report_text(const char *name, const char *format, ...)
{
    char text[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    begin_fact(name, "");
    if (report.as_json)
        put_string(text);
    else
        printf("%s", text);
    end_fact();
}

void report_number(const char *name, int64_t value)
{
    begin_fact(name, "");
    printf("%lld", (long long)value);
    end_fact();
}

void report_bytes(const char *name, int64_t bytes)
{
    begin_fact(name, "_bytes");
    if (report.as_json && bytes < INT64_MAX)
        printf("%lld", (long long)bytes);
    else if (bytes == INT64_MAX)
        printf(report.as_json ? "\"unlimited\"" : "unlimited");
    else if (bytes < 10 << 20)
        printf("%lld KiB", (long long)bytes >> 10);
    else
        printf("%lld MiB", (long long)bytes >> 20);
    end_fact();
}

void report_flag(const char *name, int is_so)
{
    begin_fact(name, "");
    if (report.as_json)
        printf(is_so ? "true" : "false");
    else
        printf(is_so ? "yes" : "no");
    end_fact();
}

void report_missing(const char *name, const char *format, ...)
{
    char why[LINE / 2], line[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    begin_fact(name, "");
    if (report.as_json)
        printf("null");
    else
        printf("not found: %s", why);
    end_fact();
    snprintf(line, sizeof line, "%.64s: %.64s: %s", report.section, name, why);
    if (report.missing_count < MISSING && (report.missing[report.missing_count] = strdup(line)))
        ++report.missing_count;
}

void report_lines(const char *name, const char *text)
{
    if (report.as_json) {
        begin_fact(name, "");
        printf("[");
    }
    for (int line = 0; *text; ++line) {
        char one[LINE];
        const size_t length = strcspn(text, "\n");
        snprintf(one, sizeof one, "%.*s", (int)(length < LINE ? length : LINE - 1), text);
        if (report.as_json) {
            printf(line ? ",\n      " : "\n      ");
            put_string(one);
        } else {
            printf("  %-*s %s\n", ALIGNED, line ? "" : name, one);
        }
        text += length + (text[length] == '\n');
    }
    if (report.as_json)
        printf("]");
}

void report_end(void)
{
    end_section();
    if (!report.as_json)
        return;
    printf(",\n  \"not_found\": [");
    for (int k = 0; k < report.missing_count; ++k) {
        printf(k ? ",\n    " : "\n    ");
        put_string(report.missing[k]);
    }
    printf("]\n}\n");
}
