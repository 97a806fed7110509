#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Odd equations as text in small scenes: each ends with a sentence and a documented exit code, or runs.

    tests/campaigns/odd_programs.py build/wavesim [--count 200] [--seed 1] [--seconds 30] [--keep FOLDER]

A program is one of configs/programs with a few faults drawn at random, or drawn from the grammar altogether. It runs on the
CPU, in 2D or 3D. A run fails if it ends by a signal, takes more than --seconds of one processor, has another exit code than README.md names, writes
no sentence where its exit code is not 0, or a trace of the program's own (an assertion, an exception without a sentence).
Prints what failed with its seed, and ends with 1 where anything did. --keep stores those programs.
"""
import argparse
import collections
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODES = {0, 2, 3, 4, 5, 6, 7}
SCENE = """wavesim: 1
name: odd
domain: {{size: {size}}}
grid: {{spacing: 1 m}}
medium: {{program: odd.yaml, sound_speed: 340 m/s, density: 1.2}}
time: {{duration: {duration}}}
boundaries: {{default: {sides}}}
sources:
  - {{position: {middle}, signal: {{kind: ricker, peak_frequency: 16 Hz}}}}
receivers:
  - {{name: ear, position: {middle}}}
"""
NUMBERS = ["0", "-1", "1e308", "1e-320", "3", "0.5", "1e999", "nan", "-0.0", "2147483648", "1/0"]
WORDS = ["p", "p.new", "p.old", "q", "dt", "dx", "laplace(p)", "d1x+(p)", "d2z(p)", "exp(1)", "sqrt(0)", "c", "rho", "lap",
         "p[0, 0, 1]", "p[49, 0, 0]", "p[1, 0]", "é", "*", "(", ")", "-", "/", "^", "min(p, c)", "abs(p)"]


def faulty(text, draw):
    """A text with one or more faults."""
    for _ in range(draw.choice([1, 1, 1, 2, 4])):
        lines = text.split("\n")
        kind = draw.choice([0, 1, 2, 3, 4, 4, 4, 5, 6, 7, 8, 8, 8, 8, 9])
        if kind == 0:
            at = draw.randrange(len(text))
            text = text[:at] + text[at + 1:]
        elif kind == 1:
            at = draw.randrange(len(text))
            text = text[:at] + draw.choice(NUMBERS + WORDS) + text[at:]
        elif kind == 2:
            del lines[draw.randrange(len(lines))]
            text = "\n".join(lines)
        elif kind == 3:
            lines.insert(draw.randrange(len(lines)), draw.choice(lines))
            text = "\n".join(lines)
        elif kind in (4, 5):
            found = list(re.finditer(r"\d+(\.\d+)?", text))
            one = draw.choice(found)
            text = text[:one.start()] + draw.choice(NUMBERS) + text[one.end():]
        elif kind in (6, 7):
            found = list(re.finditer(r"\b[a-z]\w*(\.new|\.old)?\b", text))
            one = draw.choice(found)
            text = text[:one.start()] + draw.choice(WORDS) + text[one.end():]
        elif kind == 8:
            found = list(re.finditer(r"[-+*/]", text))
            one = draw.choice(found)
            text = text[:one.start()] + draw.choice("-+*/") + text[one.end():]
        else:
            swapped = draw.sample(range(len(lines)), 2) if len(lines) > 1 else [0, 0]
            lines[swapped[0]], lines[swapped[1]] = lines[swapped[1]], lines[swapped[0]]
            text = "\n".join(lines)
        text = text or "x"
    return text


def expression(draw, fields, factors, dims, depth):
    """A sum of values at nodes, each times numbers and parameters; now and then something that no sum is."""
    if depth == 0 or draw.random() < 0.2:
        name = draw.choice(fields)
        if draw.random() < 0.4:
            return name + str([draw.choice([0, 0, 1, -1, 2, 8]) for _ in range(dims)])
        return draw.choice([name, name, f"laplace({name})", f"d1z-({name})", f"d2x({name})", f"d1x+({name})"])
    a = expression(draw, fields, factors, dims, depth - 1)
    b = expression(draw, fields, factors, dims, depth - 1)
    factor = draw.choice(factors)
    if draw.random() < 0.02:
        return draw.choice([f"({a})*({b})", f"max({a}, {b})", f"({a})/({b})", f"{a} + 1"])
    return draw.choice([f"({a}) + ({b})", f"({a}) - ({b})", f"{factor}*({a})", f"({a})/{factor} + {b}", f"-({a})"])


def drawn(draw, dims):
    """A program of the grammar: valid in form, odd in all else."""
    fields = [f"u{i}" for i in range(draw.choice([1, 1, 2, 3, 12]))]
    lines = ["program: 2", "name: drawn", f"dims: {dims}", "fields:"]
    for i, name in enumerate(fields):
        first = "true" if i == 0 else "false"
        at = "" if i == 0 else draw.choice(["", "", f", at: {[draw.choice([0, 0.5]) for _ in range(dims)]}"])
        lines.append(f"  {name}: {{levels: {draw.choice([1, 2])}, source: {first}, receiver: {first}{at}}}")
    lines += ["parameters: {c: {from: speed}, g: {default: 0.5}}", "statements:"]
    factors = ["0.25", "1e-3", "2", "dt", "g", "(c*dt/dx)", "sqrt(g + g" + str([1] * dims) + ")", "exp(-1)"]
    values = fields[:]
    for i in range(draw.choice([0, 1, 3, 40])):
        lines.append(f"  - s{i} = {expression(draw, values, factors, dims, draw.choice([1, 2, 5]))}")
        values.append(f"s{i}")
    # Mostly a scalar wave and fields that fade, since nearly all other sums grow. All values are read, none is refused as idle.
    share = draw.choice(["0*", "0*", "0*", "1e-4*"])
    for name in fields:
        rest = f"{share}({expression(draw, values, factors, dims, draw.choice([1, 4]))})"
        if name == "u0":
            lines[4] = lines[4].replace("levels: 1", "levels: 2")
            own = "2*u0 - u0.old + (c*dt/dx)*(c*dt/dx)*laplace(u0) + 0*g*u0"
            rest += "".join(f" + 0*{value}" for value in values)
        else:
            own = f"0.5*{name}"
        lines.append(f"  - {name}.new = {own} + {rest}")
    return "\n".join(lines) + "\n"


def extreme(draw):
    """Texts of an odd size: very deep, very long, many statements, or no text at all."""
    head = "program: 2\ndims: 2\nfields: {p: {levels: 2, source: true, receiver: true}}\nstatements:\n"
    kind = draw.randrange(6)
    if kind == 0:
        return head + "  - p.new = " + "(" * 20000 + "p" + ")" * 20000 + "\n"
    if kind == 1:
        return head + "  - p.new = " + " + ".join(["p"] * 30000) + "\n"
    if kind == 2:
        chain = "".join(f"  - s{i} = 0.5*s{i - 1}\n" for i in range(1, 2000))
        return head + "  - s0 = p\n" + chain + "  - p.new = s1999\n"
    if kind == 3:
        chain = "".join(f"  - s{i} = 0.5*s{i - 1}[1, 0]\n" for i in range(1, 60))
        return head + "  - s0 = p\n" + chain + "  - p.new = s59\n"
    if kind == 4:
        return "\0" * 100
    return head + "  - p.new = " + "-" * 30000 + "p\n"


def in_3d(seed):
    return random.Random(seed + 0.25).random() < 0.4


def program(seed):
    draw = random.Random(seed)
    kind = draw.random()
    if kind < 0.55:
        files = sorted((ROOT / "configs/programs").glob("*.yaml"))
        return faulty(draw.choice(files).read_text(), draw)
    return drawn(draw, 3 if in_3d(seed) else 2) if kind < 0.93 else extreme(draw)


def run(wavesim, seed, seconds):
    """One sentence of what is wrong, or None; and the exit code."""
    draw = random.Random(seed + 0.5)
    three = in_3d(seed)
    scene = SCENE.format(size="[14, 11, 12]" if three else "[24, 21]", middle="[7, 5, 6]" if three else "[12, 9]",
                         duration="150 ms", sides=draw.choice(["rigid", "free_surface", "rigid"]))
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "odd.yaml").write_text(program(seed))
        (place / "scene.yaml").write_text(scene)
        try:
            done = subprocess.run([wavesim, "run", "scene.yaml", "--backend", "cpu", "--threads", "1", "--output", "result"],
                                  cwd=place, capture_output=True, timeout=30 * seconds,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, 2 * seconds)))
        except subprocess.TimeoutExpired:
            return f"it took longer than {30 * seconds} s", None
    said = done.stderr.decode("utf-8", "replace").strip()
    if "\ufffd" in said:
        return f"half of a character: {said[-200:]}", done.returncode
    if done.returncode not in CODES:
        return f"exit code {done.returncode}: {said[-200:]}", done.returncode
    if done.returncode != 0 and not said:
        return f"exit code {done.returncode} without a sentence", done.returncode
    if re.search(r"assert|terminate called|std::|basic_string|vector::|stoi|bad_|internal", said):
        return f"a trace of the program's own: {said[-300:]}", done.returncode
    return None, done.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wavesim")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    wavesim = str(pathlib.Path(arguments.wavesim).resolve())
    codes = collections.Counter()
    failed = 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        fault, code = run(wavesim, seed, arguments.seconds)
        codes[code] += 1
        if fault is None:
            continue
        failed += 1
        print(f"seed {seed}: {fault}", flush=True)
        if arguments.keep:
            pathlib.Path(arguments.keep).mkdir(parents=True, exist_ok=True)
            (pathlib.Path(arguments.keep) / f"{seed}.yaml").write_text(program(seed))
    print(f"{arguments.count} programs: " + ", ".join(f"{codes[c]} ended with {c}" for c in sorted(codes, key=str)) +
          f"; {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
