# SPDX-License-Identifier: MIT
"""Standing modes of programs in rigid boxes, as result.h5 has them, against their exact frequencies and decays.

usage: program_modes.py scalar|air|visco|elastic RESULT.h5
       program_modes.py same RESULT.h5 OTHER.h5 LIMIT
       program_modes.py density RESULT.h5
       program_modes.py bits RESULT.h5 OTHER.h5

Receivers stand on all nodes of a box of NX x NZ cells, so that their sum times cos(m pi x / LX) cos(n pi z / LZ) is one mode. It
must be a sum of exponentials whose rates the equations say; what is left over is printed, and must be small.
"""
import sys

import h5py
import numpy as np

LENGTH, HEIGHT = 16.0, 12.0


class Traces:
    """Samples (step, receiver), where the receivers stand [m], time step [s]."""

    def __init__(self, path):
        with h5py.File(path) as file:
            self.samples = np.asarray(file["traces/pressure"][0], dtype=float).T
            self.at = np.asarray(file["traces/receiver_position"]).reshape(-1, 3)
            self.step = float(file["traces"].attrs["time_step_s"])

    def mode(self, m, n):
        """Amplitude by time."""
        return self.samples @ (np.cos(m * np.pi * self.at[:, 0] / LENGTH) * np.cos(n * np.pi * self.at[:, -1] / HEIGHT))


def wave_number(m, n):
    return np.pi * np.hypot(m / LENGTH, n / HEIGHT)


def left_over(amplitude, time_step, rates, start_s):
    """Of a sum of exponentials of these rates [1/s], complex ones with their conjugates: root mean square, relative."""
    first = int(np.ceil(start_s / time_step))
    told = amplitude[first:]
    t = np.arange(len(told)) * time_step
    columns = []
    for rate in rates:
        wave = np.exp(rate * t)
        columns += [wave.real] + ([wave.imag] if abs(np.imag(rate)) > 0 else [])
    basis = np.array(columns).T
    basis = basis / np.linalg.norm(basis, axis=0)
    found = np.linalg.lstsq(basis, told, rcond=None)[0]
    return np.linalg.norm(told - basis @ found) / np.linalg.norm(told)


def check(name, value, limit):
    print(f"{name}: {value:.3g} (limit {limit:g})")
    if not value < limit:
        sys.exit(f"{name}: {value:.3g} is not below {limit:g}")


def of_scalar(path, speed):
    traces = Traces(path)
    for m, n in ((1, 0), (0, 1), (1, 1)):
        check(f"mode {m} {n}", left_over(traces.mode(m, n), traces.step, [1j * speed * wave_number(m, n)], 0.05), 1e-2)


def of_air(path, speed, nu):
    traces = Traces(path)
    for m, n in ((1, 0), (1, 1)):
        k = wave_number(m, n)
        rates = np.roots([1, nu * k * k, (speed * k) ** 2])
        check(f"mode {m} {n}", left_over(traces.mode(m, n), traces.step, rates[:1], 0.05), 1e-2)


def of_visco(path, speed, tau, relaxing):
    """s^2 = -c^2 k^2 (1 + tau sum s / (s + 2 pi f)): a polynomial in s."""
    traces = Traces(path)
    rates_of = 2 * np.pi * np.array(relaxing)
    for m, n in ((1, 0), (1, 1)):
        k = wave_number(m, n)
        whole = np.poly(-rates_of)
        raised = whole.copy()
        for i in range(len(rates_of)):
            raised = np.polyadd(raised, tau * np.polymul(np.poly(-np.delete(rates_of, i)), [1, 0]))
        rates = np.roots(np.polyadd(np.polymul(whole, [1, 0, 0]), (speed * k) ** 2 * raised))
        rates = [rate for rate in rates if rate.imag >= -1e-9 * abs(rate)]
        check(f"mode {m} {n}", left_over(traces.mode(m, n), traces.step, rates, 0.05), 1e-2)


def of_elastic(path, p_speed, s_speed):
    traces = Traces(path)
    check("mode 1 0", left_over(traces.mode(1, 0), traces.step, [1j * p_speed * wave_number(1, 0)], 0.05), 1e-2)
    k = wave_number(1, 1)
    # and the stress that no strain goes with, which stays
    rates = [1j * p_speed * k, 1j * s_speed * k, 0]
    check("mode 1 1", left_over(traces.mode(1, 1), traces.step, rates, 0.05), 1e-2)


def same(path, other, limit):
    one, two = Traces(path), Traces(other)
    check("time steps", abs(one.step / two.step - 1), 1e-12)
    check("traces", np.abs(one.samples - two.samples).max() / np.abs(two.samples).max(), float(limit))


def bits(path, other):
    one, two = Traces(path).samples, Traces(other).samples
    check("steps", abs(len(one) - len(two)), 0.5)
    check("differing samples", np.count_nonzero(one != two), 0.5)


def of_density(path):
    """A pulse in a duct meets a fluid of other density and speed at 300 m: what goes back, and what goes on."""
    traces = Traces(path)
    before, behind = traces.samples.T  # at 200.5 and 400.5 m
    comes = int((199.5 / 1500 + 0.025) / traces.step)  # the peak of the pulse
    width = int(0.04 / traces.step)
    pulse = before[comes - width:comes + width]

    def share(trace, later_s):
        at = comes + int(round(later_s / traces.step))
        heard = trace[at - width:at + width]
        return heard @ pulse[:len(heard)] / (pulse[:len(heard)] @ pulse[:len(heard)])

    impedance, beyond = 1000 * 1500.0, 2000 * 2000.0
    check("goes back", abs(share(before, 199 / 1500) - (beyond - impedance) / (beyond + impedance)), 0.01)
    check("goes on", abs(share(behind, 99.5 / 1500 + 100.5 / 2000) - 2 * beyond / (beyond + impedance)), 0.01)


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "same":
        same(*rest)
    elif what == "bits":
        bits(*rest)
    elif what == "density":
        of_density(*rest)
    else:
        numbers = [float(number) for number in rest[1:]]
        if what == "scalar":
            of_scalar(rest[0], *numbers)
        elif what == "air":
            of_air(rest[0], *numbers)
        elif what == "visco":
            of_visco(rest[0], numbers[0], numbers[1], numbers[2:])
        else:
            of_elastic(rest[0], *numbers)
