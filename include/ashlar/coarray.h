/** Coarrays: an array on every image, each reached by all of them.
 *
 * An image is a rank of a group; images count from 0, and so do indices. An array is stored as in
 * C: the last index runs fastest. Every image has its own array of the coarray, and names an
 * element of any of them by (image, index), a section by (image, intervals):
 *
 *     const co_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .extents = {n + 2, m}};
 *     co_create(&spec, &x);
 *     co_local(x, &mine);
 *     const ashlar_interval_t row[2] = {{n + 1, n + 1, 1}, {0, m - 1, 1}};
 *     co_put(x, north, row, (double *)mine + m, NULL);
 *     co_sync_images(0, 2, (int[]){north, south});
 *
 * Conventions. A blocking access that has returned has finished with the caller's buffer, and comes
 * before this image's later accesses to the same image. Others see its effect after a
 * synchronisation: every call that is one here completes all accesses of this image, to all images
 * and of all coarrays, nonblocking ones too, before anybody learns of it. Nothing else waits for
 * another image: an access needs no help from the image it goes to (docs/coarrays.md says when
 * images of other nodes are served).
 *
 * Every call returns 0 or a negative ASHLAR_E* code (status.h) unless it says otherwise. Common to
 * all that do, and not repeated: ASHLAR_ESTATE (ga_initialize() has not been called, or the library
 * is stopped) and ASHLAR_EMPI. Calls that take an image: ASHLAR_ERANGE when there is none of that
 * number. Calls that take an index or a section: ASHLAR_ERANGE when it is not inside the array of
 * that image. A coarray passed in must be live; NULL is ASHLAR_EARG, and so is every other NULL
 * that the call does not allow. "Collective" is what it is in al.h. Objects that are still alive at
 * ga_terminate() is listed there on stderr, image 0 naming each; from then on calls refuse it
 * (ASHLAR_ESTATE) but the one that frees it, which waits for nobody then. After R. W. Numrich and
 * J. Reid, "Co-array Fortran for parallel programming" (1998), M. Eleftheriou, S. Chatterjee and J.
 * Moreira, "A C++ implementation of the co-array programming model for Blue Gene/L" (2002), and the
 * synchronisation of Fortran 2018.
 */
#ifndef ASHLAR_COARRAY_H
#define ASHLAR_COARRAY_H

#include <ashlar/ga.h>
#include <ashlar/interval.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct co_array co_array_t;

/** The description of a coarray. Fields left 0 have the meaning of 0: the default group, elements
 * of a type.
 */
typedef struct co_spec {
    ga_type type;                    /**< of the elements, unless they are records */
    size_t record_bytes;             /**< above 0: elements are records of so many bytes */
    int ndim;                        /**< 1 to 7 */
    int64_t extents[ASHLAR_MAX_DIM]; /**< of my array, each at least 0; of others they may differ */
    ga_group_t group;                /**< its ranks are the images; 0: the default group */
    int clear;                       /**< not 0: all bytes are 0 at first, else undefined */
} co_spec_t;

/* ---- images and life ------------------------------------------------------------------------- */

/** My image and the number of images of a group (0: the default one); -1 when there is no such
 * group, or I am not in it. Not collective; never an error. */
ASHLAR_API int co_this_image(ga_group_t group);
ASHLAR_API int co_num_images(ga_group_t group);

/** A group of the processes of a communicator, in its order. Collective over comm, whose processes
 * must all have started the library. The caller frees it with ga_group_destroy() and keeps comm.
 * @return ASHLAR_EARG    comm is MPI_COMM_NULL or an inter-communicator
 * @return ASHLAR_EGROUP  a process of comm is not a rank of the library
 * @return ASHLAR_ENOMEM  no memory for the group */
ASHLAR_API int co_group_from_comm(MPI_Comm comm, ga_group_t *group);

/** Create a coarray. Collective over the group: the same type or record and number of dimensions on
 * all images, the extents may differ. The caller frees it. When the extents are the same
 * everywhere, no table of them is kept.
 * @return ASHLAR_EARG    ndim is not 1 to 7, an extent is below 0, or the array is larger than
 *                        memory can be
 * @return ASHLAR_ETYPE   no such type
 * @return ASHLAR_ESHAPE  images differ in what must be the same
 * @return ASHLAR_EGROUP  no such group, or I am not in it
 * @return ASHLAR_ENOMEM  not enough memory, on every image; the message has the numbers */
