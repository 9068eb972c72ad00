/* The functions that gfortran calls for coarrays with -fcoarray=lib: its descriptors of arrays, and
 * the calls of its run-time interface, as version 12 uses it. Images count from 1, of the current
 * team. */
#ifndef CAF_INTERFACE_H
#define CAF_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- arrays ---------------------------------------------------------------------------------- */

enum { CAF_MAX_RANK = 15 };

typedef enum caf_type {
    CAF_INTEGER = 1,
    CAF_LOGICAL,
    CAF_REAL,
    CAF_COMPLEX,
    CAF_DERIVED,
    CAF_CHARACTER,
    CAF_TOKEN = 10 /* of an allocatable component */
} caf_type;

typedef struct caf_dimension {
    ptrdiff_t stride, lower, upper; /* stride: in spans */
} caf_dimension_t;

typedef struct caf_descriptor {
    void *base;
    size_t offset;
    struct {
        size_t length; /* of an element, in bytes */
        int version;
        signed char rank, type;
        signed short attribute;
    } element;
    ptrdiff_t span; /* bytes from an element to the next; 0: the length */
    caf_dimension_t dim[];
} caf_descriptor_t;

/* A dimension of a section with vector subscripts: those, or if nvec is 0 a triplet. */
typedef struct caf_vector {
    size_t nvec;
    union {
        struct {
            const void *vector;
            int kind;
        } v;
        struct {
            ptrdiff_t lower, upper, stride;
        } triplet;
    } u;
} caf_vector_t;

/* ---- references: a path from a coarray to what is meant -------------------------------------- */

enum { CAF_REF_COMPONENT, CAF_REF_ARRAY, CAF_REF_STATIC_ARRAY };

enum {
    CAF_MODE_NONE, /* ends the list of dimensions */
    CAF_MODE_VECTOR,
    CAF_MODE_FULL,
    CAF_MODE_RANGE,
    CAF_MODE_SINGLE,
    CAF_MODE_OPEN_END,
    CAF_MODE_OPEN_START
};

typedef struct caf_reference {
    struct caf_reference *next;
    int type;         /* CAF_REF_... */
    size_t item_size; /* bytes of what it refers to */
    union {
        struct {
            ptrdiff_t offset; /* in the derived type */
            ptrdiff_t token;  /* where its token is there; 0: it is not allocatable */
        } component;
        struct {
            unsigned char mode[CAF_MAX_RANK]; /* CAF_MODE_... */
            int static_type;
            union {
                struct {
                    ptrdiff_t start, end, stride;
                } range;
                struct {
                    const void *vector;
                    size_t nvec;
                    int kind;
                } v;
            } dim[CAF_MAX_RANK];
        } array;
    } u;
} caf_reference_t;

/* ---- constants ------------------------------------------------------------------------------- */

typedef enum caf_register {
    CAF_COARRAY_STATIC,
    CAF_COARRAY_ALLOCATABLE,
    CAF_LOCK_STATIC,
    CAF_LOCK_ALLOCATABLE,
    CAF_CRITICAL,
    CAF_EVENT_STATIC,
    CAF_EVENT_ALLOCATABLE,
    CAF_COMPONENT_REGISTER, /* an allocatable component comes to be, */
    CAF_COMPONENT_ALLOCATE  /* and is given memory */
} caf_register;

enum { CAF_DEREGISTER, CAF_DEALLOCATE_ONLY };

/* iso_fortran_env */
enum {
    CAF_STAT_UNLOCKED = 0,
    CAF_STAT_LOCKED = 1,
    CAF_STAT_LOCKED_OTHER_IMAGE = 2,
    CAF_STAT_DUP_SYNC_IMAGES = 3, /* not a name of the module, but what others return */
    CAF_STAT_STOPPED_IMAGE = 6000,
    CAF_STAT_FAILED_IMAGE = 6001
};

enum { CAF_ATOMIC_ADD = 1, CAF_ATOMIC_AND, CAF_ATOMIC_OR, CAF_ATOMIC_XOR };

/* How the function of co_reduce is called. */
enum { CAF_BY_REFERENCE = 1, CAF_HIDDEN_LENGTH = 2, CAF_ARGUMENT_VALUE = 4 };

/* ---- calls ----------------------------------------------------------------------------------- */

#define CAF_API __attribute__((visibility("default")))

typedef struct caf_token caf_token_t;
typedef struct caf_team caf_team_t;

CAF_API void _gfortran_caf_init(int *argc, char ***argv);
CAF_API void _gfortran_caf_finalize(void);
CAF_API void _gfortran_caf_stop_numeric(int code, bool quiet) __attribute__((noreturn));
CAF_API void _gfortran_caf_stop_str(const char *text, size_t length, bool quiet)
    __attribute__((noreturn));
CAF_API void _gfortran_caf_error_stop(int code, bool quiet) __attribute__((noreturn));
CAF_API void _gfortran_caf_error_stop_str(const char *text, size_t length, bool quiet)
    __attribute__((noreturn));
CAF_API void _gfortran_caf_fail_image(void) __attribute__((noreturn));
CAF_API void _gfortran_caf_random_init(bool repeatable, bool image_distinct);

CAF_API int _gfortran_caf_this_image(int distance);
CAF_API int _gfortran_caf_num_images(int distance, int failed);
CAF_API int _gfortran_caf_image_status(int image, int no_team);
CAF_API void _gfortran_caf_failed_images(caf_descriptor_t *list, void *no_team, int *kind);
CAF_API void _gfortran_caf_stopped_images(caf_descriptor_t *list, void *no_team, int *kind);

