/* Facts about the library, and what it is linked to. */
#ifndef LIBRARY_H
#define LIBRARY_H

void library_report(void);
void library_report_mpi(void);
void library_report_linalg(void);
void library_report_engines(void);
/* Environment variables that change what programs do. */
void library_report_variables(void);

#endif
