/* Global Arrays 5 for C++: arrays and process groups as objects, in the namespace GA. What a method
 * does, which ranks call it, its shapes and its errors are those of the call of ga.h that it stands
 * for: docs/classic.md. */
#ifndef GA_GAXX_H
#define GA_GAXX_H

#include "ga.h"
#include "macdecls.h"

#define GANbhdl ga_nbhdl_t

#include "init_term.h"
#include "services.h"
#include "PGroup.h"
#include "GlobalArray.h"
#include "GAServices.h"

#endif
