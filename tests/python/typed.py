"""Read by mypy, not run: programs see the types of the package, and a wrong one is noticed (an ignored line without an
error is one)."""
import numpy as np

import ashlar as ax

a: ax.Array = ax.zeros((4, 4), kind="tiled", block=2)
b: ax.Array = ax.full_like(a, 2)
values: np.ndarray = ax.linalg.eigh(a).eigenvalues
for number in ax.tasks(3):
    next_one: int = number + 1
x: ax.Coarray = ax.Coarray((3, 2), np.int64)
part: ax.Remote = x[0]
moved: ax.Transfer = a.get_nb((slice(0, 2), slice(0, 2)))
done: bool = moved.test()
ranks: int = ax.size()
version: str = ax.__version__

ax.zeros("four")  # type: ignore[arg-type]
word: str = ax.size()  # type: ignore[assignment]
ax.linalg.solve(a)  # type: ignore[call-arg]
a.no_such_thing()  # type: ignore[attr-defined]
