#!/usr/bin/env bash
# distributions.sh [OPTIONS OF peers.sh]: transfers to arrays of several distributions, and copies
# between them: ours, the limits of the machine, and other Global Arrays libraries, alternately.
# `./run bench distributions` builds ours first and sets ASHLAR_BUILD.
exec "$(dirname "$(readlink -f "$0")")/peers.sh" --distributions "$@"
