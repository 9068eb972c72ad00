/* Types of elements, in memory and in files. */
#include <stdio.h>
#include <string.h>

#include "io/src/io_private.h"

/* ga_type_bytes() knows the sizes; kinds are those of ASHLAR_TYPE_TABLE. */
#define KIND(id, ctype, mpitype, kind) #kind[0],
static const char kinds[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(KIND)};

static hid_t plain_type(ga_type type)
{
    switch (type) {
    case ASHLAR_INT:
        return H5Tcopy(H5T_NATIVE_INT);
    case ASHLAR_LONG:
        return H5Tcopy(H5T_NATIVE_LONG);
    case ASHLAR_LLONG:
        return H5Tcopy(H5T_NATIVE_LLONG);
    case ASHLAR_FLOAT:
        return H5Tcopy(H5T_NATIVE_FLOAT);
    default:
        return H5Tcopy(H5T_NATIVE_DOUBLE);
    }
}

static hid_t complex_type(ga_type type)
{
    const hid_t part = plain_type(type == ASHLAR_CFLOAT ? ASHLAR_FLOAT : ASHLAR_DOUBLE);
    const size_t bytes = type == ASHLAR_CFLOAT ? sizeof(float) : sizeof(double);
    hid_t whole = H5Tcreate(H5T_COMPOUND, 2 * bytes);
    if (whole >= 0 &&
        (H5Tinsert(whole, "r", 0, part) < 0 || H5Tinsert(whole, "i", bytes, part) < 0)) {
        H5Tclose(whole);
        whole = -1;
    }
    H5Tclose(part);
    return whole;
}

static hid_t number_type(ga_type type)
{
    return kinds[type] == 'c' ? complex_type(type) : plain_type(type);
}

static bool insert_field(hid_t record, const io_field_t *field)
{
    hid_t one = number_type(field->type);
    const hsize_t count = field->count > 1 ? (hsize_t)field->count : 1;
    const hid_t type = count > 1 ? H5Tarray_create2(one, 1, &count) : H5Tcopy(one);
    const bool is_good = H5Tinsert(record, field->name, field->offset, type) >= 0;
    H5Tclose(type);
    H5Tclose(one);
    return is_good;
}

static hid_t record_type(size_t bytes, const io_field_t *fields, int n)
{
    const hid_t type = H5Tcreate(n > 0 ? H5T_COMPOUND : H5T_OPAQUE, bytes);
    if (type >= 0 && n == 0)
        H5Tset_tag(type, "ashlar record");
    for (int k = 0; k < n; ++k)
        if (!insert_field(type, &fields[k])) {
            H5Tclose(type);
            return -1;
        }
    return type;
}

hid_t ioi_type(ga_type type, const io_field_t *fields, int n)
{
    size_t bytes = 0;
    if (type < ASHLAR_TYPE_COUNT)
        return number_type(type);
    return ga_type_bytes(type, &bytes) == ASHLAR_OK ? record_type(bytes, fields, n) : -1;
}

/* The kind of a number; 0: it is none of ours. */
static char kind_of_file(hid_t type)
{
    switch (H5Tget_class(type)) {
    case H5T_INTEGER:
        return H5Tget_sign(type) == H5T_SGN_2 ? 'i' : 0;
    case H5T_FLOAT:
        return 'r';
    default:
        return 0;
    }
}

/* The kind of a complex number whose parts are r and i, as h5py has them. */
static bool is_complex(hid_t type)
{
    if (H5Tget_class(type) != H5T_COMPOUND || H5Tget_nmembers(type) != 2 ||
        H5Tget_member_index(type, "r") != 0 || H5Tget_member_index(type, "i") != 1)
        return false;
    bool is_good = true;
    for (unsigned k = 0; k < 2; ++k) {
        const hid_t part = H5Tget_member_type(type, k);
        is_good =
            is_good && kind_of_file(part) == 'r' && 2 * H5Tget_size(part) == H5Tget_size(type);
        H5Tclose(part);
    }
    return is_good;
}

static bool is_of(hid_t of_file, ga_type type)
{
    size_t bytes = 0;
    const char kind = is_complex(of_file) ? 'c' : kind_of_file(of_file);
    return ga_type_bytes(type, &bytes) == ASHLAR_OK && H5Tget_size(of_file) == bytes &&
           kind == kinds[type];
}

bool ioi_type_fits(hid_t of_file, ga_type type)
{
    size_t bytes = 0;
    if (type < ASHLAR_TYPE_COUNT)
        return is_of(of_file, type);
    const H5T_class_t class = H5Tget_class(of_file);
    return (class == H5T_OPAQUE || class == H5T_COMPOUND) &&
           H5Tdetect_class(of_file, H5T_VLEN) == 0 &&
           H5Tdetect_class(of_file, H5T_REFERENCE) == 0 &&
           ga_type_bytes(type, &bytes) == ASHLAR_OK && H5Tget_size(of_file) == bytes;
}

ga_type ioi_type_of_file(hid_t of_file)
{
    int type = 0;
    while (type < ASHLAR_TYPE_COUNT && !is_of(of_file, (ga_type)type))
        ++type;
    return (ga_type)type;
}

void ioi_type_words(hid_t type, char *words, size_t room)
{
    static const char *const names[] = {
        [H5T_INTEGER] = "integers",   [H5T_FLOAT] = "reals",
        [H5T_TIME] = "times",         [H5T_STRING] = "strings",
        [H5T_BITFIELD] = "bits",      [H5T_OPAQUE] = "opaque records",
        [H5T_COMPOUND] = "compounds", [H5T_REFERENCE] = "references",
        [H5T_ENUM] = "enumerations",  [H5T_VLEN] = "lists",
        [H5T_ARRAY] = "arrays"};
    const H5T_class_t class = H5Tget_class(type);
    const bool is_known = class >= 0 && class < H5T_NCLASSES;
    snprintf(words, room, "%s%s of %zu bytes",
             class == H5T_INTEGER && H5Tget_sign(type) == H5T_SGN_NONE ? "unsigned " : "",
             is_complex(type) ? "complex numbers"
             : is_known       ? names[class]
                              : "unknown elements",
             H5Tget_size(type));
}
