/* The calls that put, get and accumulate. */
#include "moves.h"

static al_handle_t *handle_or_implicit(armci_hdl_t *handle)
{
    return handle ? handle : &armi_state.implicit;
}

static int choose_type(move_t *move, int optype)
{
    static const struct {
        ashlar_type type;
        size_t bytes;
    } types[] = {
        [ARMCI_ACC_INT - ARMCI_ACC_INT] = {ASHLAR_INT, sizeof(int)},
        [ARMCI_ACC_DBL - ARMCI_ACC_INT] = {ASHLAR_DOUBLE, sizeof(double)},
        [ARMCI_ACC_FLT - ARMCI_ACC_INT] = {ASHLAR_FLOAT, sizeof(float)},
        [ARMCI_ACC_CPL - ARMCI_ACC_INT] = {ASHLAR_CFLOAT, 2 * sizeof(float)},
        [ARMCI_ACC_DCP - ARMCI_ACC_INT] = {ASHLAR_CDOUBLE, 2 * sizeof(double)},
        [ARMCI_ACC_LNG - ARMCI_ACC_INT] = {ASHLAR_LONG, sizeof(long)},
    };
    if (optype < ARMCI_ACC_INT || optype > ARMCI_ACC_LNG)
        return armi_wrong(move->call, "%d is not an operation of accumulates", optype);
    move->type = types[optype - ARMCI_ACC_INT].type;
    move->element = types[optype - ARMCI_ACC_INT].bytes;
    return 0;
}

/* ---- puts and gets --------------------------------------------------------------------------- */

#define MOVE(direction, to) (&(move_t){.call = __func__, .what = (direction), .proc = (to)})
#define MOVE_LATER(direction, to, h)                                                               \
    (&(move_t){                                                                                    \
        .call = __func__, .what = (direction), .proc = (to), .handle = handle_or_implicit(h)})

int ARMCI_Put(void *src, void *dst, int bytes, int proc)
{
    size_t at;
    int status = bytes > 0 ? armi_find(__func__, proc, dst, &at) : ARMI_PRIVATE;
    if (ARMI_UNLIKELY(status != 0))
        return status == ARMI_PRIVATE ? armi_move_run(MOVE(PUT, proc), dst, src, bytes) : status;
    return armi_result(__func__, al_put(armi_state.memory, proc, at, src, (size_t)bytes));
}

int ARMCI_Get(void *src, void *dst, int bytes, int proc)
{
    size_t at;
    int status = bytes > 0 ? armi_find(__func__, proc, src, &at) : ARMI_PRIVATE;
    if (ARMI_UNLIKELY(status != 0))
        return status == ARMI_PRIVATE ? armi_move_run(MOVE(GET, proc), src, dst, bytes) : status;
    return armi_result(__func__, al_get(armi_state.memory, proc, at, dst, (size_t)bytes));
}

int ARMCI_NbPut(void *src, void *dst, int bytes, int proc, armci_hdl_t *handle)
{
    return armi_move_run(MOVE_LATER(PUT, proc, handle), dst, src, bytes);
}

int ARMCI_NbGet(void *src, void *dst, int bytes, int proc, armci_hdl_t *handle)
{
    return armi_move_run(MOVE_LATER(GET, proc, handle), src, dst, bytes);
}

int ARMCI_PutS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[],
               int count[], int stride_levels, int proc)
{
    return armi_move_strided(MOVE(PUT, proc), dst_ptr, dst_stride_arr, src_ptr, src_stride_arr,
                             count, stride_levels);
}

int ARMCI_GetS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[],
               int count[], int stride_levels, int proc)
{
    return armi_move_strided(MOVE(GET, proc), src_ptr, src_stride_arr, dst_ptr, dst_stride_arr,
                             count, stride_levels);
}

int ARMCI_NbPutS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[],
                 int count[], int stride_levels, int proc, armci_hdl_t *handle)
{
    return armi_move_strided(MOVE_LATER(PUT, proc, handle), dst_ptr, dst_stride_arr, src_ptr,
                             src_stride_arr, count, stride_levels);
}

int ARMCI_NbGetS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[],
                 int count[], int stride_levels, int proc, armci_hdl_t *handle)
{
    return armi_move_strided(MOVE_LATER(GET, proc, handle), src_ptr, src_stride_arr, dst_ptr,
                             dst_stride_arr, count, stride_levels);
}

int ARMCI_PutV(armci_giov_t darr[], int len, int proc)
{
    return armi_move_list(MOVE(PUT, proc), darr, len);
}

