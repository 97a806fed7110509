#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rooms from CAD programs on one large GPU: times, memory and errors of halls with millions of nodes, and of cut cells.

    tests/campaigns/cad_rooms.py build/wavesim OUT [--physics build/tests/physics_test] [--model hall.obj --receivers r.csv]
                                 [--only PART ...] [--seconds 540] [--scale 1]

Parts run beside each other, and what has not ended after --seconds is stopped and named. Each writes OUT/PART.json when it ends; at the
end a table is printed. OUT/PART holds the result. With --scale 0.1 all frequencies are a tenth, to try it without a GPU. Parts:

  modes     cut cells with materials by octaves, and float for 50,000 steps, on the GPU (needs --physics)
  half      scenes/hall.yaml up to 2 kHz: spacing twice that of `hall`
  hall      scenes/hall.yaml up to 4 kHz and for 1 s, with impulse responses and numbers
  near      --model up to 950 Hz, leggy-1 at 7.5 points per wavelength
  wide      --model up to 950 Hz, compact-27-iwb at 4.5 points
  finer     --model up to 950 Hz, compact-27-iwb at 12 points: `near` and `wide` are compared with it
  model     --model up to 1900 Hz, leggy-1 at 7.5 points
  million   plan of a bumpy ball of a million triangles in 4e9 cells, on the processor alone; stairs with true areas
  stairs    the same with stairs
  fine      only if named: --model up to --fine-hz for 0.2 s, compact-27-iwb at 4.5 points, stairs with true areas
"""
import argparse
import array
import json
import math
import os
import pathlib
import signal
import struct
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SURFACES = {"Wood": "catalogue/wood-16mm-on-studs", "Plasterboard": "catalogue/plasterboard-double",
            "Floor": "catalogue/floor-wood-on-joists", "Chairs": "catalogue/audience-upholstered",
            "Window": "catalogue/glass-plate"}


class Campaign:
    """Parts that run beside each other until a common end."""
    def __init__(self, asked):
        self.asked, self.began, self.reports = asked, time.monotonic(), {}
        asked.out.mkdir(parents=True, exist_ok=True)

    def now(self):
        return time.monotonic() - self.began

    def command(self, name, command, environment=None):
        """Runs one command until the end of the campaign: its lines with the time of each, its exit code and its memory."""
        lines = []
        with open(self.asked.out / f"{name}.log", "w") as log:
            child = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                     env={**os.environ, **(environment or {})}, cwd=ROOT)
            timer = threading.Timer(max(1, self.asked.seconds - self.now()), child.send_signal, [signal.SIGKILL])
            timer.start()
            for line in child.stdout:
                lines.append((self.now(), line))
                log.write(f"{self.now():7.1f} {line}")
                log.flush()
            _, status, usage = os.wait4(child.pid, 0)
            timer.cancel()
        return {"lines": lines, "exit": os.waitstatus_to_exitcode(status), "processor_s": usage.ru_utime + usage.ru_stime,
                "peak_bytes": usage.ru_maxrss * 1024}

    def report(self, name, **numbers):
        self.reports[name] = numbers
        (self.asked.out / f"{name}.json").write_text(json.dumps(numbers, indent=1) + "\n")

    def run(self, name, scene, changes=()):
        """One `wavesim run`: what its events say, and the wall time of its parts."""
        begin = self.now()
        words = [self.asked.wavesim, "run", scene, "--progress", "json", "--force", "--output", self.asked.out / name]
        done = self.command(name, words + [w for change in changes for w in ("--set", change)])
        events = [(at, json.loads(line)) for at, line in done["lines"] if line.startswith("{")]
        start = next(((at, e) for at, e in events if e["event"] == "start"), None)
        end = next(((at, e) for at, e in events if e["event"] == "end"), None)
        if not start or not end:
            faults = [e for _, e in events if e["event"] == "error"]
            self.report(name, exit=done["exit"], stopped_after_s=self.now() - begin, planned_after_s=start and start[0] - begin,
                        errors=faults)
            return
        kept = ("total_s", "write_s", "step_loop_s", "ctpn_s", "predicted_seconds", "peak_memory_bytes", "forecast_memory_bytes", "verdict")
        self.report(name, exit=done["exit"], nodes=start[1]["nodes"], steps=start[1]["steps"], wall_s=end[0] - begin,
                    planned_s=start[0] - begin, loop=[start[0], end[0]], **{key: end[1].get(key) for key in kept})

    def plan(self, name, scene, changes=()):
        begin = self.now()
        done = self.command(name, [self.asked.wavesim, "plan", scene] + [w for change in changes for w in ("--set", change)])
        text = [line.rstrip() for _, line in done["lines"]]
        self.report(name, exit=done["exit"], wall_s=self.now() - begin, processor_s=done["processor_s"], peak_bytes=done["peak_bytes"],
                    lines=[line for line in text if line.startswith(("Grid", "Mesh", "Memory", "error"))])

    def modes(self):
        if not self.asked.physics:
            return self.report("modes", exit=None, errors=["--physics is not given"])
        file = self.asked.out / "modes_test.json"
        done = self.command("modes", [self.asked.physics, "--gtest_filter=CutWalls.*", f"--gtest_output=json:{file}"],
                            {"WAVESIM_TEST_DEVICE": "0"})
        tests = [t for suite in json.loads(file.read_text())["testsuites"] for t in suite["testsuite"]] if file.exists() else []
        known = {"name", "file", "line", "status", "result", "timestamp", "time", "classname"}
        return self.report("modes", exit=done["exit"], tests={
            t["name"]: {"time": t["time"], "failures": [f["failure"] for f in t.get("failures", [])],
                        **{key: value for key, value in t.items() if key not in known | {"failures"}}} for t in tests})

    def model(self, name, frequency, points, stencil, duration):
        folder, frequency = self.asked.out / f"{name}_scene", frequency * self.asked.scale
        command = [sys.executable, ROOT / "tests/campaigns/cad_hall.py", "prepare", self.asked.wavesim, self.asked.model, folder,
                   "--source", self.asked.source, "--receivers", self.asked.receivers, "--frequency", str(frequency), "--points",
                   str(points), "--stencil", stencil, "--duration", str(duration)]
        names = {line.split(None, 1)[1].strip() for line in self.asked.model.read_text().splitlines() if line.startswith("usemtl ")}
        for material, surface in SURFACES.items():
            command += ["--surface", f"{material}={surface}"] if material in names else []
        done = self.command(f"{name}_scene", command)
        if done["exit"] != 0:
            return self.report(name, exit=done["exit"], errors=[line for _, line in done["lines"]])
        return self.run(name, folder / "hall.yaml")


def hall(campaign, name, frequency):
    frequency *= campaign.asked.scale
    campaign.run(name, ROOT / "scenes/hall.yaml", [
        "geometry.walls=areas", f"grid.max_frequency={frequency} Hz", "grid.points_per_wavelength=4.5", "time.duration=1 s",
        f"sources[0].signal.peak_frequency={frequency / 2.5} Hz", f"outputs.rir.band=[{frequency / 40} Hz, {frequency} Hz]"])


def bumpy_ball(folder, spacing):
    """A scene in 1600^3 cells (of 1 cm) around a ball of 1,002,000 triangles, in STL."""
    folder.mkdir(parents=True, exist_ok=True)
    rings, sectors = 502, 1000
    def point(i, j):
        polar, around = math.pi * i / rings, 2 * math.pi * j / sectors
        radius = 7.2 + 0.3 * math.sin(9 * polar) * math.sin(14 * around) * math.sin(polar)
        return (8 + radius * math.sin(polar) * math.cos(around), 8 + radius * math.sin(polar) * math.sin(around), 8 + radius * math.cos(polar))
    rows = [[point(i, j % sectors) for j in range(sectors + 1)] for i in range(rings + 1)]
    triangles = []
    for i in range(rings):
        for j in range(sectors):
            a, b, c, d = rows[i][j], rows[i + 1][j], rows[i + 1][j + 1], rows[i][j + 1]
            triangles += [(a, b, c)] * (i < rings - 1) + [(a, c, d)] * (i > 0)
    with open(folder / "ball.stl", "wb") as file:
        file.write(b"bumpy ball".ljust(80) + struct.pack("<I", len(triangles)))
        for t in triangles:
            file.write(struct.pack("<12fH", 0, 0, 0, *t[0], *t[1], *t[2], 0))
    scene = folder / "ball.yaml"
    scene.write_text(f"""wavesim: 1
