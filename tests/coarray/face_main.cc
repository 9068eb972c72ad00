// Coarrays from C++ (coarray.hpp).
#include "coarray/faces.h"

int main(int argc, char **argv)
{
    static const test_case_t cases[] = {
        {"elements", case_elements, TEST_GA},
        {"chains", case_chains, TEST_GA},
        {"slices", case_slices, TEST_GA},
        {"shapes", case_shapes, TEST_GA},
        {"whole_arrays", case_whole_arrays, TEST_GA},
        {"lists", case_lists, TEST_GA},
        {"nonblocking", case_nonblocking, TEST_GA},
        {"face_2002", case_face_2002, TEST_GA},
        {"blocks", case_blocks, TEST_GA},
        {"pointers", case_pointers, TEST_GA},
        {"errors", case_errors, TEST_GA},
        {"moves", case_moves, TEST_GA},
        {"exceptions", case_exceptions, TEST_BARE},
        {"groups", case_groups, TEST_GA},
        {"meetings", case_meetings, TEST_GA},
        {"locks_and_events", case_locks_and_events, TEST_GA},
        {"atomics", case_atomics, TEST_GA},
        {"collectives", case_collectives, TEST_GA},
        {"order", case_order, TEST_BARE},
    };
    return test_main(argc, argv, "coarray_faces", cases, sizeof cases / sizeof *cases);
}
