#include "integrals.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <libint2/cxxapi.h>

using libint2::Engine;
using libint2::Operator;
using libint2::Shell;
using libint2::ShellPair;

struct pair_t {
    int a, b;
    ShellPair data;
};

struct integrals {
    std::vector<Shell> shell;
    std::vector<pair_t> pair;
    double precision;
    Engine overlap, kinetic, nuclear, repulsion;
};

static Shell make_shell(const shell_t &s, const molecule_t &molecule)
{
    const double *r = molecule.atom[s.atom].r;
    Shell::Contraction contraction{s.l, s.pure != 0, {}};
    libint2::svector<double> exponent;
    for (int i = 0; i < s.nprim; i++) {
        exponent.push_back(s.exponent[i]);
        contraction.coeff.push_back(s.coefficient[i]);
    }
    return Shell(std::move(exponent), {std::move(contraction)}, {{r[0], r[1], r[2]}});
}

integrals_t *integrals_create(const basis_t *basis, const molecule_t *molecule, double precision,
                              failure_t *failure)
try {
    if (!libint2::initialized())
        libint2::initialize(); // its tables stay for the life of the program
    auto result = std::make_unique<integrals_t>();
    size_t nprim = 1;
    int l = 0;
    for (int i = 0; i < basis->nshell; i++) {
        result->shell.push_back(make_shell(basis->shell[i], *molecule));
        nprim = std::max(nprim, result->shell.back().nprim());
        l = std::max(l, basis->shell[i].l);
    }
    std::vector<std::pair<double, std::array<double, 3>>> charges;
    for (int i = 0; i < molecule->natom; i++) {
        const atom_t &atom = molecule->atom[i];
        charges.push_back({static_cast<double>(atom.z), {{atom.r[0], atom.r[1], atom.r[2]}}});
    }
    result->precision = precision;
    result->overlap = Engine(Operator::overlap, nprim, l);
    result->kinetic = Engine(Operator::kinetic, nprim, l);
    result->nuclear = Engine(Operator::nuclear, nprim, l);
    result->nuclear.set_params(charges);
    result->repulsion = Engine(Operator::coulomb, nprim, l, 0, precision);
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

int integrals_set_pairs(integrals_t *integrals, int npair, const int *shells, failure_t *failure)
try {
    const double ln_precision = std::log(integrals->precision);
    integrals->pair.clear();
    integrals->pair.resize(static_cast<size_t>(npair));
    for (auto &pair : integrals->pair) {
        pair.a = *shells++;
        pair.b = *shells++;
        pair.data.init(integrals->shell[static_cast<size_t>(pair.a)],
                       integrals->shell[static_cast<size_t>(pair.b)], ln_precision);
    }
    return 0;
} catch (const std::bad_alloc &) {
    return failure_set(failure, "not enough memory for %d pairs of shells", npair);
}

int integrals_pair_primitives(const integrals_t *integrals, int pair)
{
    return static_cast<int>(integrals->pair[static_cast<size_t>(pair)].data.primpairs.size());
}

void integrals_set_precision(integrals_t *integrals, double precision)
{
    integrals->repulsion.set_precision(precision);
}

const double *integrals_eri(integrals_t *integrals, int bra, int ket)
{
    const pair_t &p = integrals->pair[static_cast<size_t>(bra)];
    const pair_t &q = integrals->pair[static_cast<size_t>(ket)];
    const auto &shell = integrals->shell;
    return integrals->repulsion
        .compute2<Operator::coulomb, libint2::BraKet::xx_xx, 0>(
            shell[static_cast<size_t>(p.a)], shell[static_cast<size_t>(p.b)],
            shell[static_cast<size_t>(q.a)], shell[static_cast<size_t>(q.b)], &p.data, &q.data)[0];
}
