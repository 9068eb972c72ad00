/* The calls of MA on how much memory there is. */
#include "ma.h"

/* The type and what a question needs; else an error and NULL. */
static const mai_type_t *begin_question(mai_call_t call, Integer datatype)
{
    const mai_type_t *type = mai_type(datatype);
    if (!mai_begin(call))
        return NULL;
    if (!type)
        mai_fatal(call, "%ld is no type%s", (long)datatype, mai_type_hint(datatype));
    else if (!mai_is_started())
        mai_fail(call, "no memory");
    else
        return type;
    return NULL;
}

/* The elements that one block may have in the best of a gap and the fragments before a limit. */
static Integer elements_between(const mai_type_t *type, const char *from, const char *to,
                                const char *limit)
{
    size_t bytes = mai_capacity(from, to), piece = limit ? mai_fragment_capacity(limit) : 0;
    size_t n = (piece > bytes ? piece : bytes) >> type->shift;
    return n > (size_t)MAI_INTEGER_MAX ? (Integer)MAI_INTEGER_MAX : (Integer)n;
}

static const char *lower(const char *a, const char *b)
{
    return a < b ? a : b;
}

static const char *higher(const char *a, const char *b)
{
    return a > b ? a : b;
}

/* MA_inquire_NAME(): the gap between from and to, and the fragments before limit. */
#define INQUIRY(name, from, to, limit)                                                             \
    Integer MA_inquire_##name(Integer datatype)                                                    \
    {                                                                                              \
        const mai_type_t *type = begin_question(MAI_CALL_inquire_##name, datatype);                \
        const mai_space_t *s = &mai_space;                                                         \
        return type ? elements_between(type, from, to, limit) : 0;                                 \
    }
INQUIRY(avail, s->heap_end, s->stack_start, NULL)
INQUIRY(heap, s->heap_end, s->partition, s->partition)
INQUIRY(heap_check_stack, s->heap_end, lower(s->partition, s->stack_start), s->partition)
INQUIRY(heap_no_partition, s->heap_end, s->stack_start, s->end)
INQUIRY(stack, s->partition, s->stack_start, NULL)
INQUIRY(stack_check_heap, higher(s->partition, s->heap_end), s->stack_start, NULL)
INQUIRY(stack_no_partition, s->heap_end, s->stack_start, NULL)
