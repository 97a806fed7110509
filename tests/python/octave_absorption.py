# SPDX-License-Identifier: MIT
"""From a scene whose walls take sound by frequency to decays in result.h5. If all bands take the same, decays are those
of one number. Else they are near those of the number of each octave. Absorption says nothing of the reactance, which
moves the few modes of a small room; physics_test compares each mode with its exact one.

usage: octave_absorption.py WAVESIM
"""
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from scipy.signal import butter, sosfiltfilt

SCENE = """wavesim: 1
name: {name}
domain: {{size: [2.6, 2.1, 1.7]}}
grid: {{max_frequency: 710 Hz, points_per_wavelength: 6, stencil: leggy-2}}
time: {{duration: 0.5 s}}
materials: {{felt: {{absorption: {absorption}}}}}
boundaries: {{walls: vertex, default: felt}}
sources: [{{position: [0.4, 0.5, 0.3], signal: {{kind: ricker, peak_frequency: 300 Hz}}}}]
receivers: [{{name: a, position: [2.1, 1.5, 1.2]}}, {{name: b, position: [1.7, 0.4, 1.4]}}, {{name: c, position: [0.5, 1.6, 0.9]}}]
"""
TABLE = {63: 0.06, 125: 0.08, 250: 0.11, 500: 0.15, 1000: 0.2}
OCTAVES = [125, 500]


def decays(wavesim, folder, name, absorption):
    """Seconds for 60 dB by the slope from -5 to -25 dB of all receivers together, in each octave."""
    (folder / "room.yaml").write_text(SCENE.format(name=name, absorption=absorption))
    subprocess.run([wavesim, "run", "room.yaml", "--backend", "cpu"], cwd=folder, check=True, capture_output=True)
    with h5py.File(folder / "results" / name / "result.h5") as result:
        time, pressure = result["traces/time"][:], result["traces/pressure"][0]
    rate = 1 / (time[1] - time[0])
    seconds = {}
    for octave in OCTAVES:
        edges = (octave / 2 ** 0.5, octave * 2 ** 0.5)
        sound = sosfiltfilt(butter(4, edges, "bandpass", fs=rate, output="sos"), pressure.astype(float))
        left = np.cumsum((sound ** 2).sum(0)[::-1])[::-1]
        level = 10 * np.log10(left / left[0] + 1e-300)
        inside = (level < -5) & (level > -25)
        seconds[octave] = -60 / np.polyfit(time[inside], level[inside], 1)[0]
    return seconds


def main():
    wavesim = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        table = ", ".join(f"{hz}: {absorption}" for hz, absorption in TABLE.items())
        by_frequency = decays(wavesim, folder, "bands", "{" + table + "}")
        flat = decays(wavesim, folder, "flat", "{125: 0.08, 250: 0.08, 500: 0.08}")
        numbers = {octave: decays(wavesim, folder, f"all_{octave}", TABLE[octave]) for octave in OCTAVES}
    wrong = []
    for octave in OCTAVES:
        for name, found, wanted, most in (("flat", flat, numbers[125], 0.01), ("bands", by_frequency, numbers[octave], 0.1)):
            error = found[octave] / wanted[octave] - 1
            print(f"{name}, {octave} Hz: {found[octave]:.4f} s, {wanted[octave]:.4f} s with one number ({100 * error:+.2f} %)")
            if not abs(error) < most:
                wrong.append(f"{name} {octave} Hz")
    return f"octave_absorption.py: wrong decays: {wrong}" if wrong else None


if __name__ == "__main__":
    sys.exit(main())
