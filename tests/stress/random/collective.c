/* The data-parallel operations and sync, which synchronise; small collectives, which do not. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/halo.h"
#include "stress.h"

void do_sync(array_t *array)
{
    if (draw(0, 3) == 0)
        stress_ok(ga_fence());
    sync_group(array->group);
}

void do_fill(array_t *array)
{
    scalar_t value =
        scalar_as(array->model.type, (double)draw(-VALUES, VALUES), (double)draw(-VALUES, VALUES));
    element_t element = element_of(array->model.type, value);

    complete_group(array->group);
    if (draw(0, 3)) {
        stress_ok(ga_fill(array->g, &element));
    } else {
        stress_ok(ga_zero(array->g));
        value = (scalar_t){0, 0};
    }
    model_fill(&array->model, value);
    array->bound = VALUES;
    all_idle(array->group);
}

void do_scale(array_t *array)
{
    scalar_t alpha = draw_alpha(array->model.type);
    element_t factor = element_of(array->model.type, alpha);

    grow(array, 4, 0);
    complete_group(array->group);
    stress_ok(ga_scale(array->g, &factor));
    model_scale(&array->model, alpha);
    all_idle(array->group);
}

void do_add(array_t *array)
{
    array_t *b = draw_alike(array, NULL), *c = draw_alike(array, NULL);
    ashlar_type type = array->model.type;
    scalar_t alpha = draw_alpha(type), beta = draw_alpha(type);
    element_t alpha_element = element_of(type, alpha), beta_element = element_of(type, beta);

    grow(array, 4, 0);
    grow(b, 4, 0);
    complete_group(array->group);
    stress_ok(ga_add(&alpha_element, array->g, &beta_element, b->g, c->g));
    model_add(alpha, &array->model, beta, &b->model, &c->model);
    c->bound = array->bound + b->bound; /* both already hold the factor */
    all_idle(array->group);
}

void do_dot(array_t *array)
{
    array_t *b = draw_alike(array, NULL);
    element_t result = {{0}};

    /* The sum must be exact too. */
    if (2 * array->bound * b->bound * (double)array->model.n > 1 << 23) {
        do_fill(array);
        do_fill(b);
    }
    complete_group(array->group);
    stress_ok(ga_dot(array->g, b->g, &result));
    scalar_t found = scalar_load(array->model.type, result.bytes);
    scalar_t expected = model_dot(&array->model, &b->model);
    if (!scalar_equal(found, expected)) {
        stress_fail("dot is %g%+gi, the model has %g%+gi", found.re, found.im, expected.re,
                    expected.im);
    }
    all_idle(array->group);
}

/* ---- print ----------------------------------------------------------------------------------- */

/* The lines of elements: "(1,2,3) value" each, or below the numbers of up to 6 columns the rows.
 */
static int64_t lines_of(const model_t *m)
{
    return m->whole.ndim == 2 ? (m->dims[1] + 5) / 6 * (m->dims[0] + 1) : m->n;
}

static void check_line(const array_t *array, const char *line)
{
    int64_t index[ASHLAR_MAX_DIM];
    char *end;

    for (int d = 0; d < array->model.whole.ndim; ++d) {
        index[d] = strtoll(line + 1, &end, 10);
        line = end;
    }
    check_element(array, index, (scalar_t){strtod(line + 1, NULL), 0});
}

static void check_text(const array_t *array, char *text)
{
    char heading[64], *rest = NULL;
    int64_t lines = 0;

    snprintf(heading, sizeof heading, "array '%s': %lld", array->name,
             (long long)array->model.dims[0]);
    char *line = strtok_r(text, "\n", &rest);
    if (!line || strncmp(line, heading, strlen(heading)) != 0)
        stress_fail("printed '%s', not '%s'", line ? line : "", heading);
    while ((line = strtok_r(NULL, "\n", &rest))) {
        ++lines;
        if (array->model.whole.ndim != 2 && type_is_integer(array->model.type))
            check_line(array, line);
    }
    if (lines != lines_of(&array->model)) {
        stress_fail("printed %lld lines, not %lld", (long long)lines,
                    (long long)lines_of(&array->model));
    }
}

void do_print(array_t *array)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = array->group->me == 0 ? open_memstream(&text, &size) : NULL;

    complete_group(array->group);
    stress_ok(ga_print(array->g, stream));
    if (stream) {
        fclose(stream);
        check_text(array, text);
        free(text);
    }
    all_idle(array->group);
}

/* ---- ghost cells ----------------------------------------------------------------------------- */

