/* The name of a build of the library that is not the one under test. */
extern const char ali_build[];
const char ali_build[] = "another build";
