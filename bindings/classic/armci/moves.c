/* All forms come down to strided pieces, and those to what the library takes. */
#include <stdbool.h>
#include <string.h>

#include "moves.h"

enum { LEVELS = ARMCI_MAX_STRIDE_LEVEL };

/* A strided piece, from the shortest far stride to the longest. */
typedef struct form {
    size_t run;
    int levels;
    size_t count[LEVELS];
    ptrdiff_t far[LEVELS], near[LEVELS];
} form_t;

/* ---- pieces that the library does not take as they are --------------------------------------- */

/* The bytes of a run that are moved: of an accumulate, those of whole elements. */
static size_t whole_bytes(const move_t *move, int bytes)
{
    return (size_t)bytes - (move->element ? (size_t)bytes % move->element : 0);
}

/* Between two places that only I have. */
static int copy_own(const move_t *move, char *far, char *near, size_t bytes)
{
    if (move->what == ACC)
        return armi_wrong(move->call, "%p is not of memory that this library gave", (void *)far);
    memmove(move->what == PUT ? far : near, move->what == PUT ? near : far, bytes);
    return 0;
}

/* Must the first `levels` strides of a piece be taken in turn? */
static bool must_be_cut(const form_t *form, int levels)
{
    size_t extent = form->run;
    for (int level = 0; level < levels; ++level) {
        if (form->far[level] < 0 || (size_t)form->far[level] < extent)
            return true;
        extent += (form->count[level] - 1) * (size_t)form->far[level];
    }
    return levels > AL_MAX_LEVELS;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static int start_piece(const move_t *move, size_t at, void *near, const al_shape_t *shape)
{
    al_segment_t *memory = armi_state.memory;
    const int proc = move->proc;
    al_handle_t *handle = move->handle;
    if (move->what == PUT)
        return handle ? al_put_nb(memory, proc, at, near, shape, handle)
                      : al_put_strided(memory, proc, at, near, shape);
    if (move->what == GET)
        return handle ? al_get_nb(memory, proc, at, near, shape, handle)
                      : al_get_strided(memory, proc, at, near, shape);
    return handle ? al_acc_nb(memory, proc, at, move->type, move->scale, near, shape, handle)
                  : al_acc_strided(memory, proc, at, move->type, move->scale, near, shape);
}

/* The first `levels` strides of a piece; not empty. */
static int move_form(const move_t *move, char *far, char *near, const form_t *form, int levels)
{
    size_t at = 0;
    int status = armi_find(move->call, move->proc, far, &at);
    if (status != 0 && status != ARMI_PRIVATE)
        return status;
    if (status == ARMI_PRIVATE || must_be_cut(form, levels)) {
        if (levels == 0)
            return copy_own(move, far, near, form->run);
        const int outer = levels - 1;
        status = 0;
        for (size_t k = 0; k < form->count[outer] && status == 0; ++k)
            status = move_form(move, far + (ptrdiff_t)k * form->far[outer],
                               near + (ptrdiff_t)k * form->near[outer], form, outer);
        return status;
    }
    al_shape_t shape;
    shape.levels = levels;
    shape.count[0] = form->run;
    for (int level = 0; level < levels; ++level) {
        shape.count[level + 1] = form->count[level];
        shape.seg_stride[level] = (size_t)form->far[level];
        shape.buf_stride[level] = (size_t)form->near[level];
    }
    return armi_result(move->call, start_piece(move, at, near, &shape));
}

int armi_move_run(const move_t *move, void *far, void *near, int bytes)
{
    if (bytes < 0)
        return armi_wrong(move->call, "%d bytes", bytes);
    const form_t form = {.run = whole_bytes(move, bytes)};
    return form.run == 0 ? 0 : move_form(move, far, near, &form, 0);
}

/* ---- strided --------------------------------------------------------------------------------- */

/* Add a stride to a piece, behind shorter ones. */
static void add_level(form_t *form, size_t count, ptrdiff_t far, ptrdiff_t near)
{
    int level = form->levels++;
    for (; level > 0 && form->far[level - 1] > far; --level) {
        form->count[level] = form->count[level - 1];
        form->far[level] = form->far[level - 1];
        form->near[level] = form->near[level - 1];
    }
    form->count[level] = count;
    form->far[level] = far;
    form->near[level] = near;
}

/* Make one stride of those that continue each other on both sides. */
static void fold(form_t *form)
{
    int levels = 0;
    for (int level = 0; level < form->levels; ++level) {
        const size_t count = form->count[level];
        const ptrdiff_t far = form->far[level], near = form->near[level];
        if (levels == 0 && far == (ptrdiff_t)form->run && near == far) {
            form->run *= count;
        } else if (levels > 0 &&
                   far == form->far[levels - 1] * (ptrdiff_t)form->count[levels - 1] &&
                   near == form->near[levels - 1] * (ptrdiff_t)form->count[levels - 1]) {
            form->count[levels - 1] *= count;
        } else {
            form->count[levels] = count;
            form->far[levels] = far;
            form->near[levels] = near;
            ++levels;
        }
    }
    form->levels = levels;
}

int armi_move_strided(const move_t *move, void *far, const int far_stride[], void *near,
                      const int near_stride[], const int count[], int levels)
{
    if (levels < 0 || levels > LEVELS || !count || (levels > 0 && (!far_stride || !near_stride)))
        return armi_wrong(move->call, "%d strides, or none where there should be some", levels);
    form_t form = {.levels = 0};
    int empty = 0;
    for (int level = 0; level <= levels; ++level) {
        if (count[level] < 0)
            return armi_wrong(move->call, "count %d is %d", level, count[level]);
        empty |= count[level] == 0;
    }
    form.run = whole_bytes(move, count[0]);
    if (empty || form.run == 0)
        return 0;
    for (int level = 0; level < levels; ++level)
        if (count[level + 1] > 1)
            add_level(&form, (size_t)count[level + 1], far_stride[level], near_stride[level]);
    fold(&form);
    return move_form(move, far, near, &form, form.levels);
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* Runs of which the places are known. */
static int move_places(const move_t *move, size_t n, const size_t *offsets, void *const *near,
                       size_t bytes)
{
    al_segment_t *memory = armi_state.memory;
    const void *const *from = (const void *const *)near;
    int status = move->what == PUT   ? al_put_vector(memory, move->proc, n, offsets, from, bytes)
                 : move->what == GET ? al_get_vector(memory, move->proc, n, offsets, near, bytes)
                                     : al_acc_vector(memory, move->proc, n, offsets, move->type,
                                                     move->scale, from, bytes);
    return armi_result(move->call, status);
}

/* n runs, at most as many as there is room for. */
enum { LIST = 256 };
static int move_part(const move_t *move, size_t n, void *const *far, void *const *near,
                     size_t bytes)
{
    size_t offsets[LIST];
    int status = 0, in_turn = move->what == GET && move->handle;
    for (size_t k = 0; k < n && !in_turn; ++k) {
        status = armi_find(move->call, move->proc, far[k], &offsets[k]);
        if (status != 0 && status != ARMI_PRIVATE)
            return status;
        in_turn = status == ARMI_PRIVATE;
    }
    if (!in_turn)
        return move_places(move, n, offsets, near, bytes);
    status = 0;
    for (size_t k = 0; k < n && status == 0; ++k)
        status = move_form(move, far[k], near[k], &(form_t){.run = bytes}, 0);
    return status;
}

int armi_move_list(const move_t *move, const armci_giov_t *list, int len)
{
    if (len < 0 || (len > 0 && !list))
        return armi_wrong(move->call, "%d descriptors, or none where there should be some", len);
    for (int d = 0; d < len; ++d) {
        const armci_giov_t *runs = &list[d];
        void *const *far = move->what == GET ? runs->src_ptr_array : runs->dst_ptr_array;
        void *const *near = move->what == GET ? runs->dst_ptr_array : runs->src_ptr_array;
        if (runs->bytes < 0 || runs->ptr_array_len < 0 || (runs->ptr_array_len && (!far || !near)))
            return armi_wrong(move->call, "descriptor %d: %d runs of %d bytes", d,
                              runs->ptr_array_len, runs->bytes);
        const size_t bytes = whole_bytes(move, runs->bytes);
        const size_t n = bytes ? (size_t)runs->ptr_array_len : 0;
        for (size_t done = 0; done < n; done += LIST) {
            int status =
                move_part(move, n - done < LIST ? n - done : LIST, far + done, near + done, bytes);
            if (status != 0)
                return status;
        }
    }
    return 0;
}
