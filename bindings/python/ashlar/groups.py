"""Groups of ranks."""
from __future__ import annotations

from typing import Any, Optional, Sequence

from mpi4py import MPI

from . import _objects, errors
from ._library import check, ffi, lib


def rank() -> int:
    """This rank in the world."""
    return lib.ga_rank()


def size() -> int:
    """The number of ranks of the world."""
    return lib.ga_size()


class Group:
    """Some ranks of the world, in an order; arrays, pools and all else are made on one (`group=`).

    Group(ranks) makes one of ranks of the world; collective over these ranks. As a context manager it is the
    default of what is made inside: `with group:`. It lives until `destroy()`.

    >>> group = Group([rank()])
    >>> group.size, group.rank
    (1, 0)
    >>> group.destroy()
    """

    __slots__ = ("handle", "_previous")

    def __init__(self, ranks: Sequence[int]):
        made = ffi.new("ga_group_t *")
        ranks = [int(one) for one in ranks]
        check(lib.ga_group_create(len(ranks), ffi.new("int[]", ranks), made))
        self._be(made[0])

    def _be(self, handle: int) -> "Group":
        self.handle = handle
        self._previous: list = []
        if handle and lib.ga_initialized():
            _objects.home_of(handle)
        return self

    def split(self, color: int, key: int = 0) -> Optional["Group"]:
        """The ranks that give the same color, in the order of their keys. Collective over the group.

        A negative color joins none: None.
        """
        made = ffi.new("ga_group_t *")
        check(lib.ga_group_split(self.handle, color, key, made))
        return Group.__new__(Group)._be(made[0]) if made[0] else None

    def destroy(self) -> None:
        """Free it. Collective over it. StateError: it has live arrays (drop them and synchronise first)."""
        home = _objects.home_of(self.handle)
        if home.dropped or home.live:
            _objects.sync(self)
        check(lib.ga_group_destroy(self.handle))
        _objects.forget_home(self.handle)
        self.handle = -1

    def sync(self) -> None:
        """`ashlar.sync()` of this group."""
        _objects.sync(self)

    @property
    def rank(self) -> int:
        """This rank in the group."""
        return self._ask(lib.ga_group_rank)

    @property
    def size(self) -> int:
        """The number of its ranks."""
        return self._ask(lib.ga_group_size)

    def _ask(self, call: Any, *arguments: int) -> int:
        found = ffi.new("int *")
        check(call(self.handle, *arguments, found))
        return found[0]

    def world_rank(self, rank: int) -> int:
        """The rank in the world of a rank of the group."""
        return self._ask(lib.ga_group_world_rank, rank)

    @property
    def comm(self) -> MPI.Intracomm:
        """A communicator of its ranks for your own messages; the group's, do not free it.

        Collective over the group when it is first asked for.
        """
        comm = MPI.Intracomm()
        check(lib.ga_group_comm(self.handle, ffi.cast("MPI_Comm *", MPI._addressof(comm))))
        return comm

    def __enter__(self) -> "Group":
        previous = ffi.new("ga_group_t *")
        check(lib.ga_group_set_default(self.handle, previous))
        self._previous.append(previous[0])
        return self

    def __exit__(self, *_: Any) -> None:
        check(lib.ga_group_set_default(self._previous.pop(), ffi.NULL))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and other.handle == self.handle

    def __hash__(self) -> int:
        return hash(self.handle)

    def __repr__(self) -> str:
        if self.handle < 0 or not lib.ga_initialized():
            return "<ashlar.Group, destroyed>"
        ranks = [self.world_rank(one) for one in range(self.size)]
        return f"<ashlar.Group of ranks {ranks}>"


world = Group.__new__(Group)._be(lib.GA_GROUP_WORLD)


def handle_of(group: Optional[Group]) -> int:
    """The library's number of a group; 0 for the default one."""
    if group is None:
        return 0
    if not isinstance(group, Group):
        raise errors.GroupError(f"ashlar: group is {type(group).__name__}, not an ashlar.Group")
    return group.handle
