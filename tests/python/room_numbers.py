# SPDX-License-Identifier: MIT
"""Compares `wavesim analyse` with room acoustic numbers that scipy's filters and numpy's fits find in the same responses.

usage: room_numbers.py WAVESIM
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from scipy.io import wavfile
from scipy.signal import butter, sosfilt

RATE = 16000


def response(seconds_60, second_60, second_db, begin_s, length_s, seed):
    """A direct sound, and noise that decays with two slopes from it on."""
    t = np.arange(int(length_s * RATE)) / RATE - begin_s
    envelope = np.hypot(10 ** (-3 * t / seconds_60), 10 ** (second_db / 20 - 3 * t / second_60))
    sound = 0.05 * np.random.default_rng(seed).normal(size=t.size) * envelope * (t >= 0)
    sound[int(begin_s * RATE)] += 1
    return sound.astype(np.float32)


def line(level, begin, top, bottom):
    """Seconds for 60 dB by the levels between two, from a sample on."""
    inside = np.arange(level.size)[(level <= top) & (level >= bottom) & (np.arange(level.size) >= begin)]
    return -60 / np.polyfit(inside / RATE, level[inside], 1)[0] if inside.size > 2 else np.nan


def numbers(sound, middle, half=0.15):
    """`half`: of the width of a band, in powers of ten; 0.15 of an octave and 0.05 of a third."""
    sos = butter(3, [middle * 10 ** -half, middle * 10 ** half], "bandpass", fs=RATE, output="sos")
    band = sosfilt(sos, sound.astype(float))
    onset = int(np.argmax(np.abs(sound) >= 0.1 * np.abs(sound).max()))
    impulse = np.zeros(RATE)
    impulse[0] = 1
    ringing = sosfilt(sos, impulse) ** 2
    delay = (ringing * np.arange(RATE)).sum() / ringing.sum()

    def time(top, bottom):
        """Filtered forwards; backwards where bandwidth times time is below 16, and nothing below 4 (ISO 3382-2, 7.3)."""
        for filtered, begin, least in ((band, round(onset + delay), 16), (sosfilt(sos, sound.astype(float)[::-1])[::-1], onset, 4)):
            left = np.cumsum(filtered[::-1] ** 2)[::-1]
            seconds = line(10 * np.log10(left / left[0] + 1e-300), begin, top, bottom)
            if not seconds * middle * (10 ** half - 10 ** -half) < least:
                return seconds
        return None

    def clarity(seconds):
        cut = onset + round(seconds * RATE)
        early, late = sound.astype(float), sound.astype(float)
        early[cut:], late[:cut] = 0, 0
        return 10 * np.log10((sosfilt(sos, early) ** 2).sum() / (sosfilt(sos, late) ** 2).sum())

    centre = (band ** 2 * np.arange(band.size)).sum() / (band ** 2).sum()
    return {"edt_s": time(0, -10), "t20_s": time(-5, -25), "t30_s": time(-5, -35),
            "c50_db": clarity(0.05), "c80_db": clarity(0.08), "centre_time_s": (centre - onset - delay) / RATE}


def means_differ(told, stored):
    """What the means, deviations and single numbers of both files are otherwise than numpy's."""
    wrong = 0
    values = {}
    for b, band in enumerate(told["means"]):
        for key in [k.removesuffix("_deviation") for k in band if k.endswith("_deviation")]:
            known = [one["bands"][b][key] for one in told["responses"] if one["bands"][b][key] is not None]
            mean = np.mean(known) if known else np.nan
            deviation = np.std(known, ddof=1) if len(known) > 1 else np.nan
            values[key, band["band_hz"]] = mean
            for wanted, found, dataset in ((mean, band[key], f"{key}_mean"), (deviation, band[f"{key}_deviation"], f"{key}_deviation")):
                wrong += not np.allclose([np.nan if found is None else found, stored[dataset][b]], wanted, rtol=1e-9, equal_nan=True)
            wrong += band[f"{key}_count"] != len(known)
    singles = told["single_numbers"]
    wrong += sorted(singles) != ["c80_db", "centre_time_s", "d50", "edt_s", "strength_db", "t20_s", "t30_s"]
    for key, found in singles.items():
        wanted = (values[key, 500] + values[key, 1000]) / 2
        wrong += not np.allclose([np.nan if found is None else found, stored[key].attrs["single_number"]], wanted, rtol=1e-9, equal_nan=True)
    return wrong