ASHLAR_API int co_create(const co_spec_t *spec, co_array_t **x);
/** Free a coarray. Collective; completes the accesses of all images first.
 * @return ASHLAR_EARG  x is NULL */
ASHLAR_API int co_free(co_array_t *x);

/** The address of my array, 64-byte aligned, valid until it is freed. Not collective. Elements are
 * read and written there directly; others see it after a synchronisation.
 * @return ASHLAR_EARG  a NULL argument */
ASHLAR_API int co_local(const co_array_t *x, void **address);
/** The address of the array of an image, to load and store directly. Not collective.
 * @return ASHLAR_EREMOTE  the image is on another node */
ASHLAR_API int co_address(const co_array_t *x, int image, void **address);
/** The extents of the array of an image; each node has those of all images, if they differ. Not
 * collective; asks nobody.
 * @param[out] extents  int64_t[ndim]
 * @return ASHLAR_ERANGE  no such image */
ASHLAR_API int co_extents(co_array_t *x, int image, int64_t *extents);
/** The group of a coarray; 0 for NULL. Not collective; never an error. */
ASHLAR_API ga_group_t co_group(const co_array_t *x);

/* ---- accesses -------------------------------------------------------------------------------- */
/* Not collective. index: int64_t[ndim]. section: ashlar_interval_t[ndim], NULL: the whole array; an
 * interval without indices makes the access one of nothing. strides: int64_t[ndim], how many
 * elements apart the neighbours of each dimension lie in buf, each at least 1; NULL: buf holds the
 * section alone, as C stores it. buf must not overlap the section. ASHLAR_EARG: a step or stride
 * below 1. */

/** One element. */
ASHLAR_API int co_put_element(co_array_t *x, int image, const int64_t *index, const void *value);
ASHLAR_API int co_get_element(co_array_t *x, int image, const int64_t *index, void *value);
/** element += value, atomic with respect to other accumulates. @return ASHLAR_ETYPE  of records */
ASHLAR_API int co_acc_element(co_array_t *x, int image, const int64_t *index, const void *value);

/** A section; and section += alpha * buf, each element atomic with respect to other accumulates.
 * @param[in] alpha  one element; NULL: 1
 * @return ASHLAR_ETYPE  co_acc of records */
ASHLAR_API int co_put(co_array_t *x, int image, const ashlar_interval_t *section, const void *buf,
                      const int64_t *strides);
ASHLAR_API int co_get(co_array_t *x, int image, const ashlar_interval_t *section, void *buf,
                      const int64_t *strides);
ASHLAR_API int co_acc(co_array_t *x, int image, const ashlar_interval_t *section, const void *alpha,
                      const void *buf, const int64_t *strides);

/** Start one. The buffer belongs to the call until the handle is complete, by ga_wait(), ga_test(),
 * ga_wait_all() or a synchronisation.
 * @param[in,out] handle  as of ga_put_nb() */
ASHLAR_API int co_put_nb(co_array_t *x, int image, const ashlar_interval_t *section,
                         const void *buf, const int64_t *strides, ga_handle_t *handle);
ASHLAR_API int co_get_nb(co_array_t *x, int image, const ashlar_interval_t *section, void *buf,
                         const int64_t *strides, ga_handle_t *handle);
ASHLAR_API int co_acc_nb(co_array_t *x, int image, const ashlar_interval_t *section,
                         const void *alpha, const void *buf, const int64_t *strides,
                         ga_handle_t *handle);

/** One value to all elements of a section. */
ASHLAR_API int co_fill(co_array_t *x, int image, const ashlar_interval_t *section,
                       const void *value);
/** Copy a section of an image to a section of an image; neither need be mine, the shapes may differ
 * when the counts agree, elements go in the order of C. As if all were read before any is written.
 * @return ASHLAR_ESHAPE  the sections differ in their number of elements
 * @return ASHLAR_ETYPE   the elements differ in size
 * @return ASHLAR_ENOMEM  no memory to pass the elements through */
ASHLAR_API int co_copy(co_array_t *from, int from_image, const ashlar_interval_t *from_section,
                       co_array_t *to, int to_image, const ashlar_interval_t *to_section);

