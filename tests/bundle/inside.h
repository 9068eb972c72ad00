/* The cases that look into the library, by file. */
#ifndef TESTS_BUNDLE_INSIDE_H
#define TESTS_BUNDLE_INSIDE_H

void case_stamps(void);
void case_modes(void);

#endif
