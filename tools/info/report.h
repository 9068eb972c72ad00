/* Facts in sections, as text or as JSON. */
#ifndef REPORT_H
#define REPORT_H

#include <stdint.h>

void report_begin(int as_json);
void report_section(const char *name);
/* A fact of the section; printf's format. In JSON the name has _ for what is no letter or digit,
 * bytes are name_bytes, and null where there is no limit. */
void report_text(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_number(const char *name, int64_t value);
void report_bytes(const char *name, int64_t bytes); /* INT64_MAX: no limit */
void report_flag(const char *name, int is_so);
/* It could not be found; in JSON null, and a line of the list "not_found". */
void report_missing(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Lines of somebody else; in JSON a list. */
void report_lines(const char *name, const char *text);
void report_end(void);

#endif
