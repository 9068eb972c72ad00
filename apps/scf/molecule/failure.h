/* A sentence that says why an input or a calculation was refused. */
#ifndef SCF_FAILURE_H
#define SCF_FAILURE_H

#define SCF_FAILURE_MAX 512

typedef struct failure {
    char text[SCF_FAILURE_MAX];
} failure_t;

#ifdef __cplusplus
extern "C" {
#endif

/* Record a sentence and return -1, so that callers can write `return failure_set(...)`. */
__attribute__((format(printf, 2, 3))) int failure_set(failure_t *failure, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
