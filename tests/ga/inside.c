/* Cases for what is not public: distributions for any number of ranks, pieces, serials of
 * handles. */
#include "ga/inside.h"

#define INSIDE_ROW(function, start) {#function, function, start},
static const test_case_t cases[] = {INSIDE_CASES(INSIDE_ROW)};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "ga_inside", cases, sizeof cases / sizeof cases[0]);
}
