#!/usr/bin/env bash
# ops.sh [OPTIONS OF peers.sh]: data-parallel operations: ours, the limits of the machine, and other
# Global Arrays libraries, alternately. `./run bench ops` builds ours first and sets ASHLAR_BUILD.
exec "$(dirname "$(readlink -f "$0")")/peers.sh" --ops "$@"
