/* Matrices that calls of linalg must leave unchanged. */
#include "la_scene.h"

#include "harness/harness.h"

scene_t scene_create(void)
{
    rng_t rng = rng_seed(21);
    scene_t s = {
        .x = dense_hermitian(&rng, ASHLAR_DOUBLE, N, true), .one = 1, .w = {77}, .found = 77};
    s.a = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    s.b = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    s.c = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    CHECK_OK(la_factor_lu(s.a, &s.f));
    CHECK_OK(la_factor_cholesky(s.a, &s.cholesky));
    CHECK_OK(la_factor_qr(s.a, &s.qr));
    return s;
}

void scene_check_and_free(scene_t *s)
{
    const ga_t all[] = {s->a, s->b, s->c};
    for (int k = 0; k < 3; ++k) {
        dense_t now = matrix_read(all[k]);
        CHECK(dense_distance(&s->x, &now) == 0);
        dense_free(&now);
        CHECK_OK(ga_destroy(all[k]));
    }
    CHECK(s->w[0] == 77 && s->found == 77);
    CHECK_OK(la_factor_free(s->f));
    CHECK_OK(la_factor_free(s->cholesky));
    CHECK_OK(la_factor_free(s->qr));
    dense_free(&s->x);
}
