/* The names wnga_* of Global Arrays' own profiling interface are not in this library. Makefiles of
 * programs search this file for them to learn whether a call exists, so here are those they search for:
 * wnga_set_property (call ga_set_property). */
#ifndef GA_WAPI_H
#define GA_WAPI_H

#include "ga.h"

#endif
