"""jacobi.py [N [SWEEPS]]: heat in a plate of N x N points, one edge of which is hot, by Jacobi's relaxation.

    mpiexec -n 4 python3 jacobi.py 200 2000

Each rank updates its block in place; ghost cells hold what it needs of its neighbours. Rank 0 shows the plate with
matplotlib, where that is installed, in jacobi.png. jacobi_mpi4py.py is the same in mpi4py alone.
"""
import sys

import numpy as np

import ashlar as ax

n, sweeps = (int(one) for one in (sys.argv[1:] + ["200", "2000"][len(sys.argv) - 1 :])[:2])
plate = ax.zeros((n, n), ghosts=1, periodic=False, name="plate")
u = plate.local(ghosts=True)  # my block and one row and column more on each side
u[...] = 0
if plate.mine() and plate.mine()[0].lo[0] == 0:
    u[0, :] = 1  # beyond the first row: the hot edge
ax.sync()
for sweep in range(sweeps):
    plate.update_ghosts()
    new = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4
    ax.sync()  # the neighbours have read my border
    u[1:-1, 1:-1] = new
    ax.sync()
heat = plate.sum() / n**2  # collective
if ax.rank() == 0:
    print(f"mean temperature after {sweeps} sweeps: {heat:.6f}")
    try:
        import matplotlib
    except ImportError:
        matplotlib = None
    if matplotlib:
        matplotlib.use("Agg")
        from matplotlib import pyplot

        pyplot.imshow(plate[...], cmap="inferno")
        pyplot.colorbar(label="temperature")
        pyplot.savefig("jacobi.png")
ax.sync()