/* ---- synchronisation ------------------------------------------------------------------------- */

/** Wait for all images of a group (0: the default one); what each did before is seen by all.
 * Collective.
 * @return ASHLAR_EGROUP  no such group, or I am not in it */
ASHLAR_API int co_sync_all(ga_group_t group);
/** Wait for the images of a list, each of which must call this too, with me in its list: the calls
 * of a pair match one by one. An image listed twice counts once; I may be listed. What they did
 * before is seen here. Not collective. Other notices (al_notify) between the same two ranks must
 * not be under way.
 * @param[in] n       length of the list; -1: all images
 * @param[in] images  int[n]; may be NULL if n < 1
 * @return ASHLAR_EGROUP  no such group, or I am not in it
 * @return ASHLAR_ERANGE  an image that is not in it; nobody is told
 * @return ASHLAR_EARG    n below -1
 * @return ASHLAR_ENOMEM  no memory to mark the images */
ASHLAR_API int co_sync_images(ga_group_t group, int n, const int *images);
/** Complete all my accesses, and see what others have completed. Waits for no image. Not
 * collective.
 * @return ASHLAR_EMPI  an access failed */
ASHLAR_API int co_sync_memory(void);

/** How co_wait_until() compares the element with the value. */
typedef enum co_compare { CO_EQ, CO_NE, CO_GT, CO_GE, CO_LT, CO_LE, CO_COMPARE_COUNT } co_compare;

/** Wait until an integer of my array compares as wanted with a value; serves others meanwhile. It
 * is to be written by accumulates, atomics or puts of one element. What its writer completed before
 * is seen. Not collective.
 * @return ASHLAR_ETYPE  the elements are not ASHLAR_INT, ASHLAR_LONG or ASHLAR_LLONG
 * @return ASHLAR_EARG   no such comparison */
ASHLAR_API int co_wait_until(co_array_t *x, const int64_t *index, co_compare compare,
                             int64_t value);

/** A barrier in two phases (after UPC's): co_barrier_notify() says that I am there,
 * co_barrier_wait() waits until all are. Between them an image computes, and keeps nobody waiting.
 */
typedef struct co_barrier co_barrier_t;

/** Make one for a group. Collective.
 * @return ASHLAR_EGROUP  no such group, or I am not in it
 * @return ASHLAR_ENOMEM  not enough memory, on every image */
ASHLAR_API int co_barrier_create(ga_group_t group, co_barrier_t **barrier);
/** Free a barrier. Collective.
 * @return ASHLAR_ESTATE  between notify and wait, on any image: nothing is freed */
ASHLAR_API int co_barrier_free(co_barrier_t *barrier);
/** Complete my accesses and say that I am there. Collective, but waits for nobody.
 * @return ASHLAR_ESTATE  a phase that was notified has not been waited for */
ASHLAR_API int co_barrier_notify(co_barrier_t *barrier);
/** Wait until all images have notified this phase; what each did before is seen. Collective.
 * @return ASHLAR_ESTATE  co_barrier_notify() has not been called before it */
ASHLAR_API int co_barrier_wait(co_barrier_t *barrier);
/** *done = 1: all have notified; the wait will not wait. Not collective.
 * @return ASHLAR_ESTATE  as of the wait */
ASHLAR_API int co_barrier_test(co_barrier_t *barrier, int *done);

/* ---- events ---------------------------------------------------------------------------------- */
/* An event is an element of a coarray of ASHLAR_LLONG, created with clear = 1: how often it has
 * been posted and not yet waited for. Not collective. ASHLAR_ETYPE: other elements. */

/** Complete my accesses, then post an event of an image. */
ASHLAR_API int co_event_post(co_array_t *events, int image, const int64_t *index);
/** Wait until an event of mine has been posted `count` times and take these; what the posters did
 * before is seen. @return ASHLAR_EARG  count below 1 */
ASHLAR_API int co_event_wait(co_array_t *events, const int64_t *index, int64_t count);
/** How often an event of mine has been posted and not waited for. Waits for nobody, orders nothing.
 */
ASHLAR_API int co_event_query(co_array_t *events, const int64_t *index, int64_t *count);

