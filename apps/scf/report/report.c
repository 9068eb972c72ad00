/* Printing what is calculated, for people and as JSON. */
#include "report/report.h"

#include <math.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

void report_begin(const options_t *options, const input_t *input)
{
    printf("%s: %d atoms, %d electrons, charge %d\n", input->name, input->molecule.natom,
           input->electrons, options->charge);
    if (input->molecule.more_frames)
        printf("note: %s has several frames; this is the first one\n", input->name);
    printf("%s: %d functions in %d shells\n", options->basis, input->basis.size,
           input->basis.nshell);
    printf("%d rank%s on ", ga_size(), ga_size() == 1 ? "" : "s");
    if (al_node_count() == 1)
        printf("one node\n\n");
    else
        printf("%d nodes, engine %s\n\n", al_node_count(), al_engine_name());
    printf("  k        energy (Eh)         change    gradient    seconds\n");
    fflush(stdout);
}

void report_iteration(int k, const iteration_t *iteration)
{
    printf("%3d  %18.10f  %12.3e  %10.3e  %9.3f\n", k, iteration->energy, iteration->change,
           iteration->gradient, iteration->seconds);
    fflush(stdout);
}

static const char *verdict(double eigenvalue)
{
    return eigenvalue > STABILITY_MIN ? "stable" : "not stable";
}

/* Print the findings about the state, and the warnings. */
static void report_state(const result_t *result)
{
    const stability_t *stability = &result->stability;
    if (result->empty)
        printf("\nHOMO %.6f, LUMO %.6f, gap %.6f Eh\n", result->homo, result->lumo,
               result->lumo - result->homo);
    if (stability->tested)
        printf("stability: %s (lowest eigenvalue %.6f Eh); towards UHF %s (%.6f Eh)\n",
               verdict(stability->singlet), stability->singlet, verdict(stability->triplet),
               stability->triplet);
    for (int k = 0; k < result->nwarning; ++k)
        printf("warning: %s\n", result->warning[k]);
}

static void report_mp2(const result_t *result)
{
    const mp2_result_t *mp2 = &result->mp2;
    printf("MP2: opposite spins %.10f, same spins %.10f Eh; %d orbital%s frozen, %d pass%s\n",
           mp2->opposite, mp2->same, mp2->frozen, mp2->frozen == 1 ? "" : "s", mp2->passes,
           mp2->passes == 1 ? "" : "es");
    printf("MP2 energy = %.10f Eh\n", result->energy + mp2->opposite + mp2->same);
}

void report_end(const options_t *options, const result_t *result)
{
    const phases_t *s = &result->seconds;
    printf("\nseconds: setup %.3f, one-electron %.3f, guess %.3f, Fock %.3f, diagonalisation %.3f, "
           "DIIS %.3f, Hessian %.3f, MP2 %.3f, total %.3f\n",
           s->setup, s->one_electron, s->guess, s->fock, s->diagonalisation, s->diis, s->hessian,
           s->mp2, s->total);
    report_state(result);
    if (result->converged)
        printf("\nSCF energy = %.10f Eh\n", result->energy);
    if (result->converged && options->mp2)
        report_mp2(result);
    fflush(stdout);
}

