/* The template of al_each_type.h for row AL_TYPE_NUMBER. */
#define AL_CODE_i 1
#define AL_CODE_r 2
#define AL_CODE_c 3
#if AL_JOIN(AL_CODE, KIND) == AL_CODE_i
#define TYPE_INTEGER
#elif AL_JOIN(AL_CODE, KIND) == AL_CODE_r
#define TYPE_REAL
#else
#define TYPE_COMPLEX
#endif
#include AL_TEMPLATE
#undef TYPE_INTEGER
#undef TYPE_REAL
#undef TYPE_COMPLEX
#undef AL_CODE_i
#undef AL_CODE_r
#undef AL_CODE_c