/* ---- locks ----------------------------------------------------------------------------------- */

typedef struct co_locks co_locks_t;

/** n locks on each image, all free. Collective. A critical section of the group is one lock of
 * image 0.
 * @return ASHLAR_EGROUP  no such group, or I am not in it
 * @return ASHLAR_EARG    n below 1
 * @return ASHLAR_ENOMEM  not enough memory, on every image */
ASHLAR_API int co_locks_create(ga_group_t group, int n, co_locks_t **locks);
/** Free a set of locks. Collective.
 * @return ASHLAR_ESTATE  some lock is held, on any image: nothing is freed */
ASHLAR_API int co_locks_free(co_locks_t *locks);
/** Wait for lock `index` of an image and take it; first come, first served. What its last holder
 * did is seen. Not collective.
 * @return ASHLAR_ERANGE  no such lock
 * @return ASHLAR_ESTATE  I hold it
 * @return ASHLAR_ELIMIT  I hold 1024 of the set */
ASHLAR_API int co_lock(co_locks_t *locks, int image, int index);
/** Take a lock if it is free: *taken says so. Not collective. Errors as of co_lock().
 * @return ASHLAR_EARG  taken is NULL */
ASHLAR_API int co_try_lock(co_locks_t *locks, int image, int index, int *taken);
/** Complete my accesses and let it go. Not collective.
 * @return ASHLAR_ERANGE  no such lock
 * @return ASHLAR_ESTATE  I do not hold it */
ASHLAR_API int co_unlock(co_locks_t *locks, int image, int index);

/* ---- atomics --------------------------------------------------------------------------------- */
/* For an element that is ASHLAR_INT, ASHLAR_LONG or ASHLAR_LLONG (others: ASHLAR_ETYPE), atomic
 * with respect to each other; sums wrap around. Not collective; complete on return; they order no
 * other access. ASHLAR_EARG: a value that does not fit. ASHLAR_ETRANSPORT: of 8 bytes under the rma
 * engine of Open MPI, where a compare-and-swap is needed. */

/** Read an element; write one. */
ASHLAR_API int co_atomic_get(co_array_t *x, int image, const int64_t *index, int64_t *value);
ASHLAR_API int co_atomic_set(co_array_t *x, int image, const int64_t *index, int64_t value);
/** element = element op value. @param[in] op  ASHLAR_SUM, AND, OR, XOR or REPLACE, else ASHLAR_EARG
 * @param[out] old  what it was; may be NULL */
ASHLAR_API int co_atomic_update(co_array_t *x, int image, const int64_t *index, ashlar_op op,
                                int64_t value, int64_t *old);
/** Replace it if it is `expected`; *old is what it was. */
ASHLAR_API int co_atomic_compare_swap(co_array_t *x, int image, const int64_t *index,
                                      int64_t expected, int64_t value, int64_t *old);

/* ---- collectives ----------------------------------------------------------------------------- */
/* Collective over a group (0: the default one). They order no accesses: synchronise for that.
 * image: who gets the result, the others' data is as before; -1: all. ASHLAR_EGROUP: no such group,
 * or I am not in it. ASHLAR_ENOMEM: not enough memory, on every image. */

/** Combine n elements of the images one by one.
 * @return ASHLAR_ETYPE  not defined for the type
 * @return ASHLAR_EARG   n below 0 */
ASHLAR_API int co_sum(ga_group_t group, ga_type type, void *data, int64_t n, int image);
ASHLAR_API int co_min(ga_group_t group, ga_type type, void *data, int64_t n, int image);
ASHLAR_API int co_max(ga_group_t group, ga_type type, void *data, int64_t n, int image);
/** Copy bytes of one image to all. */
ASHLAR_API int co_broadcast(ga_group_t group, void *data, size_t bytes, int image);
/** into = into . from, for two elements. */
typedef void (*co_combine)(void *into, const void *from, void *context);
/** The same combination by a function, which must be associative; images are combined in their
 * order.
 * @param[in] context  passed to the function
 * @return ASHLAR_EARG  n below 0, or combine is NULL */
ASHLAR_API int co_reduce(ga_group_t group, void *data, int64_t n, size_t element_bytes,
                         co_combine combine, void *context, int image);

#ifdef __cplusplus
}
#endif
#endif
