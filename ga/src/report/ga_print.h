/* The text that is printed of an array besides its elements. */
#ifndef GA_PRINT_H
#define GA_PRINT_H

#include <stdio.h>

#include "ga/src/operands/ga_operands.h"

/* Where it goes: to a stream, or where that is NULL into memory that grows. */
typedef struct gai_text {
    FILE *stream;
    char *at; /* to be freed */
    size_t length, capacity;
    int is_truncated; /* there was no memory for all of it */
} gai_text_t;

/* Add at most 255 bytes. */
void gai_text_add(gai_text_t *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line: "array 'name': 30 x 40 double", of a part with its bounds. */
void gai_text_add_heading(gai_text_t *text, const gai_operand_t *operand);
/* A line for each block: "rank 3: block 5 [0..9, 20..29]", and for each rank that owns none. */
void gai_text_add_blocks(gai_text_t *text, const gai_array_t *array);

#endif
