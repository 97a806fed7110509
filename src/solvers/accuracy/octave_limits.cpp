// SPDX-License-Identifier: MIT
#include "solvers/accuracy/octave_limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "solvers/signal/signal_analysis.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

/// Least valid fraction within the octave. A Ricker pulse has it from one octave below its peak frequency to one above.
constexpr double least_share = 0.75;
constexpr double least_modes = 2;
/// For larger numbers of modes Weyl's law is as accurate as counting.
constexpr double most_counted = 1000;

/// Number of modes of an empty box up to a frequency, without the one at 0 Hz; `k`: frequency divided by the speed of
/// sound, 1/m.
double box_modes(const Point& size, int dims, double k) {
    const auto most = [&](double length) { return static_cast<std::int64_t>(2 * length * k); };
    double count = -1;
    for (std::int64_t x = 0; x <= most(size.x); ++x)
        for (std::int64_t y = 0; y <= (dims == 2 ? 0 : most(size.y)); ++y) {
            const double kx = static_cast<double>(x) / (2 * size.x);
            const double ky = dims == 2 ? 0 : static_cast<double>(y) / (2 * size.y);
            const double left = k * k - kx * kx - ky * ky;
            if (left >= 0) count += 1 + std::floor(2 * size.z * std::sqrt(left));
        }
    return count;
}

constexpr int narrow_per_octave = 48, octaves = 8;

/// A band of 1/48 octave; frequencies are relative to the centre of the octave or third.
struct NarrowBand {
    double end;     ///< its upper limit
    double passed;  ///< fraction of its energy that passes the filter of the wide band
    bool within;    ///< lies within the wide band
};

/// `wide`: the number of bands in an octave, 1 or 3.
std::vector<NarrowBand> narrow_bands(int wide) {
    const double end = std::pow(2, 0.5 / wide), width = end - 1 / end;
    const int within = narrow_per_octave / wide;
    std::vector<NarrowBand> bands;
    for (int i = -octaves * narrow_per_octave; i < octaves * narrow_per_octave; ++i) {
        const double ratio = std::pow(2, (i + 0.5) / narrow_per_octave);
        bands.push_back({std::pow(2, (i + 1.0) / narrow_per_octave), 1 / (1 + std::pow((ratio - 1 / ratio) / width, 6)),
                         2 * i >= -within && 2 * i < within});
    }
    return bands;
}

/// Fraction of the filtered energy of a signal that comes from within the band.
double share_of(const SignalEnergy& energy, double middle_hz, int wide) {
    static const std::vector<NarrowBand> of_octaves = narrow_bands(1), of_thirds = narrow_bands(3);
    const std::vector<NarrowBand>& bands = wide == 1 ? of_octaves : of_thirds;
    double within = 0, all = 0;
    double above = energy.above(middle_hz * std::pow(2, -octaves));
    for (const NarrowBand& band : bands) {
        const double next = energy.above(middle_hz * band.end);
        const double passed = (above - next) * band.passed;
        above = next;
        all += passed;
        if (band.within) within += passed;
    }
    return all > 0 ? within / all : 0;
}

/// The same for a signal. The results for pulses are kept by their parameters.
double share_of(const SignalRequest& signal, double duration_s, double middle_hz, int wide) {
    const auto make = [&] { return share_of(SignalEnergy(signal, duration_s), middle_hz, wide); };
    if (signal.kind == SignalKind::samples) return make();
    static Memo<double> known;
    return known.of(
        {static_cast<double>(signal.kind), signal.frequency_hz, signal.width_s, middle_hz, static_cast<double>(wide)},
        make);
}

}  // namespace

OctaveLimits::OctaveLimits(const Scene& scene, double grid_hz, const RoomAir& air, int per_octave)
    : scene_(scene), grid_hz_(grid_hz), air_(air), per_octave_(per_octave) {}

double OctaveLimits::half_width() const { return std::pow(2, 0.5 / per_octave_); }

double OctaveLimits::modes_below(double hz) const {
    const double k = hz / air_.sound_speed_m_s;
    const Point& size = scene_.size_m;
    if (scene_.dims == 2) {
        const double weyl = pi * air_.volume * k * k + air_.surface / 2 * k;
        return !scene_.any_solid() && weyl < most_counted ? box_modes(size, 2, k) : weyl;
    }
    const double edges = 4 * (size.x + size.y + size.z);
    const double weyl = 4 * pi / 3 * air_.volume * k * k * k + pi / 4 * air_.surface * k * k + edges / 8 * k;
    return !scene_.any_solid() && weyl < most_counted ? box_modes(size, 3, k) : weyl;
}

double OctaveLimits::modes(double middle_hz) const {
    if (!scene_.boundaries.all_walls() || !(air_.volume > 0) || !(air_.sound_speed_m_s > 0))
        return std::numeric_limits<double>::infinity();
    return modes_below(middle_hz * half_width()) - modes_below(middle_hz / half_width());
}

double OctaveLimits::share_within(double middle_hz) const {
    double least = 1;
    for (const SourceRequest& source : scene_.sources)
        if (source.signal.kind != SignalKind::impulse)  // flat
            least = std::min(least, share_of(source.signal, scene_.duration_s, middle_hz, per_octave_));
    return least;
}

OctaveFault OctaveLimits::fault(double middle_hz) const {
    if (middle_hz * half_width() > grid_hz_ * (1 + 1e-9)) return OctaveFault::grid;
    if (share_within(middle_hz) < least_share) return OctaveFault::pulse;
    if (modes(middle_hz) < least_modes) return OctaveFault::modes;
    return OctaveFault::none;
}

}  // namespace wavesim
