#include "support.h"

int main(int argc, char **argv)
{
    static const ma_case_t cases[] = {
#define X(name) {#name, ma_##name},
        MA_CASES(X)
#undef X
    };
    return ma_run(argc, argv, cases, (int)(sizeof cases / sizeof cases[0]));
}