def means_file_differs(file, told):
    """What the CSV of means says otherwise than the JSON, to its six digits."""
    with open(file, newline="") as lines:
        rows = list(csv.DictReader(lines))
    wrong = [row["band_hz"] for row in rows] != [f"{one['band_hz']:g}" for one in told["means"]] + ["single"]
    for row, wanted in zip(rows, told["means"] + [told["single_numbers"]]):
        row.pop("band_hz")
        for key, cell in row.items():
            value = wanted.get(key)
            wrong += cell != "" if value is None else not np.isclose(float(cell), value, rtol=1e-5)
    return wrong


def files_differ(wavesim, folder):
    """What HDF5 and pictures of both channels of a file say otherwise than JSON, which is compared below."""
    left, right = response(0.7, 0.7, -90, 0.01, 2, 11), response(1.1, 1.1, -90, 0.02, 2, 12)
    file, hdf5, pictures, means = folder / "two.wav", folder / "numbers.h5", folder / "decays", folder / "means.csv"
    wavfile.write(file, RATE, np.stack([left, right], axis=1))
    both = json.loads(subprocess.run([wavesim, "analyse", file, "--json", "--hdf5", hdf5, "--pictures", pictures, "--means", means], check=True,
                                     capture_output=True, text=True).stdout)
    told = both["responses"]
    wrong_means = means_file_differs(means, both)
    wrong = wrong_means + ([one["name"] for one in told] != ["two.wav channel 1", "two.wav channel 2"])
    for sound, one in zip((left, right), told):
        band = next(b for b in one["bands"] if b["band_hz"] == 1000)
        wrong += abs(band["t20_s"] / numbers(sound, 1000)["t20_s"] - 1) > 0.005
    with h5py.File(hdf5) as stored:
        wrong += means_differ(both, stored)
        faults = stored.attrs["faults"].split()
        wrong += list(stored["response"].asstr()) != [one["name"] for one in told]
        for r, one in enumerate(told):
            for b, band in enumerate(one["bands"]):
                wrong += stored["band_hz"][b] != band["band_hz"]
                for key in [k for k in band if f"{k}_valid" in band]:
                    value, fault = stored[key][r, b], faults[stored[f"{key}_fault"][r, b]]
                    wrong += not (np.isnan(value) if band[key] is None else value == band[key])
                    wrong += {"none": "yes" if band[key] is not None else "reference"}.get(fault, fault) != band[f"{key}_valid"]
    drawn = sorted(picture.name for picture in pictures.iterdir())
    wrong += drawn != ["two.wav_channel_1.png", "two.wav_channel_2.png"]
    return int(wrong)


def main():
    wrong = 0
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        wrong += files_differ(sys.argv[1], pathlib.Path(folder))
        for seed, (first, second, second_db, begin) in enumerate([(0.7, 0.7, -90, 0.01), (0.5, 1.9, -25, 0.12), (1.6, 2.5, -20, 0), (0.16, 0.16, -90, 0.2)]):
            file = pathlib.Path(folder) / f"response {seed}.wav"
            sound = response(first, second, second_db, begin, 4.5, seed)
            wavfile.write(file, RATE, sound)
            told = []
            for bands in ("octave", "third"):
                told += json.loads(subprocess.run([sys.argv[1], "analyse", file, "--json", "--bands", bands], check=True, capture_output=True,
                                                  text=True).stdout)["responses"][0]["bands"]
            for band in told:
                middle = 10 ** (round(10 * np.log10(band["band_hz"])) / 10)
                half = 0.15 / band["per_octave"]
                if middle * 10 ** half >= RATE / 2:
                    wrong += band["t20_s_valid"] != "grid"
                    continue
                for key, value in numbers(sound, middle, half).items():
                    if value is None:
                        wrong += band[f"{key}_valid"] != "filter"
                        continue
                    if np.isnan(value):
                        wrong += band[key] is not None
                        continue
                    compared += 1
                    found = band[key]
                    allowed = 0.02 if key.endswith("db") else 0.005 * abs(value)
                    if found is None or abs(found - value) > allowed:
                        wrong += 1
                        print(f"{file.name}, {band['band_hz']} Hz (1/{band['per_octave']}), {key}: {found} ({band[key + '_valid']}), by scipy {value:.6g}")
    print(f"{compared} numbers compared, {wrong} wrong")
    return 1 if wrong or compared < 600 else 0


if __name__ == "__main__":
    sys.exit(main())
