/* Every public call that returns a status, as a row with arguments that are right. */
#ifndef TESTS_EVERY_CALL_H
#define TESTS_EVERY_CALL_H

#include "misuse.h"

/* An argument can be wrong as a pointer (NULL) or as a handle that names nothing; PLAIN ones are
 * not varied. */
typedef enum wrong { PLAIN, IS_POINTER, IS_OBJECT, IS_ARRAY, IS_GROUP, IS_HANDLE } wrong_t;

typedef struct call_argument {
    char name[24]; /* "": there are no more */
    wrong_t is;
} call_argument_t;

typedef struct call_row {
    const char *text; /* "name()" */
    int (*run)(void);
    const char *kinds; /* "KIND(name), ..." */
    call_argument_t arguments[20];
} call_row_t;

typedef struct call_table {
    call_row_t *rows;
    size_t n;
    bool has_objects; /* its handles are pointers */
    int absent;       /* the status of calls whose object is NULL, the library stopped */
} call_table_t;

/* al, ga, la, bundle, coarray, tiles, sparse. */
enum { TABLE_GA = 1, TABLE_LA, TABLES = 7 };
extern const call_table_t every_call_tables[TABLES];

#define FOR_EACH_ROW(row, table)                                                                   \
    for (const call_row_t *row = every_call_tables[table].rows;                                    \
         row < every_call_tables[table].rows + every_call_tables[table].n; ++row)

/* Create and free what the calls work on. Collective. */
void every_call_make(void);
void every_call_free(void);
/* The array of most arguments, 5 x 5 doubles; use four others, the last of one dimension. */
ga_t every_call_array(void);
void every_call_use(const ga_t *arrays);

/* Make a call; an argument, if named, is the handle, or NULL if it is a pointer. The message has
 * the part. */
void every_call_wrong(const call_row_t *row, const char *argument, int handle, int expected,
                      const char *part);

/* Does the text begin with one of the words, of which NULL is the last? */
bool every_call_begins(const char *text, const char *const *words);

/* Every call is refused: the library is stopped, or this process was forked. The message has the
 * part, unless it is NULL. Bundles and coarrays are none. */
void every_call_refused(const char *part);

#endif