/* Start an update of mine, which reads, and wait for it. */
static void update_alone(array_t *array, halo_wanted_t wanted)
{
    ga_handle_t handle = 0;

    enter(array, PHASE_READS, 0);
    stress_ok(wanted.direction
                  ? ga_ghosts_update_dir_nb(array->g, wanted.direction, wanted.corners, &handle)
                  : ga_ghosts_update_nb(array->g, wanted.corners, &handle));
    if (draw_own(0, 1))
        stress_ok(ga_wait(&handle));
    else
        stress_ok(ga_wait_all());
}

static void update_together(array_t *array, halo_wanted_t wanted)
{
    complete_group(array->group);
    stress_ok(wanted.direction ? ga_ghosts_update_dir(array->g, wanted.direction, wanted.corners)
                               : ga_ghosts_update(array->g, wanted.corners));
    all_idle(array->group);
    enter(array, PHASE_READS, 0); /* the check reads my elements in place */
}

/* All or some, together or by each rank that likes. */
void do_ghosts(array_t *array)
{
    int direction[ASHLAR_MAX_DIM], alone = (int)draw(0, 1);
    ga_spec_t spec;
    halo_t halo;

    stress_ok(ga_inquire_spec(array->g, &spec));
    if (spec.kind > GA_IRREGULAR) {
        stress_status(ASHLAR_ESHAPE, ga_ghosts_update(array->g, 0));
        return;
    }
    halo_wanted_t wanted = halo_draw(alone ? &stress.own : &stress.rng, spec.ndim, direction);
    stress_ok(halo_of(array->g, &halo));
    halo_mark(&halo);
    (alone ? update_alone : update_together)(array, wanted);
    int64_t wrong = halo_wrong(&halo, &array->model, wanted);
    if (wrong)
        stress_fail("%lld cells with ghosts are wrong", (long long)wrong);
}

/* ---- small collectives ----------------------------------------------------------------------- */

enum { ITEMS = 3000 };

void do_broadcast(array_t *array)
{
    static char sent[8 * ITEMS], buf[8 * ITEMS];
    const group_t *group = array->group;
    int root = (int)draw(0, group->n - 1);
    size_t bytes = (size_t)draw(0, draw(0, 9) ? 200 : (int64_t)sizeof sent);

    for (size_t k = 0; k < bytes; ++k)
        sent[k] = (char)draw(0, 255);
    if (root == group->me)
        memcpy(buf, sent, bytes);
    else
        memset(buf, 0, bytes);
    stress_ok(ga_broadcast(group->g, buf, bytes, root));
    if (memcmp(buf, sent, bytes) != 0)
        stress_fail("%zu bytes of rank %d of %d came over damaged", bytes, root, group->n);
}

/* Values of any type; products only of ones and twos, so that they are exact. */
void do_allreduce(array_t *array)
{
    static _Alignas(16) char buf[16 * ITEMS];
    static scalar_t expected[ITEMS];
    const group_t *group = array->group;
    ashlar_type type = (ashlar_type)draw(0, ASHLAR_TYPE_COUNT - 1);
    ashlar_op op = (ashlar_op)draw(0, ASHLAR_OP_COUNT - 2);
    op += op >= ASHLAR_REPLACE; /* which is none */
    int64_t n = draw(0, draw(0, 9) ? 20 : ITEMS), most = op == ASHLAR_PROD ? 2 : VALUES;

    if (!op_is_defined(op, type)) {
        stress_status(ASHLAR_ETYPE, ga_allreduce(group->g, type, op, buf, 1));
        return;
    }
    for (int k = 0; k < group->n; ++k) {
        for (int64_t e = 0; e < n; ++e) {
            scalar_t value = scalar_as(type, (double)draw(-most, most), (double)draw(-1, 1));
            expected[e] = k                     ? scalar_combine(op, expected[e], value)
                          : op > ASHLAR_REPLACE ? scalar_combine(op, value, value)
                                                : value;
            if (k == group->me)
                scalar_store(type, buf + (size_t)e * type_bytes(type), value);
        }
    }
    stress_ok(ga_allreduce(group->g, type, op, buf, n));
    for (int64_t e = 0; e < n; ++e) {
        scalar_t found = scalar_load(type, buf + (size_t)e * type_bytes(type));
        if (!scalar_equal(found, scalar_kept(type, expected[e]))) {
            stress_fail("number %lld of %lld of type %s reduced by operation %d is %g%+gi, not "
                        "%g%+gi",
                        (long long)e, (long long)n, type_name(type), (int)op, found.re, found.im,
                        expected[e].re, expected[e].im);
        }
    }
}
