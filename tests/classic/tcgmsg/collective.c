/* Calls of all nodes of TCGMSG: broadcasts, reductions, the shared counter and files copied. */
#include <stdio.h>
#include <unistd.h>

#include "classic/tcgmsg/cases.h"

TCGMSG_CASE(broadcasts)
{
    for (int root = 0; root < ranks(); ++root) {
        double numbers[3] = {me(), me() + 0.5, -1};
        brdcst_(I(TYPE), numbers, I(2 * sizeof numbers[0]), I(root));
        CHECK(numbers[0] == root && numbers[1] == root + 0.5 && numbers[2] == -1);
        tcg_brdcst(TYPE, numbers, 0, root);
        CHECK(numbers[0] == root);
        long type = TYPE, bytes = sizeof numbers[0], from = root;
        numbers[0] = 3 * me();
        BRDCST_(&type, numbers, &bytes, &from);
        CHECK(numbers[0] == 3 * root);
    }
}

/* The sum and so on of the numbers of all ranks, -2 + 3 rank each. */
static long reduced(const char *op)
{
    long result = -2;
    for (int rank = 1; rank < ranks(); ++rank) {
        long x = -2 + 3 * rank;
        if (strcmp(op, "+") == 0)
            result += x;
        else if (strcmp(op, "*") == 0)
            result *= x;
        else if (strcmp(op, "max") == 0)
            result = x > result ? x : result;
        else if (strcmp(op, "min") == 0)
            result = x < result ? x : result;
        else if (strcmp(op, "absmax") == 0)
            result = labs(x) > labs(result) ? labs(x) : labs(result);
        else if (strcmp(op, "absmin") == 0)
            result = labs(x) < labs(result) ? labs(x) : labs(result);
        else
            result |= x;
    }
    return strncmp(op, "abs", 3) == 0 ? labs(result) : result;
}

TCGMSG_CASE(reduces)
{
    static const char *const ops[] = {"+", "*", "max", "min", "absmax", "absmin", "or"};
    for (size_t k = 0; k < sizeof ops / sizeof ops[0]; ++k) {
        char padded[6] = "      ";
        memcpy(padded, ops[k], strlen(ops[k]));
        const Integer mine = -2 + 3 * me();
        Integer ints[3] = {mine, mine, 77};
        long longs[2] = {mine, 77};
        double doubles[3] = {(double)mine, (double)mine, 77};
        igop_(I(TYPE), ints, I(2), padded, sizeof padded);
        CHECK_INT(reduced(ops[k]), ints[0]);
        CHECK_INT(reduced(ops[k]), ints[1]);
        CHECK_INT(77, ints[2]);
        tcg_igop(TYPE, longs, 1, ops[k]);
        CHECK_INT(reduced(ops[k]), longs[0]);
        CHECK_INT(77, longs[1]);
        tcg_igop(TYPE, longs, 0, ops[k]);
        if (strcmp(ops[k], "or") == 0)
            continue;
        dgop_(I(TYPE), doubles, I(2), ops[k], strlen(ops[k]));
        CHECK(doubles[0] == (double)reduced(ops[k]) && doubles[1] == doubles[0]);
        CHECK(doubles[2] == 77);
        tcg_dgop(TYPE, doubles + 2, 1, "max");
        CHECK(doubles[2] == 77);
    }
}

/* Each number is drawn once, by whomever, and the counter can begin anew. */
TCGMSG_CASE(counts)
{
    enum { EACH = 20 };
    const size_t all = (size_t)(EACH * ranks());
    for (int time = 0; time < 2; ++time) {
        long *drawn = test_alloc(all * sizeof *drawn);
        memset(drawn, 0, all * sizeof *drawn);
        for (int k = 0; k < EACH; ++k) {
            long number = k % 2 ? nxtval_(I(ranks())) : tcg_nxtval(ranks());
            if (CHECK(number >= 0 && number < (long)all))
                ++drawn[number];
        }
        tcg_igop(TYPE, drawn, (long)all, "+");
        for (size_t k = 0; k < all; ++k)
            CHECK_INT(1, drawn[k]);
        CHECK_INT(0, nxtval_(I(-ranks())));
        CHECK_INT(0, nxtval_(I(0)));
        free(drawn);
    }
}

/* A file of the last rank in a folder of each. */
TCGMSG_CASE(files)
{
    char folder[64], home[4096];
    const int last = ranks() - 1, bytes = 3000000;
    CHECK(getcwd(home, sizeof home) != NULL);
    snprintf(folder, sizeof folder, "/tmp/tcgmsg.XXXXXX");
    if (!CHECK(mkdtemp(folder) && chdir(folder) == 0))
        return;
    char *text = test_alloc((size_t)bytes);
    for (int k = 0; k < bytes; ++k)
        text[k] = (char)(k % 251);
    FILE *file = me() == last ? fopen("copied", "wb") : NULL;
    CHECK(me() != last || (file && fwrite(text, 1, (size_t)bytes, file) == (size_t)bytes));
    if (file)
        fclose(file);
    pfcopy_(I(TYPE), I(last), "copied  ", 8);
    file = fopen("copied", "rb");
    char *read = test_alloc((size_t)bytes + 1);
    CHECK(file != NULL);
    CHECK_INT(bytes, file ? (int)fread(read, 1, (size_t)bytes + 1, file) : 0);
    CHECK(memcmp(read, text, (size_t)bytes) == 0);
    if (file)
        fclose(file);
    tcg_pfcopy(TYPE, 0, "copied");
    pfilecopy_(I(TYPE), I(0), "copied");
    CHECK(unlink("copied") == 0 && chdir(home) == 0 && rmdir(folder) == 0);
    free(text);
    free(read);
}
