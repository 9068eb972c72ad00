/* The file of results. It is written beside its name and renamed, so that the name has, at any
 * moment, either what it had before or everything. */
#ifndef SCF_OUTPUT_H
#define SCF_OUTPUT_H

#include "molecule/failure.h"
#include "molecule/input.h"
#include "molecule/options.h"
#include "report/result.h"

/* See whether options->json can be written, before a long calculation, and is no file that this
 * calculation reads. Rank 0.
 * @return -1  with the failure set; nothing is changed */
int output_check(const options_t *options, failure_t *failure);

/* Write it; see report_json(). A file that is not regular, such as a device, is written as it is.
 * @return -1  with the failure set; the name has what it had before */
int output_write(const options_t *options, const input_t *input, const result_t *result,
                 const char *reason, failure_t *failure);

#endif
