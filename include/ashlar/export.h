/** Marks the symbols the library exports; everything else is hidden. */
#ifndef ASHLAR_EXPORT_H
#define ASHLAR_EXPORT_H

#if defined(__GNUC__)
#define ASHLAR_API __attribute__((visibility("default")))
#else
#define ASHLAR_API
#endif

#endif
