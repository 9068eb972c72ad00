/* Parts of armci-lite by themselves, and all of it where memory is short. */
#include "al/parts.h"

static const test_case_t cases[] = {
#define PARTS_ROW(function, start) {#function, function, start},
    PARTS_CASES(PARTS_ROW)
#undef PARTS_ROW
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "parts", cases, sizeof cases / sizeof cases[0]);
}
