/* Facts about the machine and the limits of this process. */
#ifndef MACHINE_H
#define MACHINE_H

void machine_report(void);
void machine_report_limits(void);

#endif
