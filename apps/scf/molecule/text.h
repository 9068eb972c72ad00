/* Reading text files line by line. */
#ifndef SCF_TEXT_H
#define SCF_TEXT_H

#include <stdio.h>

#include "molecule/failure.h"

#define TEXT_LINE_MAX  16384
#define TEXT_WORDS_MAX 64

/* One file being read. `line` is the number of the line last read; it has `words` words, of which
 * `word` holds the first TEXT_WORDS_MAX. */
typedef struct text {
    FILE *stream;
    const char *path;
    int line;
    int words;
    char *word[TEXT_WORDS_MAX];
    char buffer[TEXT_LINE_MAX];
} text_t;

/* Open a file for reading; a directory or an unreadable file is a failure. */
int text_open(text_t *text, const char *path, failure_t *failure);
void text_close(text_t *text);

/* Read the next line and split it into words at blanks. `comment` (0: none) starts a comment.
 * @return 1  a line was read (it may have no words)
 * @return 0  end of file
 * @return -1 the line is too long or not text */
int text_next(text_t *text, char comment, failure_t *failure);
/* The next line that has words. */
int text_next_words(text_t *text, char comment, failure_t *failure);

/* Read a line of any length, and keep its beginning in `buffer`, not split.
 * @return 1, or 0 at the end of the file */
int text_head(text_t *text);
/* Split what text_head() has read into words. */
void text_split(text_t *text);

/* Record "path:line: ..." and return -1. */
__attribute__((format(printf, 3, 4))) int text_fail(const text_t *text, failure_t *failure,
                                                    const char *format, ...);
/* The same for an earlier line. */
__attribute__((format(printf, 4, 5))) int text_fail_at(const text_t *text, int line,
                                                       failure_t *failure, const char *format, ...);

/* Compare without regard to case; 1 when equal. */
int text_same(const char *a, const char *b);

#endif
