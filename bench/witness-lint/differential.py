#!/usr/bin/env python3
"""Compares `agon lint --reference` with witnesslint on GraphML witnesses: exit code and number of findings.

Usage: differential.py WITNESSLINT_FOLDER SAMPLES_FOLDER [LIMIT]

WITNESSLINT_FOLDER holds witnesslinter.py (it needs lxml), SAMPLES_FOLDER a WITNESSES.csv.
Findings of witnesslint about function names are not counted: its list of the program's functions
is always empty, so that it objects to every name.
"""
import collections
import csv
import os
import subprocess
import sys

linter, samples = sys.argv[1:3]
limit = int(sys.argv[3]) if len(sys.argv) > 3 else None
agon = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "agon")
OPTIONS = [
    [],
    ["--strictChecking"],
    ["--svcomp", "--ignoreSelfLoops"],
    ["--excludeRecentChecks", "1"],
]


def findings(text):
    levels = ("WARNING", "ERROR", "CRITICAL")
    lines = [line for line in text.split("\n") if line.startswith(levels)]
    return [line for line in lines if "is not a functionname" not in line]


with open(os.path.join(samples, "WITNESSES.csv")) as file:
    rows = [row for row in csv.DictReader(file) if row["format"] == "GraphML"][:limit]
counts = collections.Counter()
for row in rows:
    witness = os.path.join(samples, row["witness"])
    program = os.path.join(samples, row["program"]) if row["program"] else ""
    programs = [[program], []] if os.path.isfile(program) else [[]]
    for options in OPTIONS:
        for operand in programs:
            words = [*options, "--witness", witness, *operand]
            theirs = subprocess.run(
                [sys.executable, os.path.join(linter, "witnesslinter.py"), *words],
                capture_output=True, text=True,
            )
            ours = subprocess.run([agon, "lint", "--reference", *words], capture_output=True, text=True)
            expected = findings(theirs.stderr)
            code = theirs.returncode
            if code == 1 and not expected:
                code = 0
            same = code == ours.returncode and len(expected) == len(findings(ours.stderr))
            counts["same" if same else f"differs ({code} and {ours.returncode})"] += 1
            if not same:
                print(row["witness"], *options, "with program" if operand else "", code, ours.returncode)
for outcome, count in counts.items():
    print(f"{outcome}: {count}")
