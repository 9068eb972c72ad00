/* The kinds of types that a row of ga_operations.def is for: IF(kinds, x) is x, or nothing, in a
 * template of al_each_type.h. */
#ifndef GA_KINDS_H
#define GA_KINDS_H

#define IF_ANY_i(...) __VA_ARGS__
#define IF_ANY_r(...) __VA_ARGS__
#define IF_ANY_c(...) __VA_ARGS__
#define IF_DIVISIBLE_i(...)
#define IF_DIVISIBLE_r(...) __VA_ARGS__
#define IF_DIVISIBLE_c(...) __VA_ARGS__
#define IF_ORDERED_i(...)   __VA_ARGS__
#define IF_ORDERED_r(...)   __VA_ARGS__
#define IF_ORDERED_c(...)

#define JOIN3_(a, b, c) a##_##b##_##c
#define JOIN3(a, b, c)  JOIN3_(a, b, c)
#define IF(kinds, ...)  JOIN3(IF, kinds, KIND)(__VA_ARGS__)

#endif
