/* Records of all types: adding, sending to owners, sorting, and making CSR of them. */
#include "sparse/src/sparse_records.h"

#include <string.h>

#define AL_TEMPLATE "sparse/src/sparse_records.inc"
#include "armci-lite/src/local/al_each_type.h"

#define OF_WIDTH(id, w)                                                                            \
    {                                                                                              \
        .bytes = sizeof(id##_record_t_##w), .append = id##_append_##w, .list = id##_list_##w,      \
        .count_owners = id##_count_owners_##w, .pack = id##_pack_##w,                              \
        .count_buckets = id##_count_buckets_##w, .fill_buckets = id##_fill_buckets_##w,            \
        .sort = id##_sort_##w, .store = id##_store_##w, .place = id##_place_##w,                   \
        .set = id##_set_##w                                                                        \
    }
#define OF_TYPE(id, ctype, mpitype, kind) {OF_WIDTH(id, 4), OF_WIDTH(id, 8)},
const spi_records_t spi_records[ASHLAR_TYPE_COUNT][2] = {ASHLAR_TYPE_TABLE(OF_TYPE)};
