/* Passing on the status codes of the library. */
#ifndef SCF_TRY_H
#define SCF_TRY_H

#define TRY(call)                                                                                  \
    do {                                                                                           \
        int status_ = (call);                                                                      \
        if (status_ != 0)                                                                          \
            return status_;                                                                        \
    } while (0)

#endif
