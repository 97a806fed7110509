// SPDX-License-Identifier: MIT
#include "boundary/surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace wavesim {
namespace {

/// Where random_absorption has its maximum, 0.9512: the end of its rising branch.
constexpr double best_admittance = 0.6361;

[[noreturn]] void refuse(const SurfaceLaw& law, const char* why) {
    throw std::domain_error((law.name.empty() ? "surface" : "surface '" + law.name + "'") + ": " + why);
}

}  // namespace

double admittance_from_normal_absorption(double alpha) {
    if (!(alpha >= 0 && alpha <= 1)) throw std::domain_error("normal-incidence absorption must lie in 0..1");
    const double reflection = std::sqrt(1 - alpha);
    // (1 - |R|) / (1 + |R|), written so that a small alpha keeps its digits
    return alpha / ((1 + reflection) * (1 + reflection));
}

double random_absorption(double admittance) {
    const double g = admittance;
    if (!(g >= 0)) throw std::domain_error("specific admittance must not be negative");
    if (g == 0) return 0;
    if (g > 50) {  // the closed form cancels: 8/g * sum (-1/g)^n (n + 1)/(n + 3)
        double sum = 0, power = 1;
        for (int n = 0; n < 16; ++n, power *= -1 / g) sum += power * (n + 1) / (n + 3);
        return 8 / g * sum;
    }
    return 8 * g * (1 + g / (1 + g) - 2 * g * std::log1p(1 / g));
}

double admittance_from_random_absorption(double alpha) {
    if (!(alpha >= 0 && alpha <= random_absorption_limit))
        throw std::domain_error("random-incidence absorption must lie in 0..0.95 (a real admittance reaches no more)");
    if (alpha == 0) return 0;
    thread_local double last_alpha = 0, last = 0;  // a plan evaluates the same surface a hundred times
    if (alpha == last_alpha) return last;
    double low = 0, high = best_admittance;
    while (true) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) return last_alpha = alpha, last = middle;
        (random_absorption(middle) < alpha ? low : high) = middle;
    }
}

double most_absorption(Incidence incidence) { return incidence == Incidence::random ? random_absorption_limit : 1; }

double absorption_at(const std::vector<AbsorptionBand>& bands, double hz) {
    if (hz <= bands.front().hz) return bands.front().absorption;
    for (std::size_t b = 1; b < bands.size(); ++b) {
        const AbsorptionBand &low = bands[b - 1], &high = bands[b];
        if (hz <= high.hz)
            return low.absorption +
                   (high.absorption - low.absorption) * std::log(hz / low.hz) / std::log(high.hz / low.hz);
    }
    return bands.back().absorption;
}

double admittance_at(const SurfaceLaw& law, double hz) {
    if (!law.by_frequency()) return admittance_of(law);
    const double absorption = std::min(absorption_at(law.bands, hz), most_absorption(law.incidence));
    return law.incidence == Incidence::random ? admittance_from_random_absorption(absorption)
                                              : admittance_from_normal_absorption(absorption);
}

double admittance_of(const SurfaceLaw& law) {
    if (law.by_frequency())
        return admittance_at(law, std::ranges::max_element(law.bands, {}, &AbsorptionBand::absorption)->hz);
    switch (law.kind) {
        case SurfaceLaw::Kind::rigid: return 0;
        case SurfaceLaw::Kind::admittance:
            if (!(law.value >= 0 && law.value < std::numeric_limits<double>::infinity()))
                refuse(law, "specific admittance must be a finite number >= 0");
            return law.value;
        case SurfaceLaw::Kind::absorption:
            if (law.incidence == Incidence::normal) {
                if (!(law.value >= 0 && law.value <= 1)) refuse(law, "normal-incidence absorption must lie in 0..1");
                return admittance_from_normal_absorption(law.value);
            }
            if (!(law.value >= 0 && law.value <= random_absorption_limit))
                refuse(law, "random-incidence absorption must lie in 0..0.95 (a real admittance reaches no more)");
            return admittance_from_random_absorption(law.value);
    }
    refuse(law, "unknown kind of surface");
}

}  // namespace wavesim
