/** Checkpoints: the state of a program in files, to go on from after a crash, on another number of
 * ranks and with arrays distributed otherwise.
 *
 *     io_checkpoint_t *state;
 *     int64_t step;
 *     io_checkpoint_create(GA_GROUP_WORLD, "run", &state);
 *     io_checkpoint_add(state, "density", density);
 *     io_checkpoint_add_scalars(state, "energy", ASHLAR_DOUBLE, 1, &energy);
 *     io_checkpoint_restore(state, &step, NULL);
 *     while (++step < steps) {
 *         ...
 *         io_checkpoint_write(state, step);
 *     }
 *     io_checkpoint_destroy(state);
 *
 * Generations: the last two are kept, in run-0.h5 and run-1.h5. Each is written aside, checked, and
 * takes the place of the older one when it is complete and on the disk: whatever happens meanwhile,
 * a rank killed or a full disk, leaves the newest complete one. Each is an HDF5 file, with arrays
 * and scalars as datasets of their names (as io_write() makes them) and the attribute ashlar_step
 * of the root group. Behind what HDF5 sees are checksums of every byte, which restoring compares
 * before it hands the file to HDF5: of what is damaged the older generation takes the place.
 *
 * Asynchronous: io_checkpoint_write_nb() copies the arrays to memory of this rank, as many bytes as
 * it owns of them, at the speed of memory; that memory is kept for the next. Steps behind an
 * ordinary handle write the copy to a file of each rank with plain calls of the system, 64 KiB at a
 * time, inside of waits, polls and tests of the rank, and in the helper thread where there is one.
 * There are two sets of these files (run-part-a-RANK, run-part-b-RANK), which take turns, so that
 * the copy before stays while one is written; they have checksums and are restored from as
 * generations are. io_checkpoint_complete() and io_checkpoint_destroy() make the HDF5 file of the
 * last copy, for which they take memory for one array at a time, and remove the files of ranks.
 *
 * Calls are collective over the checkpoint's group, compare what their ranks pass, and fail on all
 * ranks together, with the same message. Arrays are of that group. They are as after ga_sync() on
 * it before and after. Besides the errors named below every call can return ASHLAR_ESTATE (the
 * library is stopped), ASHLAR_EARG (a pointer is NULL that may not be), ASHLAR_EHANDLE (an array
 * was destroyed), ASHLAR_ENOMEM and, if ranks pass different arguments, ASHLAR_EMISMATCH. */
#ifndef ASHLAR_IO_CHECKPOINT_H
#define ASHLAR_IO_CHECKPOINT_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A set of arrays and scalars, and the files that hold it. */
typedef struct io_checkpoint io_checkpoint_t;

/** Name the files of a checkpoint. Collective over the group. Touches no file.
 * @param[in] name  of the files, without -0.h5: on a file system that all ranks see
 * @param[out] c    released by io_checkpoint_destroy()
 * @return ASHLAR_EARG  the name is empty or too long */
ASHLAR_API int io_checkpoint_create(ga_group_t group, const char *name, io_checkpoint_t **c);
/** Add an array to the set. Collective. It must live as long as the checkpoint is written and
 * restored.
 * @param[in] name  of its dataset: at most 127 bytes, no "/", no "." in front, none that is there
 * @return ASHLAR_EARG    such a name
 * @return ASHLAR_EGROUP  the array is of another group */
ASHLAR_API int io_checkpoint_add(io_checkpoint_t *c, const char *name, ga_t g);
/** Add scalars to the set: n numbers at an address of the program's, which must stay valid. Those
 * of the group's first rank are written, and restoring sets those of all ranks. Collective.
 * @return ASHLAR_EARG   the name, as of io_checkpoint_add(), or n below 1
 * @return ASHLAR_ETYPE  unknown type, or records */
ASHLAR_API int io_checkpoint_add_scalars(io_checkpoint_t *c, const char *name, ga_type type,
                                         int64_t n, void *data);
/** Write the set as it is now, as the newest generation. Collective. The arrays may change when the
 * call returns.
 * @param[in] step  a number of the program's, at least 0: restoring returns it
 * @return ASHLAR_EARG    a step below 0
 * @return ASHLAR_ESTATE  another job writes the same checkpoint
 * @return ASHLAR_ESYS    it cannot be written: the message has the system's words. Both older
 *                        generations are as they were */
ASHLAR_API int io_checkpoint_write(io_checkpoint_t *c, int64_t step);
/** Copy the set as it is now, and write the copy while the program goes on. Collective. The arrays
 * may change when the call returns. It waits first until what an earlier call has copied is on the
 * disk.
 * @param[in] step      as of io_checkpoint_write()
 * @param[out] handle   for ga_wait() and ga_test(), when this rank's part of the copy is in its
 *                      file; may be NULL. Waiting for it is not needed
 * @return ASHLAR_EARG, ASHLAR_ESYS  as io_checkpoint_write(), which may be about the copy of an
 *                       earlier call, of which nothing is left then
 * @return ASHLAR_ENOMEM  also: there is no memory for a copy. Nothing is begun */
ASHLAR_API int io_checkpoint_write_nb(io_checkpoint_t *c, int64_t step, ga_handle_t *handle);
/** Wait until what io_checkpoint_write_nb() has copied is written, and make the HDF5 file of it.
 * Collective. Nothing to complete is no error.
 * @return ASHLAR_ESTATE, ASHLAR_ESYS  as io_checkpoint_write(); the copy is given up then */
ASHLAR_API int io_checkpoint_complete(io_checkpoint_t *c);
/** Read the newest generation that is not damaged into arrays and scalars. Collective. Arrays and
 * scalars of the set must be in it, with these types and extents; what else is in it stays unread.
 * Completes what is being written before.
 * @param[out] step     of what was restored; -1: there is no checkpoint, and nothing has changed
 * @param[out] damaged  how many newer ones were passed over, damaged, or interrupted while they
 * were copied; ashlar_error_message() then says why the last of them was; may be NULL
 * @return ASHLAR_EARG    an array or scalars that are not in the file
 * @return ASHLAR_ETYPE, ASHLAR_ESHAPE  other types, extents or numbers than there; nothing has
 *                        changed
 * @return ASHLAR_ESTATE  an array is read-only; another job has written the file meanwhile
 * @return ASHLAR_ESYS    all generations are damaged: nothing has changed; or a file could not be
 *                        read that was whole before: arrays are undefined */
ASHLAR_API int io_checkpoint_restore(io_checkpoint_t *c, int64_t *step, int *damaged);
/** Complete what is being written, as io_checkpoint_complete() does, and release the checkpoint,
 * not its files. Collective. It is gone in any case.
 * @return ASHLAR_ESTATE, ASHLAR_ESYS  as io_checkpoint_complete() */
ASHLAR_API int io_checkpoint_destroy(io_checkpoint_t *c);

#ifdef __cplusplus
}
#endif
#endif
