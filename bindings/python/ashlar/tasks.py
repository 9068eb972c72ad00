"""Pools of tasks: each is handed out once, to whichever rank asks next."""
from __future__ import annotations

import operator
from typing import Any, Iterator, Optional, Sequence

import numpy as np

from . import _objects, errors
from ._library import NULL, check, ffi, lib
from .groups import Group, handle_of

ORDERS = {
    "as_given": lib.GA_TASKS_AS_GIVEN,
    "large_first": lib.GA_TASKS_LARGE_FIRST,
    "stratified": lib.GA_TASKS_STRATIFIED,
}


class Tasks(_objects.Owned):
    """A pool of n tasks. Collective over the group; a loop over it is not: `for t in tasks`.

    n      how many; they are numbered from 0
    cost   estimates in any unit, [n]; of rank 0 of the group, those of others are not looked at
    order  "as_given", "large_first" (by falling cost), "stratified" (the same, similar ones shuffled)
    seed   of the shuffle
    chunk  tasks that are handed out at once; 0: many at first, few at the end

    >>> sum(tasks(10))
    45
    """

    __slots__ = ("count",)
    _noun = "the pool of tasks"

    def __init__(
        self,
        n: int,
        *,
        cost: Optional[Sequence[float]] = None,
        order: str = "as_given",
        seed: int = 1,
        chunk: int = 0,
        group: Optional[Group] = None,
    ):
        if order not in ORDERS:
            raise errors.ArgumentError(f"ashlar.tasks: no order {order!r}: one of {', '.join(ORDERS)}")
        costs = None if cost is None else np.ascontiguousarray(cost, np.float64)
        if costs is not None and costs.shape != (n,):
            raise errors.ShapeError(f"ashlar.tasks: costs of shape {costs.shape} for {n} tasks")
        pointer = NULL if costs is None or not n else ffi.from_buffer("double[]", costs)
        made = ffi.new("ga_tasks_t *")
        number = handle_of(group)
        check(lib.ga_tasks_create(number, operator.index(n), pointer, ORDERS[order], seed, chunk, made))
        super().__init__(_objects.home_of(number), lib.ga_tasks_destroy, made[0])
        self.count = n

    def __iter__(self) -> Iterator[int]:
        """The tasks that this rank gets in this round. Asks nobody but rank 0 of the group. Not collective."""
        chunk: Any = ffi.new("ga_tasks_chunk_t *")
        while True:
            self._alive()
            check(lib.ga_tasks_next(self._handle, chunk))
            if not chunk.count:
                return
            first, count = chunk.first, chunk.count
            yield from range(first, first + count) if chunk.task == NULL else chunk.task[0:count]

    def reset(self) -> None:
        """Begin the next round, in which all tasks are handed out again. Collective, but waits for nobody."""
        self._alive()
        check(lib.ga_tasks_reset(self._handle))

    @property
    def taken(self) -> int:
        """How many tasks this rank took in this round."""
        self._alive()
        found = ffi.new("int64_t *")
        check(lib.ga_tasks_taken(self._handle, found))
        return found[0]

    def __repr__(self) -> str:
        return f"<ashlar.Tasks, {self.count} tasks>"


def tasks(n: int, **options: Any) -> Tasks:
    """A pool of n tasks: `for t in ashlar.tasks(n)`. Options as of `Tasks`. Collective."""
    return Tasks(n, **options)
