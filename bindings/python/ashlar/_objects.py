"""Objects that all ranks of a group make and destroy together, and what happens when Python drops them.

Each object has a serial number within its group, the same on all ranks, as making it is collective. When Python
collects one, at a time of its own on each rank, only the number is noted. At a sync the ranks agree on the numbers
that all of them have noted, and free these.
"""
from __future__ import annotations

import weakref
from typing import Any, Callable, Dict, List, Optional

import numpy as np

from . import _library, errors
from ._library import check, ffi, lib

SYNC, DESTROY, STOP = 1, 2, 3


class Memory:
    """Memory of the library for numpy, which keeps its owner alive."""

    __slots__ = ("owner", "__array_interface__", "__weakref__")

    def __init__(self, owner: "Owned", address: Any, shape: tuple, strides: tuple, dtype: np.dtype, read_only: bool):
        self.owner = owner
        self.__array_interface__ = {
            "version": 3,
            "shape": shape,
            "strides": strides,
            "typestr": dtype.str,
            "descr": dtype.descr,
            "data": (int(ffi.cast("intptr_t", address)), read_only),
        }


class Home:
    """What this rank knows of the objects of one group."""

    def __init__(self, group: int):
        self.group = group
        self.epoch = 0
        self.made = 0
        self.live: Dict[int, tuple] = {}  # by serial number: weak reference, function that frees, handle
        self.dropped: set = set()
        size = ffi.new("int *")
        check(lib.ga_group_size(group, size))
        self.size = size[0]
        self.key: tuple = ()

    def add(self, owned: "Owned", free: Callable[[Any], int], handle: Any) -> int:
        """A new object's serial number."""
        self.made += 1
        self.live[self.made] = (weakref.ref(owned), free, handle)
        return self.made

    def least(self, numbers: List[int]) -> List[int]:
        """The least of each number over the ranks. Collective."""
        if self.size == 1:
            return numbers
        buffer = ffi.new("long long[]", numbers)
        check(lib.ga_allreduce(self.group, lib.ASHLAR_LLONG, lib.ASHLAR_MIN, buffer, len(numbers)))
        return list(buffer)

    def meet(self, act: int, serial: int, flag: int, other: int = 0) -> List[int]:
        """Learn whether all ranks are in the same act; returns the largest of each flag. Collective.

        In any act ranks pass as many numbers, so that different ones are words and no broken messages.
        """
        found = self.least([act, -act, serial, -serial, -flag, -other])
        if found[0] != -found[1] or found[2] != -found[3]:
            raise errors.MismatchError(self.words(act, serial))
        return [-flag for flag in found[4:]]

    def words(self, act: int, serial: int) -> str:
        if act == DESTROY:
            one = self.live[serial][0]()
            return f"ashlar: this rank destroys {one!r}, another rank of its group another object, or it synchronises"
        return (
            "ashlar: the ranks of a group differ: one is in ashlar.sync() or stop(), another destroys an object, or "
            f"they have made different numbers of objects (here {self.made})"
        )

    def collect(self) -> None:
        """Free what all ranks have dropped. Collective."""
        noted = set(self.dropped)
        serials = sorted(self.live)
        both = self.least([int(serial in noted) for serial in serials]) if serials else []
        gone = {serial for serial, all_dropped in zip(serials, both) if all_dropped}
        self.dropped.difference_update(gone)
        for serial in sorted(gone):
            _, free, handle = self.live.pop(serial)
            check(free(handle))

    def views(self, serial: Optional[int] = None) -> int:
        """How many views of memory are alive, of one object or of all."""
        chosen = self.live.items() if serial is None else [(serial, self.live[serial])]
        owners = (entry[0]() for _, entry in chosen)
        return sum(len(owner._views) for owner in owners if owner is not None and owner._views)


_homes: Dict[int, Home] = {}
_ordinals: Dict[tuple, int] = {}