domain: {{size: [16, 16, 16]}}
grid: {{spacing: {spacing}, stencil: compact-27-iwb}}
time: {{duration: 10 ms}}
boundaries: {{walls: vertex}}
geometry: {{file: ball.stl, unit: m, materials: {{"*": {{absorption: 0.1}}}}}}
sources: [{{position: [8.3, 8.1, 7.9], signal: {{kind: ricker, peak_frequency: {20 / spacing}}}}}]
receivers: [{{position: [6.1, 9.2, 8.4]}}]
""")
    return scene


def response(file):
    """Samples and rate of a WAV file of floats with one channel."""
    data, at, rate = file.read_bytes(), 12, 0
    while at < len(data):
        kind, size = data[at:at + 4], struct.unpack_from("<I", data, at + 4)[0]
        if kind == b"fmt ":
            rate = struct.unpack_from("<I", data, at + 12)[0]
        if kind == b"data":
            return array.array("f", data[at + 8:at + 8 + size]), rate
        at += 8 + size + size % 2
    raise ValueError(f"no samples in {file}")


def compared(coarse, fine):
    """Relative differences of responses at all receivers: of the first 5 ms after the arrival, of 50 ms, of all; means."""
    sums = {"5 ms": [], "50 ms": [], "all": []}
    for file in sorted((fine / "responses").glob("*.wav")):
        (a, rate), (b, other) = response(coarse / "responses" / file.name), response(file)
        assert rate == other
        loudest = max(abs(v) for v in b)
        begin = next(i for i, v in enumerate(b) if abs(v) > 0.1 * loudest)
        for name, length in (("5 ms", 0.005), ("50 ms", 0.05), ("all", 9)):
            stop = min(len(a), len(b), begin + round(length * rate))
            error = math.sqrt(sum((x - y) ** 2 for x, y in zip(a[:stop], b[:stop])) / sum(y * y for y in b[:stop]))
            sums[name].append(error)
    return {name: sum(values) / len(values) for name, values in sums.items()}


def steps_of_ears(coarse, fine):
    """Differences of the means over receivers by octave, in just noticeable differences."""
    found = {}
    pairs = zip(*(json.loads((folder / "numbers.json").read_text())["means"] for folder in (coarse, fine)))
    for a, b in pairs:
        for key, step in (("edt_s", None), ("t20_s", None), ("c80_db", 1), ("strength_db", 1), ("centre_time_s", 0.01)):
            if a[key] is not None and b[key] is not None:
                change = (a[key] - b[key]) / (step or 0.05 * b[key])
                found.setdefault(f"{b['band_hz']:g} Hz", {})[key] = [a[key], b[key], round(change, 2)]
    return found


def table(reports):
    loops = {name: r["loop"] for name, r in reports.items() if "loop" in r}
    print(f"\n{'part':<10}{'exit':>5}{'nodes':>16}{'steps':>8}{'wall s':>8}{'plan s':>8}{'steps s':>8}{'ps/node/step':>14}{'host MiB':>10}{'forecast':>10}")
    for name, r in reports.items():
        beside = any(o != name and a < loops[name][1] and loops[name][0] < b for o, (a, b) in loops.items()) if name in loops else False
        if name in loops:
            print(f"{name:<10}{r['exit']:>5}{r['nodes']:>16,}{r['steps']:>8}{r['wall_s']:>8.1f}{r['planned_s']:>8.1f}{r['step_loop_s']:>8.1f}"
                  f"{1e12 * r['ctpn_s']:>14.3f}{r['peak_memory_bytes'] / 2**20:>10.0f}{r['forecast_memory_bytes'] / 2**20:>10.0f}"
                  + ("  (beside the steps of another)" if beside else ""))
        elif "peak_bytes" in r:
            print(f"{name:<10}{r['exit']:>5}  plan: {r['wall_s']:.1f} s, {r['processor_s']:.1f} s of processor, {r['peak_bytes'] / 2**20:.0f} MiB")
        else:
            print(f"{name:<10}{str(r['exit']):>5}  {json.dumps({k: v for k, v in r.items() if k != 'exit'})[:600]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wavesim", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("out", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--physics", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--model", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--receivers", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--source", default="36.5,8.5,2.5")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--fine-hz", type=float, default=5200)
    asked = parser.parse_args()
    campaign = Campaign(asked)

    def wanted(part):
        return part in asked.only if asked.only or part == "fine" else True

    def one_after_another(*works):
        def all_of():
            for part, work in works:
                if wanted(part):
                    work()
        return threading.Thread(target=all_of)

    # How much to compute stands here: rooms that plan longest start first, and steps of two parts seldom meet.
    threads = [one_after_another(("hall", lambda: hall(campaign, "hall", 4000)))]
    models = [one_after_another(("model", lambda: campaign.model("model", 1900, 7.5, "leggy-1", 0.5))),
              one_after_another(("finer", lambda: campaign.model("finer", 950, 12, "compact-27-iwb", 0.5)),
                                ("wide", lambda: campaign.model("wide", 950, 4.5, "compact-27-iwb", 0.5)),
                                ("near", lambda: campaign.model("near", 950, 7.5, "leggy-1", 0.5))),
              one_after_another(("fine", lambda: campaign.model("fine", asked.fine_hz, 4.5, "compact-27-iwb", 0.2)))]
    threads += models if asked.model else []
    threads.append(one_after_another(("modes", campaign.modes), ("half", lambda: hall(campaign, "half", 2000))))
    if wanted("million") or wanted("stairs"):
        ball = bumpy_ball(asked.out / "ball", 0.01 / asked.scale)
        threads.append(one_after_another(("stairs", lambda: campaign.plan("stairs", ball, ["geometry.walls=voxel"]))))
        threads.append(one_after_another(("million", lambda: campaign.plan("million", ball, ["geometry.walls=areas"]))))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table(campaign.reports)
    ended = {name for name, r in campaign.reports.items() if "loop" in r}
    if {"half", "hall"} <= ended:
        changes = steps_of_ears(asked.out / "half", asked.out / "hall")
        campaign.report("hall_half", changes=changes)
        print("\nhall: half as many points, all of them, and the change in just noticeable differences")
        for band, numbers in changes.items():
            print(f"  {band:>8} " + "; ".join(f"{key} {a:.3g}, {b:.3g}: {c:+.2f}" for key, (a, b, c) in numbers.items()))
    for name in ("near", "wide"):
        if {name, "finer"} <= ended:
            errors = compared(asked.out / name, asked.out / "finer")
            campaign.report(f"{name}_error", errors=errors, changes=steps_of_ears(asked.out / name, asked.out / "finer"))
            print(f"{name} beside finer: " + ", ".join(f"{key} {100 * value:.1f} %" for key, value in errors.items()))
    return 1 if any(r.get("exit") for r in campaign.reports.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
