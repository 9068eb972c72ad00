/* Element types: the built-in ones and records. */
#ifndef GA_TYPE_H
#define GA_TYPE_H

#include <stddef.h>

#include <ashlar/ga.h>

/* Size of an element of any type, 0 when there is no such type. */
size_t gai_type_bytes(ga_type type);
/* "double", or "record" */
const char *gai_type_name(ga_type type);
/* Record types that there are. */
int gai_types_count(void);
/* An array of a type comes to life, or is gone. */
void gai_type_ref(ga_type type);
void gai_type_unref(ga_type type);

#endif
