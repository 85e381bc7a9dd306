"""Ctrl-C in the middle of arrays that take long: it ends the call long before its end, and leaves no thread behind."""

import signal
import subprocess
import sys
import time

import pytest
from cli_runs import needs_posix

CALLS = {
    "evaluate": ("evaluate(many(rows, count))", 10**9),
    "evaluate on threads": ("evaluate(many(rows, count), threads=2)", 10**9),
    "evaluate, of int64": ("evaluate(many(rows.astype(np.int64), count))", 10**9),
    "evaluate, with boards": ("evaluate(many(rows[:2], count), many(rows[2:], count))", 10**9),
    "evaluate, tables": ("evaluate(many(holes, count), many(rows[2:], count)[:, None, :])", 5 * 10**8),
    "best_five": ("best_five(many(rows, count))", 10**8),
    "category": ("category(many(np.uint16(5), count))", 10**9),
    "cactus_kev_rank": ("cactus_kev_rank(many(np.uint16(5), count))", 10**9),
    "deal": ("deal(count, 6)", 10**8),
    "settle": ("settle(many(chips, count), chips)", 10**8),
    "settle on threads": ("settle(many(chips, count), chips, threads=2)", 10**8),
    "settle, many seats": ("settle(many(np.arange(1000), count), np.arange(1000))", 10**5),
    "settle, of int32": ("settle(many(np.int32(chips), count), chips)", 10**8),
    "settle, naming the bad hand": ("settle(many(-chips, count), chips)", 10**8),
    "showdown_batch": ("showdown_batch(many(holes, count), rows[2:], chips, live)", 10**8),
    "showdown_batch on threads": ("showdown_batch(many(holes, count), rows[2:], chips, live, threads=2)", 10**8),
}
PROGRAM = """
import threading
from time import process_time
import numpy as np
from holdem_core import *

def many(one, count):
    return np.broadcast_to(one, (count, *np.shape(one)))

def call(count):
    start = process_time()
    try:
        {call}
    except ChipError:
        pass
    finally:
        seconds.append(process_time() - start)

rows, holes = np.arange(0, 49, 7, dtype=np.uint8), np.array([[1, 2], [4, 5]], dtype=np.uint8)
chips, live, seconds = np.array([5, 7]), np.ones(2, dtype=bool), []
call({count} // 100)
call({count} // 100)
try:
    print("begun", flush=True)
    call({count})
    print("it was not interrupted")
except KeyboardInterrupt:
    share = seconds[2] / (100 * min(seconds[:2]))
    print("interrupted", "early" if share < 0.5 else f"after {{share:.0%}}", "threads", threading.active_count())
"""


@needs_posix
@pytest.mark.parametrize(("call", "count"), CALLS.values(), ids=CALLS)
def test_an_interrupt_ends_a_call_long_before_its_end(call: str, count: int) -> None:
    code = PROGRAM.format(call=call, count=count)
    with subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "begun\n"
        time.sleep(0.2)  # so that it is in the middle; all of them take seconds
        program.send_signal(signal.SIGINT)
        assert program.communicate(timeout=120)[0] == "interrupted early threads 1\n"
