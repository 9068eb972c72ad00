/* One array for both interfaces: the handles of one in the other. */
#include "ga-native.h"

#include <stdio.h>

#include "classic.h"
#include "plan.h"

int GA_To_native(int g_a)
{
    return classic_find("GA_To_native", g_a)->g;
}

static int classic_handle_of(ga_t g)
{
    for (int slot = 0; slot < CLASSIC_HANDLES; ++slot)
        if (classic_arrays[slot].g == g)
            return CLASSIC_FIRST + slot;
    return 0;
}

int GA_From_native(int native)
{
    const char *call = "GA_From_native";
    ga_spec_t spec;
    if (!NGA_Initialized())
        classic_stop(call, "GA_Initialize comes first");
    CLASSIC_TRY(call, ga_inquire_spec(native, &spec));
    int handle = classic_handle_of(native);
    classic_array_t *array =
        handle ? classic_find_plan(call, handle) : classic_plan_create(call, &handle);
    classic_plan_t *plan = array->plan;
    if (array->g && !plan->is_native)
        return handle;
    /* The number of an array that was destroyed may be another's by now. */
    array->ndim = (short)spec.ndim;
    plan->spec = (ga_spec_t){.ndim = spec.ndim, .kind = spec.kind, .mirrored = spec.mirrored};
    snprintf(plan->name, sizeof plan->name, "%s", spec.name);
    plan->is_native = 1;
    classic_plan_attach(call, array, native);
    return handle;
}

/* ---- groups and types ---- */

int GA_Pgroup_to_native(int p_handle)
{
    if (p_handle == CLASSIC_MIRROR_GROUP)
        classic_stop("GA_Pgroup_to_native",
                     "the group of mirrored arrays is not one of ashlar/ga.h");
    return classic_group(p_handle);
}

int GA_Pgroup_from_native(int native)
{
    ga_group_t group = native;
    int size;
    if (group == GA_GROUP_DEFAULT)
        CLASSIC_TRY("GA_Pgroup_from_native", ga_group_get_default(&group));
    CLASSIC_TRY("GA_Pgroup_from_native", ga_group_size(group, &size));
    return classic_group_code(group);
}

int GA_Type_to_native(int type)
{
    return (int)classic_type("GA_Type_to_native", type);
}

int GA_Type_from_native(int native)
{
    size_t bytes;
    CLASSIC_TRY("GA_Type_from_native", ga_type_bytes((ga_type)native, &bytes));
    return classic_type_code((ga_type)native);
}
