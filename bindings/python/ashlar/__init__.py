"""Global arrays in Python: one array spread over many MPI processes, any patch of it read, written and added to
from any of them, without the owner's help; operations on whole arrays, linear algebra, task pools.

    mpiexec -n 4 python3 program.py

>>> import ashlar as ax
>>> a = ax.zeros((1000, 1000))
>>> a[400:402, 300:303] = [[1, 2, 3], [4, 5, 6]]
>>> ax.sync()
>>> a[401, 300:303]
array([4., 5., 6.])

docs/python.md begins with the questions that users have. Calls are collective, all ranks of the group make them, or
one-sided, this rank alone makes them; each says which.
"""
from . import errors, io, linalg
from ._library import __version__ as __version__, lib, start, started, stop
from ._objects import sync
from .arrays import (
    Array,
    Block,
    Transfer,
    Transposed,
    arange,
    array,
    copy,
    empty,
    empty_like,
    eye,
    fence,
    full,
    full_like,
    maximum,
    minimum,
    ones,
    random,
    wait_all,
    zeros,
    zeros_like,
)
from .bundles import Bundle, Member
from .coarrays import Coarray, Remote, sync_images
from .errors import Error
from .groups import Group, rank, size, world
from .io import Checkpoint
from .sparse import Sparse
from .tasks import Tasks, tasks

__all__ = [
    "Array",
    "Block",
    "Bundle",
    "Checkpoint",
    "Coarray",
    "Error",
    "Group",
    "Member",
    "Remote",
    "Sparse",
    "Tasks",
    "Transfer",
    "Transposed",
    "arange",
    "array",
    "copy",
    "empty",
    "empty_like",
    "errors",
    "eye",
    "fence",
    "full",
    "full_like",
    "io",
    "lib",
    "linalg",
    "maximum",
    "minimum",
    "ones",
    "random",
    "rank",
    "size",
    "start",
    "started",
    "stop",
    "sync",
    "sync_images",
    "tasks",
    "wait_all",
    "world",
    "zeros",
    "zeros_like",
]
