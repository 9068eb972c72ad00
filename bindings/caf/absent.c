/* Calls that other versions of gfortran generate. They end the program with a message; without them
 * a link would fail. */
#include "caf.h"

#define ABSENT(name, reason)                                                                       \
    CAF_API void name(void);                                                                       \
    void name(void)                                                                                \
    {                                                                                              \
        caf_stop("%s is not there: %s", #name, reason);                                            \
    }
#define FROM_15 "gfortran 15 and newer call it; libcaf_ashlar was made for 12"

ABSENT(_gfortran_caf_register_accessor, FROM_15)
ABSENT(_gfortran_caf_register_accessors_finish, FROM_15)
ABSENT(_gfortran_caf_get_remote_function_index, FROM_15)
ABSENT(_gfortran_caf_get_from_remote, FROM_15)
ABSENT(_gfortran_caf_send_to_remote, FROM_15)
ABSENT(_gfortran_caf_transfer_between_remotes, FROM_15)
ABSENT(_gfortran_caf_is_present_on_remote, FROM_15)
ABSENT(_gfortran_caf_get_team, "gfortran 12 does not know what get_team returns")
