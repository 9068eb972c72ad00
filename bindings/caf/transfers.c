/* Coindexed elements and sections: get, send, and send from one image to another. */
#include "caf.h"

void caf_assign(const caf_section_t *from, const caf_section_t *to, bool may_overlap,
                const caf_report_t *report)
{
    if (!caf_is_convertible(from, to))
        caf_fail(report, 1, "elements of type %d and %zu bytes cannot become type %d and %zu bytes",
                 from->type, from->length, to->type, to->length);
    else if (to->n > from->n && from->n != 1) /* too many are dropped, as gfortran does elsewhere */
        caf_fail(report, 1, "%lld elements are assigned to %lld", (long long)from->n,
                 (long long)to->n);
    else
        caf_finish(report, caf_copy(from, to, may_overlap));
}

/* A section of a coarray; 0: there is none, and an error has been reported. */
static int find_section(caf_section_t *section, const caf_token_t *token, size_t offset, int image,
                        const caf_descriptor_t *array, const caf_vector_t *vector, int kind,
                        const caf_report_t *report)
{
    const int rank = caf_find_rank(token, image, report);
    if (rank < 0)
        return 0;
    caf_section_place(section, token->segment, rank, offset);
    section->kind = kind;
    caf_section_shape(section, array, vector);
    return 1;
}

/* One element that needs no conversion, and that nobody asks about. */
static inline bool is_simple(const caf_descriptor_t *a, const caf_descriptor_t *b, int a_kind,
                             int b_kind, const caf_vector_t *vector, const int *stat)
{
    return a->element.rank == 0 && b->element.rank == 0 && a_kind == b_kind &&
           a->element.type == b->element.type && a->element.length == b->element.length &&
           !vector && !stat;
}

void _gfortran_caf_get(caf_token_t *token, size_t offset, int image, caf_descriptor_t *from,
                       caf_vector_t *from_vector, caf_descriptor_t *to, int from_kind, int to_kind,
                       bool may_overlap, int *stat)
{
    const caf_report_t report = {.stat = stat};
    caf_section_t source, target;
    if (is_simple(from, to, from_kind, to_kind, from_vector, stat)) {
        const int rank = caf_find_rank(token, image, &report);
        caf_check(al_get(token->segment, rank, offset, to->base, to->element.length));
        return;
    }
    if (!find_section(&source, token, offset, image, from, from_vector, from_kind, &report))
        return;
    caf_section_here(&target, to, to_kind);
    caf_assign(&source, &target, may_overlap, &report);
}

void _gfortran_caf_send(caf_token_t *token, size_t offset, int image, caf_descriptor_t *to,
                        caf_vector_t *to_vector, caf_descriptor_t *from, int to_kind, int from_kind,
                        bool may_overlap, int *stat, void *team)
{
    const caf_report_t report = {.stat = stat};
    caf_section_t source, target;
    (void)team;
    if (is_simple(from, to, from_kind, to_kind, to_vector, stat)) {
        const int rank = caf_find_rank(token, image, &report);
        caf_check(al_put(token->segment, rank, offset, from->base, from->element.length));
        return;
    }
    if (!find_section(&target, token, offset, image, to, to_vector, to_kind, &report))
        return;
    caf_section_here(&source, from, from_kind);
    caf_assign(&source, &target, may_overlap, &report);
}

void _gfortran_caf_sendget(caf_token_t *to_token, size_t to_offset, int to_image,
                           caf_descriptor_t *to, caf_vector_t *to_vector, caf_token_t *from_token,
                           size_t from_offset, int from_image, caf_descriptor_t *from,
                           caf_vector_t *from_vector, int to_kind, int from_kind, bool may_overlap,
                           int *stat)
{
    const caf_report_t report = {.stat = stat};
    caf_section_t source, target;
    if (find_section(&source, from_token, from_offset, from_image, from, from_vector, from_kind,
                     &report) &&
        find_section(&target, to_token, to_offset, to_image, to, to_vector, to_kind, &report))
        caf_assign(&source, &target, may_overlap, &report);
}
