/* The output of the program: text, and JSON. */
#ifndef SCF_REPORT_H
#define SCF_REPORT_H

#include <stdio.h>

#include "molecule/input.h"
#include "molecule/options.h"
#include "report/result.h"

/* Say what is going to be computed, and begin the table. */
void report_begin(const options_t *options, const input_t *input);
/* A line of the table. */
void report_iteration(int k, const iteration_t *iteration);
/* The seconds of the phases and, when converged, the lines with the energies. */
void report_end(const options_t *options, const result_t *result);

/* Write all that was measured as a JSON object.
 * @param[in] input   NULL: it could not be read
 * @param[in] reason  why there is no result, or NULL
 * @return -1  writing failed */
int report_json(FILE *stream, const options_t *options, const input_t *input,
                const result_t *result, const char *reason);

#endif