def home_of(group: int) -> Home:
    """The home of a group, or of what is the default one (0)."""
    if group == 0:
        found = ffi.new("ga_group_t *")
        check(lib.ga_group_get_default(found))
        group = found[0]
    if group not in _homes:
        home = Home(group)
        world = ffi.new("int *")
        ranks = []
        for rank in range(home.size):
            check(lib.ga_group_world_rank(group, rank, world))
            ranks.append(world[0])
        ordinal = _ordinals[tuple(ranks)] = _ordinals.get(tuple(ranks), 0) + 1
        home.key = (tuple(ranks), ordinal)  # the same on all its ranks, and orders groups alike everywhere
        _homes[group] = home
    return _homes[group]


def forget_home(group: int) -> None:
    _homes.pop(group, None)


def sync(group: Any = None) -> None:
    """Complete the operations of all ranks, wait for them, and free what all of them have dropped.

    Collective over the group (None: the default one); a sync of the world frees objects of all groups.

    >>> import ashlar as ax
    >>> a = ax.zeros((3, 3))
    >>> del a
    >>> ax.sync()
    """
    home = home_of(0 if group is None else group.handle)
    world = home.group == lib.GA_GROUP_WORLD
    others = any(one.dropped for one in _homes.values() if one is not home) if world else False
    here, elsewhere = home.meet(SYNC, home.made, int(bool(home.dropped)), int(others))
    if here:
        home.collect()
    if elsewhere:
        for one in sorted((one for one in _homes.values() if one is not home), key=lambda one: one.key):
            one.collect()
    _finish_transfers()
    check(lib.ga_group_sync(home.group))


# Transfers whose handles Python has dropped: their buffers live until they are complete.
_loose: list = []


def _finish_transfers() -> None:
    while _loose:
        handle, _ = _loose.pop()
        check(lib.ga_wait(handle))


class Owned:
    """An object of a group: made and destroyed by all its ranks together."""

    __slots__ = ("_handle", "_serial", "_home", "_views", "__weakref__")
    _noun = "object"

    def __init__(self, home: Home, free: Callable[[Any], int], handle: Any):
        self._handle = handle
        self._home: Any = home  # None: destroyed
        self._views: Optional[weakref.WeakSet] = None
        self._serial = home.add(self, free, handle)

    def __del__(self) -> None:
        home = getattr(self, "_home", None)
        if home is not None and self._serial in home.live:
            home.dropped.add(self._serial)

    def _view(self, address: Any, shape: tuple, strides: tuple, dtype: np.dtype, read_only: bool = False) -> np.ndarray:
        memory = Memory(self, address, shape, strides, dtype, read_only)
        if self._views is None:
            self._views = weakref.WeakSet()
        self._views.add(memory)
        return np.asarray(memory)

    def _alive(self) -> None:
        if self._home is None:
            raise errors.HandleError(f"ashlar: {self._noun} has been destroyed, or the library has stopped")

    def destroy(self) -> None:
        """Free it now. Collective over its group. Afterwards every use is a HandleError.

        MismatchError on all ranks: they destroy different objects; nothing is destroyed.
        StateError on all ranks: a view of its memory (`local()`) is alive on one of them.
        """
        self._alive()
        home = self._home
        if home.meet(DESTROY, self._serial, home.views(self._serial))[0]:
            raise errors.StateError(f"ashlar: views of the memory of {self!r} are alive on some rank: drop them first")
        _, free, handle = home.live[self._serial]
        check(free(handle))
        del home.live[self._serial]
        self._die()

    def _die(self) -> None:
        self._home = None
        self._handle = -1  # 0 has a meaning in some calls


def _stop(is_exit: bool) -> None:
    if not is_exit:
        home = home_of(lib.GA_GROUP_WORLD)
        if home.meet(STOP, 0, sum(one.views() for one in _homes.values()))[0]:
            raise errors.StateError("ashlar.stop: views of the library's memory are alive on some rank: drop them first")
    for home in _homes.values():
        for reference, _, _ in home.live.values():
            one = reference()
            if one is not None:
                one._die()
    _homes.clear()
    _ordinals.clear()
    _loose.clear()


_library._at_stop.append(_stop)
