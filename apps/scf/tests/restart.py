#!/usr/bin/python3
"""restart.py SCF LAUNCH...: a calculation that is killed again and again goes on from its checkpoint, on another number
of ranks, and ends with the energy of one that is not killed."""
import os
import re
import signal
import subprocess
import sys
import tempfile

program, launch = sys.argv[1], sys.argv[2:]
MOLECULE = ["--waters", "2", "--basis", "sto-3g"]


def command(ranks, *more):
    return [*launch, "-n", str(ranks), program, *MOLECULE, *more]


def energy(text):
    found = re.search(r"SCF energy = +(-[0-9.]+)", text)
    if not found:
        sys.exit("no energy in: " + text)
    return float(found.group(1))


def look(folder):
    """The files and their sizes: it changes when something is written."""
    try:
        return {(one.name, one.stat().st_size, one.stat().st_mtime_ns) for one in os.scandir(folder)}
    except FileNotFoundError:  # one has gone meanwhile
        return None


def ranks_of(folder):
    """The processes of the calculation that works in the folder, not their launcher."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if words[0] == program.encode() and any(word.startswith(folder.encode()) for word in words):
            found.append(int(pid))
    return found


def run_and_kill(ranks, folder, changes, victims):
    """Run it until its folder has changed so often, and kill some of its ranks; what it says if it ends before."""
    job = subprocess.Popen(command(ranks, "--checkpoint", folder + "/x", "--restart"), stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, start_new_session=True)
    before = look(folder)
    while changes > 0 and job.poll() is None:
        now = look(folder)
        if now is not None and now != before:
            before = now
            changes -= 1
    if job.poll() is None:
        for pid in ranks_of(folder)[:victims]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    said = job.communicate(timeout=100)[0]
    return said if job.returncode == 0 else None


with tempfile.TemporaryDirectory() as folder:
    alone = energy(subprocess.run(command(2), capture_output=True, text=True, check=True).stdout)
    said, killed = None, 0
    for turn, changes in enumerate((1, 2, 7, 12, 3, 9, 17, 5)):
        said = run_and_kill(1 + turn % 3, folder, changes, 1 + turn % 2)
        killed += said is None
        if said:
            break
    if killed < 3:
        sys.exit(f"it was killed {killed} times only")
    if not said:
        said = subprocess.run(command(2, "--checkpoint", folder + "/x", "--restart"), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=True).stdout
    if "going on after iteration" not in said:
        sys.exit("it did not go on: " + said)
    if abs(energy(said) - alone) > 1e-9:
        sys.exit(f"energy {energy(said)} after {killed} kills, {alone} without")
    print(f"killed {killed} times: the energy is {energy(said)} as without")
    other = subprocess.run([*launch, "-n", "1", program, "--basis", "sto-3g", "--waters", "3", "--checkpoint", folder + "/x",
                            "--restart"], capture_output=True, text=True, check=False)
    if other.returncode == 0 or "that of array 'density' 21" not in other.stderr:
        sys.exit("another molecule goes on from it: " + other.stdout + other.stderr)
