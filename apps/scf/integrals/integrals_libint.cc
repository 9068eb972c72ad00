// One-electron integrals by libint2.
#include "integrals/integrals.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <libint2/cxxapi.h>

using libint2::Engine;
using libint2::Operator;
using libint2::Shell;

struct integrals {
    std::vector<Shell> shell;
    Engine overlap, kinetic, nuclear;
};

static Shell make_shell(const shell_t &s, const molecule_t &molecule)
{
    const double *r = molecule.atom[s.atom].r;
    Shell::Contraction contraction{s.l, s.pure != 0, {}};
    libint2::svector<double> exponent;
    for (int i = 0; i < s.nprim; ++i) {
        exponent.push_back(s.exponent[i]);
        contraction.coeff.push_back(s.coefficient[i]);
    }
    return Shell(std::move(exponent), {std::move(contraction)}, {{r[0], r[1], r[2]}});
}

integrals_t *integrals_create(const basis_t *basis, const molecule_t *molecule, failure_t *failure)
try {
    if (!libint2::initialized())
        libint2::initialize(); // its tables stay for the life of the program
    auto result = std::make_unique<integrals_t>();
    size_t nprim = 1;
    int l = 0;
    for (int i = 0; i < basis->nshell; ++i) {
        result->shell.push_back(make_shell(basis->shell[i], *molecule));
        nprim = std::max(nprim, result->shell.back().nprim());
        l = std::max(l, basis->shell[i].l);
    }
    std::vector<std::pair<double, std::array<double, 3>>> charges;
    for (int i = 0; i < molecule->natom; ++i) {
        const atom_t &atom = molecule->atom[i];
        charges.push_back({static_cast<double>(atom.z), {{atom.r[0], atom.r[1], atom.r[2]}}});
    }
    result->overlap = Engine(Operator::overlap, nprim, l);
    result->kinetic = Engine(Operator::kinetic, nprim, l);
    result->nuclear = Engine(Operator::nuclear, nprim, l);
    result->nuclear.set_params(charges);
    return result.release();
} catch (const std::exception &e) {
    failure_set(failure, "the integral library refuses the basis: %s", e.what());
    return nullptr;
}

void integrals_destroy(integrals_t *integrals)
{
    delete integrals;
}

static const double *two_index(Engine &engine, const integrals_t &integrals, int s, int t)
{
    return engine.compute1(integrals.shell[static_cast<size_t>(s)],
                           integrals.shell[static_cast<size_t>(t)])[0];
}

const double *integrals_overlap(integrals_t *integrals, int s, int t)
{
    return two_index(integrals->overlap, *integrals, s, t);
}

const double *integrals_kinetic(integrals_t *integrals, int s, int t)
{
    return two_index(integrals->kinetic, *integrals, s, t);
}

const double *integrals_nuclear(integrals_t *integrals, int s, int t)
{
    return two_index(integrals->nuclear, *integrals, s, t);
}

const double *integrals_coefficients(const integrals_t *integrals, int s)
{
    return integrals->shell[static_cast<size_t>(s)].contr[0].coeff.data();
}

void integrals_solid_harmonics(int l, double *matrix)
{
    const auto &rows = libint2::solidharmonics::SolidHarmonicsCoefficients<double>::instance(
        static_cast<unsigned>(l));
    const size_t cartesian = static_cast<size_t>(shell_size(l, 0));
    for (size_t s = 0; s < static_cast<size_t>(shell_size(l, 1)); ++s, matrix += cartesian) {
        std::fill(matrix, matrix + cartesian, 0.0);
        for (size_t k = 0; k < rows.nnz(s); ++k)
            matrix[rows.row_idx(s)[k]] = rows.row_values(s)[k];
    }
}