int ARMCI_GetV(armci_giov_t darr[], int len, int proc)
{
    return armi_move_list(MOVE(GET, proc), darr, len);
}

int ARMCI_NbPutV(armci_giov_t darr[], int len, int proc, armci_hdl_t *handle)
{
    return armi_move_list(MOVE_LATER(PUT, proc, handle), darr, len);
}

int ARMCI_NbGetV(armci_giov_t darr[], int len, int proc, armci_hdl_t *handle)
{
    return armi_move_list(MOVE_LATER(GET, proc, handle), darr, len);
}

/* ---- accumulates ----------------------------------------------------------------------------- */

int ARMCI_Acc(int optype, void *scale, void *src, void *dst, int bytes, int proc)
{
    move_t move = {.call = __func__, .what = ACC, .proc = proc, .scale = scale};
    int status = choose_type(&move, optype);
    return status ? status : armi_move_run(&move, dst, src, bytes);
}

static int add_strided(move_t move, int optype, void *src, const int src_stride[], void *dst,
                       const int dst_stride[], const int count[], int levels)
{
    int status = choose_type(&move, optype);
    return status ? status
                  : armi_move_strided(&move, dst, dst_stride, src, src_stride, count, levels);
}

int ARMCI_AccS(int optype, void *scale, void *src_ptr, int src_stride_arr[], void *dst_ptr,
               int dst_stride_arr[], int count[], int stride_levels, int proc)
{
    const move_t move = {.call = __func__, .what = ACC, .proc = proc, .scale = scale};
    return add_strided(move, optype, src_ptr, src_stride_arr, dst_ptr, dst_stride_arr, count,
                       stride_levels);
}

int ARMCI_NbAccS(int optype, void *scale, void *src_ptr, int src_stride_arr[], void *dst_ptr,
                 int dst_stride_arr[], int count[], int stride_levels, int proc,
                 armci_hdl_t *handle)
{
    const move_t move = {.call = __func__,
                         .what = ACC,
                         .proc = proc,
                         .scale = scale,
                         .handle = handle_or_implicit(handle)};
    return add_strided(move, optype, src_ptr, src_stride_arr, dst_ptr, dst_stride_arr, count,
                       stride_levels);
}

static int accumulate_list(const char *call, int optype, void *scale, const armci_giov_t *list,
                           int len, int proc)
{
    move_t move = {.call = call, .what = ACC, .proc = proc, .scale = scale};
    int status = choose_type(&move, optype);
    return status ? status : armi_move_list(&move, list, len);
}

int ARMCI_AccV(int op, void *scale, armci_giov_t darr[], int len, int proc)
{
    return accumulate_list(__func__, op, scale, darr, len, proc);
}

int ARMCI_NbAccV(int op, void *scale, armci_giov_t darr[], int len, int proc, armci_hdl_t *handle)
{
    (void)handle;
    return accumulate_list(__func__, op, scale, darr, len, proc);
}

/* ---- values ---------------------------------------------------------------------------------- */

static int put_value(const char *call, void *value, void *dst, int bytes, int proc)
{
    const move_t move = {.call = call, .what = PUT, .proc = proc};
    return armi_move_run(&move, dst, value, bytes);
}

static void get_value(const char *call, void *src, void *value, int bytes, int proc)
{
    const move_t move = {.call = call, .what = GET, .proc = proc};
    if (armi_move_run(&move, src, value, bytes) != 0)
        armi_stop(call, "no value to return");
}

/* A value has left its argument when the call returns, with or without a handle. */
#define VALUES(name, type)                                                                         \
    int ARMCI_PutValue##name(type src, void *dst, int proc)                                        \
    {                                                                                              \
        return put_value(__func__, &src, dst, (int)sizeof src, proc);                              \
    }                                                                                              \
    int ARMCI_NbPutValue##name(type src, void *dst, int proc, armci_hdl_t *handle)                 \
    {                                                                                              \
        (void)handle;                                                                              \
        return put_value(__func__, &src, dst, (int)sizeof src, proc);                              \
    }                                                                                              \
    type ARMCI_GetValue##name(void *src, int proc)                                                 \
    {                                                                                              \
        type value;                                                                                \
        get_value(__func__, src, &value, (int)sizeof value, proc);                                 \
        return value;                                                                              \
    }
VALUES(Int, int)
VALUES(Long, long)
VALUES(Float, float)
VALUES(Double, double)
#undef VALUES
