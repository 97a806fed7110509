# SPDX-License-Identifier: MIT
"""The P wave of a line source in a TTI rock without end, by an integral over wave numbers.

The equations of wavesim's self-adjoint form, u_tt = -C diag(G1, G3) u + C w s, have two waves per wave number. This is the
pressure of the faster one. Within a wavelength of the source the two cannot be told apart by any means.
"""
import numpy


def ricker(time, frequency):
    x = numpy.pi * frequency * (time - 1.5 / frequency)
    return (1 - 2 * x * x) * numpy.exp(-x * x)


def responses(omegas, times, frequency):
    """integral of s(tau) sin(omega (t - tau)) / omega by omega and time, trapezoidal"""
    step = min(times[1] - times[0], 0.01 / frequency)
    tau = numpy.arange(0, times[-1] + step, step)
    signal = ricker(tau, frequency)
    table = numpy.empty((len(omegas), len(times)))
    for i, omega in enumerate(omegas):
        turned = signal * numpy.exp(-1j * omega * tau)
        sums = step * (numpy.cumsum(turned) - turned / 2)
        so_far = numpy.interp(times, tau, sums.real) + 1j * numpy.interp(times, tau, sums.imag)
        table[i] = (numpy.exp(1j * omega * times) * so_far).imag / omega
    return table


def p_wave(rock, speed, offsets, times, frequency):
    """Pressure by receiver and time; offsets (x, z) from the source in m, z as the tilt counts it."""
    h, a, tilt = 1 + 2 * rock["epsilon"], 1 + 2 * rock["delta"], numpy.radians(rock["theta"])
    most = 2 * numpy.pi * 3.2 * frequency / (speed * min(1, numpy.sqrt(h)))
    way = 1.3 * (numpy.hypot(*numpy.array(offsets).T).max() + speed * numpy.sqrt(max(h, 1)) * times[-1])
    dk = 2 * numpy.pi / way
    k = numpy.arange(dk / 2, most, dk)
    angles = int(most * way / 2) + 64
    omegas = numpy.linspace(1e-6, 1.001 * most * speed * numpy.sqrt(max(h, 1)), int(4 * most * speed * times[-1]) + 200)
    table = responses(omegas, times, frequency)
    sums = numpy.zeros((len(offsets), len(times)))
    for angle in (numpy.arange(angles) + 0.5) * numpy.pi / angles:
        g3 = numpy.cos(angle) ** 2
        g1 = 1 - g3
        trace = h * g1 + g3
        root = numpy.sqrt(trace * trace - 4 * (h - a) * g1 * g3)
        fast, slow = (trace + root) / 2, (trace - root) / 2
        share = (h * h * g1 + a * g3 - h * slow) / (fast - slow)
        at = k * speed * numpy.sqrt(fast) / (omegas[1] - omegas[0])
        before = at.astype(int)
        part = (at - before)[:, None]
        response = table[before] * (1 - part) + table[before + 1] * part
        kx, kz = numpy.sin(tilt + angle), numpy.cos(tilt + angle)
        waves = numpy.cos(numpy.array([k * (kx * x + kz * z) for x, z in offsets]))
        sums += (waves * (k * dk * share * numpy.pi / angles)) @ response
    return 2 * speed ** 2 / (4 * numpy.pi ** 2) * sums  # the other half of the wave numbers is the same
