"""Runs /bin/true again and again within one process of BenchExec; prints seconds per run, one a line.
Needs the package benchexec where Python finds it (PYTHONPATH)."""

import logging
import sys
import time

from benchexec.runexecutor import RunExecutor

logging.disable(logging.WARNING)
executor = RunExecutor(use_namespaces=True, dir_modes={"/": "read-only"}, container_system_config=False)
for _ in range(int(sys.argv[1])):
    start = time.monotonic()
    executor.execute_run(["/bin/true"], "/dev/null", hardtimelimit=1, memlimit=200_000_000)
    print(time.monotonic() - start)
