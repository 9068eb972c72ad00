"""scf.py FILE: Hartree-Fock energy of a closed shell over integrals that the program in C has written.

    ./run scf water.xyz --dump water.integrals
    mpiexec -n 2 python3 scf.py water.integrals

Matrices are global arrays; ranks take rows of pairs of the Fock matrix as tasks and read their integrals from the file.
"""
import sys

import numpy as np

import ashlar as ax

with open(sys.argv[1], "rb") as file:
    _, n, occupied, repulsion = file.readline().split()
    start = file.tell()
n, occupied, repulsion = int(n), int(occupied), float(repulsion)
matrices = np.memmap(sys.argv[1], np.float64, "r", start, (2, n, n))
integrals = np.memmap(sys.argv[1], np.float64, "r", start + 16 * n * n, (n, n, n, n))
overlap = ax.array(matrices[0], name="overlap")
core = ax.array(matrices[1], name="core")
x = ax.linalg.inverse_sqrtm(overlap)
rows = ax.tasks(n)


def fock_matrix(density):
    """Core Hamiltonian, Coulomb and exchange."""
    fock = core.copy()
    d = density[...]
    for i in rows:
        coulomb = np.einsum("jkl,kl->j", integrals[i], d)
        exchange = np.einsum("kjl,kl->j", integrals[i], d)
        fock.acc(np.s_[i, :], coulomb - exchange / 2)
    rows.reset()
    ax.sync()
    return fock


def density_matrix(fock):
    """Of the lowest orbitals of a Fock matrix."""
    _, y = ax.linalg.eigh(x @ fock @ x)
    orbitals = (x @ y)[:, :occupied]
    return ax.array(2 * orbitals @ orbitals.T)


density = density_matrix(core)
focks, errors = [], []
for iteration in range(50):
    fock = fock_matrix(density)
    energy = repulsion + (density.dot(core) + density.dot(fock)) / 2
    product = fock @ density @ overlap
    error = x @ (product - product.T.array()) @ x
    gradient = error.norm("max")
    if ax.rank() == 0:
        print(f"{iteration:3d} {energy:16.10f} {gradient:9.1e}")
    if gradient < 1e-8:
        break
    focks, errors = (focks + [fock])[-8:], (errors + [error])[-8:]
    m = len(errors)  # DIIS: the combination of Fock matrices whose errors cancel best
    equations = np.zeros((m + 1, m + 1))
    equations[m, :m] = equations[:m, m] = 1
    equations[:m, :m] = [[one.dot(other) for other in errors] for one in errors]
    weights = np.linalg.lstsq(equations, np.eye(m + 1)[m], rcond=None)[0]
    best = focks[0] * weights[0]
    for one, weight in zip(focks[1:], weights[1:]):
        best += one * weight
    density = density_matrix(best)
    ax.sync()
if ax.rank() == 0:
    print(f"SCF energy = {energy:.10f} Eh")