CAF_API void _gfortran_caf_sync_all(int *stat, char *errmsg, size_t errmsg_length);
CAF_API void _gfortran_caf_sync_images(int n, int *images, int *stat, char *errmsg,
                                       size_t errmsg_length);
CAF_API void _gfortran_caf_sync_memory(int *stat, char *errmsg, size_t errmsg_length);

CAF_API void _gfortran_caf_form_team(int number, caf_team_t **team, int index);
CAF_API void _gfortran_caf_change_team(caf_team_t **team, int unused);
CAF_API void _gfortran_caf_end_team(caf_team_t **team);
CAF_API void _gfortran_caf_sync_team(caf_team_t **team, int unused);
CAF_API int _gfortran_caf_team_number(caf_team_t *team);
CAF_API int _gfortran_caf_get_communicator(caf_team_t **team);

CAF_API void _gfortran_caf_register(size_t size, caf_register type, caf_token_t **token,
                                    caf_descriptor_t *array, int *stat, char *errmsg,
                                    size_t errmsg_length);
CAF_API void _gfortran_caf_deregister(caf_token_t **token, int type, int *stat, char *errmsg,
                                      size_t errmsg_length);

CAF_API void _gfortran_caf_get(caf_token_t *token, size_t offset, int image, caf_descriptor_t *from,
                               caf_vector_t *from_vector, caf_descriptor_t *to, int from_kind,
                               int to_kind, bool may_overlap, int *stat);
CAF_API void _gfortran_caf_send(caf_token_t *token, size_t offset, int image, caf_descriptor_t *to,
                                caf_vector_t *to_vector, caf_descriptor_t *from, int to_kind,
                                int from_kind, bool may_overlap, int *stat, void *team);
CAF_API void _gfortran_caf_sendget(caf_token_t *to_token, size_t to_offset, int to_image,
                                   caf_descriptor_t *to, caf_vector_t *to_vector,
                                   caf_token_t *from_token, size_t from_offset, int from_image,
                                   caf_descriptor_t *from, caf_vector_t *from_vector, int to_kind,
                                   int from_kind, bool may_overlap, int *stat);
CAF_API void _gfortran_caf_get_by_ref(caf_token_t *token, int image, caf_descriptor_t *to,
                                      caf_reference_t *path, int to_kind, int from_kind,
                                      bool may_overlap, bool to_allocatable, int *stat,
                                      int from_type);
CAF_API void _gfortran_caf_send_by_ref(caf_token_t *token, int image, caf_descriptor_t *from,
                                       caf_reference_t *path, int to_kind, int from_kind,
                                       bool may_overlap, bool to_allocatable, int *stat,
                                       int to_type);
CAF_API void _gfortran_caf_sendget_by_ref(caf_token_t *to_token, int to_image,
                                          caf_reference_t *to_path, caf_token_t *from_token,
                                          int from_image, caf_reference_t *from_path, int to_kind,
                                          int from_kind, bool may_overlap, int *to_stat,
                                          int *from_stat, int to_type, int from_type);
CAF_API int _gfortran_caf_is_present(caf_token_t *token, int image, caf_reference_t *path);

CAF_API void _gfortran_caf_atomic_define(caf_token_t *token, size_t offset, int image, void *value,
                                         int *stat, int type, int kind);
CAF_API void _gfortran_caf_atomic_ref(caf_token_t *token, size_t offset, int image, void *value,
                                      int *stat, int type, int kind);
CAF_API void _gfortran_caf_atomic_cas(caf_token_t *token, size_t offset, int image, void *old,
                                      void *compare, void *value, int *stat, int type, int kind);
CAF_API void _gfortran_caf_atomic_op(int op, caf_token_t *token, size_t offset, int image,
                                     void *value, void *old, int *stat, int type, int kind);
CAF_API void _gfortran_caf_lock(caf_token_t *token, size_t index, int image, int *acquired,
                                int *stat, char *errmsg, size_t errmsg_length);
CAF_API void _gfortran_caf_unlock(caf_token_t *token, size_t index, int image, int *stat,
                                  char *errmsg, size_t errmsg_length);
CAF_API void _gfortran_caf_event_post(caf_token_t *token, size_t index, int image, int *stat,
                                      char *errmsg, size_t errmsg_length);
CAF_API void _gfortran_caf_event_wait(caf_token_t *token, size_t index, int count, int *stat,
                                      char *errmsg, size_t errmsg_length);
CAF_API void _gfortran_caf_event_query(caf_token_t *token, size_t index, int image, int *count,
                                       int *stat);

CAF_API void _gfortran_caf_co_broadcast(caf_descriptor_t *a, int image, int *stat, char *errmsg,
                                        size_t errmsg_length);
CAF_API void _gfortran_caf_co_sum(caf_descriptor_t *a, int image, int *stat, char *errmsg,
                                  size_t errmsg_length);
CAF_API void _gfortran_caf_co_min(caf_descriptor_t *a, int image, int *stat, char *errmsg,
                                  int length, size_t errmsg_length);
CAF_API void _gfortran_caf_co_max(caf_descriptor_t *a, int image, int *stat, char *errmsg,
                                  int length, size_t errmsg_length);
CAF_API void _gfortran_caf_co_reduce(caf_descriptor_t *a, void (*operation)(void), int flags,
                                     int image, int *stat, char *errmsg, int length,
                                     size_t errmsg_length);

#endif