/* Bytes of the character of UTF-8 at text; 0: it is none. */
static int character_bytes(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    int n = c[0] < 0x80   ? 1
            : c[0] < 0xc2 ? 0
            : c[0] < 0xe0 ? 2
            : c[0] < 0xf0 ? 3
            : c[0] < 0xf5 ? 4
                          : 0;
    for (int i = 1; i < n; ++i)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    int overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    int surrogate = c[0] == 0xed && c[1] >= 0xa0, beyond = c[0] == 0xf4 && c[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : n;
}

/* Names of files may be any bytes. Those that are not UTF-8 become characters of their number. */
static void json_string(FILE *stream, const char *text)
{
    fputc('"', stream);
    while (*text) {
        int n = character_bytes(text);
        if (*text == '"' || *text == '\\')
            fputc('\\', stream);
        if (n == 0 || (unsigned char)*text < 0x20)
            fprintf(stream, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            fwrite(text, 1, (size_t)n, stream);
        text += n > 0 ? n : 1;
    }
    fputc('"', stream);
}

/* A number that is not finite has no JSON. */
static void json_number(FILE *stream, const char *name, const char *format, double value)
{
    char digits[512] = "null";
    if (isfinite(value))
        snprintf(digits, sizeof digits, format, value);
    fprintf(stream, "\"%s\": %s", name, digits);
}

static void json_line(FILE *stream, const char *name, const char *format, double value)
{
    fprintf(stream, "  ");
    json_number(stream, name, format, value);
    fprintf(stream, ",\n");
}

static void json_text(FILE *stream, const char *name, const char *value)
{
    fprintf(stream, "  \"%s\": ", name);
    json_string(stream, value);
    fprintf(stream, ",\n");
}

/* The geometry as it was read, in Angstrom. */
static void json_geometry(FILE *stream, const molecule_t *molecule, double bohr)
{
    fprintf(stream, "  \"geometry\": [");
    for (int k = 0; k < molecule->natom; ++k) {
        const atom_t *atom = &molecule->atom[k];
        fprintf(stream, "%s\n    [\"%s\", %.12g, %.12g, %.12g]", k > 0 ? "," : "",
                element_symbol(atom->z), atom->r[0] / bohr, atom->r[1] / bohr, atom->r[2] / bohr);
    }
    fprintf(stream, "\n  ],\n");
}

static void json_iterations(FILE *stream, const result_t *result)
{
    fprintf(stream, "  \"table\": [");
    for (int k = 0; k < result->niteration; ++k) {
        const iteration_t *i = &result->iteration[k];
        fprintf(stream, "%s\n    {", k > 0 ? "," : "");
        json_number(stream, "energy", "%.12f", i->energy);
        fputs(", ", stream);
        json_number(stream, "change", "%.6e", i->change);
        fputs(", ", stream);
        json_number(stream, "gradient", "%.6e", i->gradient);
        fputs(", ", stream);
        fprintf(stream, "\"seconds\": %.6f, \"fock_seconds\": %.6f, \"quartets\": %lld}",
                i->seconds, i->fock_seconds, (long long)i->quartets);
    }
    fprintf(stream, "\n  ]\n");
}

static void json_state(FILE *stream, const result_t *result)
{
    const stability_t *stability = &result->stability;
    if (result->empty) {
        json_line(stream, "homo", "%.9f", result->homo);
        json_line(stream, "lumo", "%.9f", result->lumo);
    }
    fprintf(stream,
            "  \"exchanges\": %d,\n  \"shifted_from\": %d,\n  \"second_order_steps\": %d,\n",
            result->exchanges, result->shifted, result->second_order);
    if (stability->tested)
        fprintf(stream,
                "  \"stability\": {\"singlet\": %.9f, \"triplet\": %.9f, \"followed\": %d},\n",
                stability->singlet, stability->triplet, stability->followed);
    fprintf(stream, "  \"warnings\": [");
    for (int k = 0; k < result->nwarning; ++k) {
        fprintf(stream, "%s", k > 0 ? ", " : "");
        json_string(stream, result->warning[k]);
    }
    fprintf(stream, "],\n");
}

static void json_seconds(FILE *stream, const phases_t *s)
{
    fprintf(stream,
            "  \"seconds\": {\"setup\": %.6f, \"one_electron\": %.6f, \"guess\": %.6f, "
            "\"fock\": %.6f, \"diagonalisation\": %.6f, \"diis\": %.6f, "
            "\"hessian\": %.6f, \"mp2\": %.6f, \"total\": %.6f},\n",
            s->setup, s->one_electron, s->guess, s->fock, s->diagonalisation, s->diis, s->hessian,
            s->mp2, s->total);
}

/* The energies after a failure are none. */
static void json_mp2(FILE *stream, const result_t *result, int is_good)
{
    const mp2_result_t *mp2 = &result->mp2;
    fprintf(stream, "  \"mp2\": {\"frozen\": %d, \"passes\": %d, ", mp2->frozen, mp2->passes);
    json_number(stream, "opposite", "%.12f", is_good ? mp2->opposite : NAN);
    fputs(", ", stream);
    json_number(stream, "same", "%.12f", is_good ? mp2->same : NAN);
    fputs(", ", stream);
    json_number(stream, "energy", "%.12f",
                is_good ? result->energy + mp2->opposite + mp2->same : NAN);
    fprintf(stream, "},\n");
}

int report_json(FILE *stream, const options_t *options, const input_t *input,
                const result_t *result, const char *reason)
{
    fprintf(stream, "{\n");
    json_text(stream, "program", "scf");
    if (reason)
        json_text(stream, "reason", reason);
    if (!input) {
        fprintf(stream, "  \"converged\": false\n}\n");
        return fflush(stream) == 0 && !ferror(stream) ? 0 : -1;
    }
    json_text(stream, "molecule", input->name);
    json_text(stream, "basis", options->basis);
    json_text(stream, "engine", al_engine_name());
    fprintf(stream, "  \"ranks\": %d,\n  \"nodes\": %d,\n", ga_size(), al_node_count());
    fprintf(stream, "  \"atoms\": %d,\n  \"electrons\": %d,\n  \"charge\": %d,\n",
            input->molecule.natom, input->electrons, options->charge);
    json_geometry(stream, &input->molecule, options->bohr);
    fprintf(stream, "  \"functions\": %d,\n  \"shells\": %d,\n  \"tasks\": %lld,\n",
            input->basis.size, input->basis.nshell, (long long)result->ntask);
    fprintf(stream, "  \"threshold\": %g,\n  \"tol2e\": %g,\n  \"bohr\": %.12g,\n",
            options->threshold, options->tol2e, options->bohr);
    fprintf(stream, "  \"converged\": %s,\n  \"iterations\": %d,\n",
            result->converged && !reason ? "true" : "false", result->niteration);
    json_line(stream, "energy", "%.12f", result->niteration > 0 ? result->energy : NAN);
    json_line(stream, "nuclear_repulsion", "%.12f", result->repulsion);
    json_line(stream, "smallest_overlap_eigenvalue", "%.6e", result->smallest_overlap);
    json_state(stream, result);
    if (options->mp2)
        json_mp2(stream, result, result->converged && !reason);
    json_seconds(stream, &result->seconds);
    json_iterations(stream, result);
    fprintf(stream, "}\n");
    return fflush(stream) == 0 && !ferror(stream) ? 0 : -1;
}
