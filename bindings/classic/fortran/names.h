/* The names that Fortran compilers give to calls and common blocks: a build option,
 * ASHLAR_CLASSIC_FORTRAN. gfortran's is lower_. Lower case alone is not among them: it has the
 * names of ashlar/ga.h. */
#ifndef CLASSIC_FORTRAN_NAMES_H
#define CLASSIC_FORTRAN_NAMES_H

#define CLASSIC_NAMES_LOWER_UNDERSCORE  1
#define CLASSIC_NAMES_LOWER_UNDERSCORES 2 /* two where the name has one in it already */
#define CLASSIC_NAMES_UPPER             3

#ifndef ASHLAR_CLASSIC_FORTRAN
#define ASHLAR_CLASSIC_FORTRAN CLASSIC_NAMES_LOWER_UNDERSCORE
#endif

#if ASHLAR_CLASSIC_FORTRAN == CLASSIC_NAMES_LOWER_UNDERSCORE
#define FORTRAN(lower, upper) lower##_
#elif ASHLAR_CLASSIC_FORTRAN == CLASSIC_NAMES_LOWER_UNDERSCORES
#define FORTRAN(lower, upper) lower##__
#elif ASHLAR_CLASSIC_FORTRAN == CLASSIC_NAMES_UPPER
#define FORTRAN(lower, upper) upper
#else
#error "ASHLAR_CLASSIC_FORTRAN is none of the known names"
#endif

/* A name that has no underscore in it. */
#if ASHLAR_CLASSIC_FORTRAN == CLASSIC_NAMES_UPPER
#define FORTRAN_PLAIN(lower, upper) upper
#else
#define FORTRAN_PLAIN(lower, upper) lower##_
#endif

/* A call that only converts its arguments; NAMED(result, lower, upper) is its file's. */
#define FORWARD(result, lower, upper, arguments, expression)                                       \
    NAMED(result, lower, upper) arguments                                                          \
    {                                                                                              \
        return expression;                                                                         \
    }

#endif
