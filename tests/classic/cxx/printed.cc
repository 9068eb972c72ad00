// What is printed, which is for people: that it is there, on standard output or in a file.
#include <cstdio>
#include <string>
#include <unistd.h>

#include "cases.h"

// Everything on standard output meanwhile, on this rank.
template <class F> static std::string printed(F f)
{
    std::FILE *const file = std::tmpfile();
    std::fflush(stdout);
    const int saved = dup(1);
    dup2(fileno(file), 1);
    f();
    GA_Sync();
    std::fflush(stdout);
    dup2(saved, 1);
    close(saved);
    std::string text(100000, ' ');
    std::rewind(file);
    text.resize(std::fread(&text[0], 1, text.size(), file));
    std::fclose(file);
    return text;
}

// The first rank prints.
#define PRINTS(words, call)                                                                        \
    do {                                                                                           \
        const std::string output = printed([&] { call; });                                         \
        CHECK_CONTAINS(GA_Nodeid() == 0 ? output.c_str() : (words), words);                        \
    } while (0)

TEST_CASE_OF_WIDTHS(printed, TEST_GA)
{
    GlobalArray a = counted<double>();
    PRINTS("55", a.print());
    PRINTS("counted", a.printDistribution());
    PRINTS("23", a.printPatch(at<I>(1, 1), at<I>(2, 2), 0));
    PRINTS("counted", a.summarize(1));
    PRINTS("counted", GA::summarize(1));
    PRINTS("counted", SERVICES.summarize(1));
    PRINTS("put", GA::printStats());
    PRINTS("put", SERVICES.printStats());
    const std::string patch = printed([&] { a.printPatch(at<I>(1, 1), at<I>(2, 2), 1); });
    CHECK(patch.find("31") == std::string::npos);
    std::FILE *const file = std::tmpfile();
    a.printFile(file);
    char words[4000];
    std::rewind(file);
    words[std::fread(words, 1, sizeof words - 1, file)] = 0;
    CHECK_CONTAINS(GA_Nodeid() == 0 ? words : "55", "55");
    std::fclose(file);
    GA_Sync();
}
