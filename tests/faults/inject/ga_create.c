/* ga: groups and arrays of every kind are made and destroyed. */
#include "ga_steps.h"

int make_group(void)
{
    int ranks[64], n = ga_size();

    for (int r = 0; r < n; ++r)
        ranks[r] = n - 1 - r;
    return ga_group_create(n, ranks, &subject.group);
}

int split_group(void)
{
    return ga_group_split(subject.group, 0, ga_rank(), &subject.half);
}

int make_regular(void)
{
    return ga_create(ASHLAR_DOUBLE, N, N, "regular", 0, 0, &subject.a);
}

int make_irregular(void)
{
    const int64_t rows[2] = {0, 7}, cols[1] = {0};

    return ga_create_irreg(ASHLAR_DOUBLE, N, N, "irregular", rows, ga_size() > 1 ? 2 : 1, cols, 1,
                           &subject.irregular);
}

int make_like(void)
{
    return ga_create_like(subject.irregular, ASHLAR_DOUBLE, "like", &subject.like);
}

int make_other(void)
{
    const int64_t dims[3] = {20, 30, 4};

    return ga_create_nd(ASHLAR_LLONG, 3, dims, "other", NULL, subject.group, &subject.other);
}

int make_records(void)
{
    if (!subject.record)
        TRY(ga_type_create(24, &subject.record));
    return ga_create(subject.record, 5, 5, "records", 0, 0, &subject.records);
}

/* With tables of cuts and of ranks. */
int make_tiles(void)
{
    static const int64_t cuts[] = {0, 20, 90, 91, 200, 270};
    int reversed[64];

    for (int k = 0; k < ga_size(); ++k)
        reversed[k] = ga_size() - 1 - k;
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 2,
                            .dims = {N, N},
                            .name = "tiles",
                            .kind = GA_TILED_IRREGULAR,
                            .blocks = {6, 6},
                            .cuts = {cuts, cuts},
                            .rank_count = ga_size(),
                            .ranks = reversed};
    return ga_create_spec(&spec, &subject.tiles);
}

/* With tables of its own, and no other memory. */
int make_overlay(void)
{
    ga_spec_t spec;

    TRY(ga_inquire_spec(subject.tiles, &spec));
    spec.overlay = subject.tiles;
    return ga_create_spec(&spec, &subject.overlay);
}

int make_b(void)
{
    return ga_create_like(subject.a, ASHLAR_DOUBLE, "b", &subject.b);
}

/* Destroys what is still there. */
int destroy(void)
{
    ga_t *const all[] = {&subject.a,     &subject.b,       &subject.irregular, &subject.like,
                         &subject.other, &subject.records, &subject.tiles,     &subject.overlay};

    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) {
        if (*all[k]) {
            TRY(ga_destroy(*all[k]));
            *all[k] = 0;
        }
    }
    return ASHLAR_OK;
}

int destroy_half(void)
{
    return ga_group_destroy(subject.half);
}

int destroy_group(void)
{
    return ga_group_destroy(subject.group);
}
