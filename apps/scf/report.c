#include "report.h"

#include <ashlar/al.h>
#include <ashlar/ga.h>

void report_begin(const options_t *options, const input_t *input)
{
    printf("%s: %d atoms, %d electrons, charge %d\n", input->name, input->molecule.natom,
           input->electrons, options->charge);
    printf("%s: %d functions in %d shells\n", options->basis, input->basis.size,
           input->basis.nshell);
    printf("%d ranks on %d nodes, engine %s\n\n", ga_size(), al_node_count(), al_engine_name());
    printf("  k        energy (Eh)         change    gradient    seconds\n");
    fflush(stdout);
}

void report_iteration(int k, const iteration_t *iteration)
{
    printf("%3d  %18.10f  %12.3e  %10.3e  %9.3f\n", k, iteration->energy, iteration->change,
           iteration->gradient, iteration->seconds);
    fflush(stdout);
}

void report_end(const result_t *result)
{
    const phases_t *s = &result->seconds;
    printf("\nseconds: setup %.3f, one-electron %.3f, guess %.3f, Fock %.3f, diagonalisation %.3f, "
           "DIIS %.3f, total %.3f\n",
           s->setup, s->one_electron, s->guess, s->fock, s->diagonalisation, s->diis, s->total);
    if (result->converged)
        printf("\nSCF energy = %.10f Eh\n", result->energy);
    fflush(stdout);
}

static void json_string(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (const char *c = text; *c; ++c)
        if (*c == '"' || *c == '\\')
            fprintf(stream, "\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            fprintf(stream, "\\u%04x", (unsigned)(unsigned char)*c);
        else
            fputc(*c, stream);
    fputc('"', stream);
}

static void json_text(FILE *stream, const char *name, const char *value)
{
    fprintf(stream, "  \"%s\": ", name);
    json_string(stream, value);
    fprintf(stream, ",\n");
}

static void json_iterations(FILE *stream, const result_t *result)
{
    fprintf(stream, "  \"table\": [");
    for (int k = 0; k < result->niteration; ++k) {
        const iteration_t *i = &result->iteration[k];
        fprintf(stream,
                "%s\n    {\"energy\": %.12f, \"change\": %.6e, \"gradient\": %.6e, "
                "\"seconds\": %.6f, \"fock_seconds\": %.6f, \"quartets\": %lld}",
                k > 0 ? "," : "", i->energy, i->change, i->gradient, i->seconds, i->fock_seconds,
                (long long)i->quartets);
    }
    fprintf(stream, "\n  ]\n");
}

static void json_seconds(FILE *stream, const phases_t *s)
{
    fprintf(stream,
            "  \"seconds\": {\"setup\": %.6f, \"one_electron\": %.6f, \"guess\": %.6f, "
            "\"fock\": %.6f, \"diagonalisation\": %.6f, \"diis\": %.6f, \"total\": %.6f},\n",
            s->setup, s->one_electron, s->guess, s->fock, s->diagonalisation, s->diis, s->total);
}

int report_json(FILE *stream, const options_t *options, const input_t *input,
                const result_t *result)
{
    fprintf(stream, "{\n");
    json_text(stream, "program", "scf");
    json_text(stream, "molecule", input->name);
    json_text(stream, "basis", options->basis);
    json_text(stream, "engine", al_engine_name());
    fprintf(stream, "  \"ranks\": %d,\n  \"nodes\": %d,\n", ga_size(), al_node_count());
    fprintf(stream, "  \"atoms\": %d,\n  \"electrons\": %d,\n  \"charge\": %d,\n",
            input->molecule.natom, input->electrons, options->charge);
    fprintf(stream, "  \"functions\": %d,\n  \"shells\": %d,\n  \"tasks\": %lld,\n",
            input->basis.size, input->basis.nshell, (long long)result->ntask);
    fprintf(stream, "  \"threshold\": %g,\n  \"tol2e\": %g,\n  \"bohr\": %.12g,\n",
            options->threshold, options->tol2e, options->bohr);
    fprintf(stream, "  \"converged\": %s,\n  \"iterations\": %d,\n",
            result->converged ? "true" : "false", result->niteration);
    fprintf(stream, "  \"energy\": %.12f,\n  \"nuclear_repulsion\": %.12f,\n", result->energy,
            result->repulsion);
    fprintf(stream, "  \"smallest_overlap_eigenvalue\": %.6e,\n", result->smallest_overlap);
    json_seconds(stream, &result->seconds);
    json_iterations(stream, result);
    fprintf(stream, "}\n");
    return fflush(stream) == 0 && !ferror(stream) ? 0 : -1;
}
