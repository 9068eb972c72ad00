#!/usr/bin/env bash
# ghosts.sh [OPTIONS OF peers.sh]: updates of ghost cells: ours, the same copies as loops, and other
# Global Arrays libraries, alternately. `./run bench ghosts` builds ours first and sets ASHLAR_BUILD.
exec "$(dirname "$(readlink -f "$0")")/peers.sh" --ghosts "$@"
