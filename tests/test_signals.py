"""Processes that are told to stop: children end with their parent, signals reach machine code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_child_ends_with_its_parent(tmp_path):
    child = "from sim.child import end_with_parent; end_with_parent(); print(flush=True)\nwhile True: pass"
    parent = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', sys.argv[1]], stdout=subprocess.PIPE)\n"
        "child.stdout.readline(); print(child.pid, flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", parent, child]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as started:
        pid = int(started.stdout.readline())
        assert Path(f"/proc/{pid}").exists()
        started.kill()
    until = time.monotonic() + 30
    while Path(f"/proc/{pid}/exe").exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}/exe").exists()


STUCK = """
import scripts.main
from numba import njit

@njit("int64(int64)", nogil=True)
def spin(i):
    while i > 0:
        i += 2
        i ^= 4
    return i

scripts.main._on_stop(scripts.main._stop)
scripts.main._watch_signals()
print("going", flush=True)
try:
    spin(1)
finally:
    print("never")
"""


def wait_until_busy(pid: int) -> None:
    """Wait until a process has used a fifth of a second of its core since now: it is in the loop by then."""

    def ticks() -> int:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])

    first = ticks()
    while ticks() < first + os.sysconf("SC_CLK_TCK") // 5:
        time.sleep(0.02)


def test_two_interruptions_end_a_process_whose_main_thread_is_in_machine_code():
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", STUCK], env=environment, text=True, **pipes) as process:
        assert process.stdout.readline() == "going\n"
        wait_until_busy(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.stderr.readline() == "waiting for the step in hand to end; Ctrl-C once more does not wait\n"
        process.send_signal(signal.SIGTERM)
        out, error = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert error == "fairseat: interrupted in a step that did not end; a run keeps the games that it stored\n"


def test_a_closed_terminal_interrupts_and_nohup_does_not():
    command = "import signal, scripts.main as m; m._on_stop(m._stop); print(signal.getsignal(signal.SIGHUP) == m._stop)"
    for before, is_heard in ((signal.SIG_DFL, "True"), (signal.SIG_IGN, "False")):
        done = subprocess.run(
            [sys.executable, "-c", f"import signal; signal.signal(signal.SIGHUP, signal.{before.name}); {command}"],
            capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert done.stdout.strip() == is_heard
