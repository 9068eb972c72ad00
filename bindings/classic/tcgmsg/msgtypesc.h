/* Bits that may be set in the type of a message to say what is in it. */
#ifndef MSGTYPES_H_
#define MSGTYPES_H_

#define MSGDBL 65536
#define MSGINT 131072
#define MSGCHR 262144

#endif
