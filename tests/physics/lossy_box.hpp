// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <vector>

#include <Eigen/Dense>

namespace wavesim::test {

/// A mode of a box whose pairs of walls have admittances g(s): field prod cos(k_d x_d) or sin, from the middle, times
/// exp(s t). Lengths in cells, sound crosses one per unit of time.
struct BoxMode {
    std::array<int, 3> m{};  ///< half waves along the box; even: cos
    Eigen::Vector3cd k;
    std::complex<double> s;
};

/// Of each pair of walls.
using WallAdmittance = std::function<std::complex<double>(std::complex<double> s)>;
using BoxAdmittances = std::array<WallAdmittance, 3>;

/// Per axis k tan(k L / 2) = s g (even modes) or -k cot(k L / 2) = s g (odd ones), s^2 = -sum k^2. Walks from the rigid
/// box to the lossy one.
inline BoxMode exact_box_mode(const std::array<int, 3>& m, const std::array<double, 3>& length,
                              const BoxAdmittances& admittance) {
    BoxMode mode{m, {}, {}};
    const auto s_of = [](const Eigen::Vector3cd& k) {
        return std::complex<double>(0, 1) * std::sqrt(k.cwiseProduct(k).sum());
    };
    const auto residual = [&](const Eigen::Vector3cd& k, double share) {
        Eigen::Vector3cd f;
        const std::complex<double> s = s_of(k);
        for (int d = 0; d < 3; ++d) {
            const auto a = static_cast<std::size_t>(d);
            const std::complex<double> half = k[d] * length[a] / 2.0, sg = share * s * admittance[a](s);
            f[d] = m[a] % 2 == 0 ? k[d] * std::sin(half) - sg * std::cos(half)
                                 : k[d] * std::cos(half) + sg * std::sin(half);
        }
        return f;
    };
    double total = 0;
    for (std::size_t a = 0; a < 3; ++a) total += std::pow(std::numbers::pi * m[a] / length[a], 2);
    constexpr int stages = 24;
    for (int stage = 1; stage <= stages; ++stage) {
        const double share = std::pow(static_cast<double>(stage) / stages, 2);
        if (stage == 1)
            for (int d = 0; d < 3; ++d) {
                const auto a = static_cast<std::size_t>(d);
                const std::complex<double> s(0, std::sqrt(total)), pull = share * s * admittance[a](s);
                const double rigid = std::numbers::pi * m[a] / length[a];
                mode.k[d] = m[a] == 0 ? std::sqrt(2.0 * pull / length[a]) : rigid + 2.0 * pull / (length[a] * rigid);
            }
        for (int i = 0; i < 30; ++i) {
            const Eigen::Vector3cd f = residual(mode.k, share);
            Eigen::Matrix3cd slope;
            for (int d = 0; d < 3; ++d) {
                Eigen::Vector3cd up = mode.k, down = mode.k;
                up[d] += 1e-6;
                down[d] -= 1e-6;
                slope.col(d) = (residual(up, share) - residual(down, share)) / 2e-6;
            }
            const Eigen::Vector3cd step = slope.fullPivLu().solve(f);
            mode.k -= step;
            if (step.norm() < 1e-13) break;
        }
    }
    mode.s = s_of(mode.k);
    if (mode.s.imag() < 0) mode.s = std::conj(mode.s), mode.k = mode.k.conjugate().eval();
    return mode;
}

/// Half waves of all modes of the rigid box with wave numbers in (low, high].
inline std::vector<std::array<int, 3>> modes_between(const std::array<double, 3>& length, double low, double high) {
    std::vector<std::array<int, 3>> found;
    const auto most = [&](std::size_t a) { return static_cast<int>(high * length[a] / std::numbers::pi); };
    for (int x = 0; x <= most(0); ++x)
        for (int y = 0; y <= most(1); ++y)
            for (int z = 0; z <= most(2); ++z) {
                const double k = std::numbers::pi * std::hypot(x / length[0], std::hypot(y / length[1], z / length[2]));
                if (k > low && k <= high) found.push_back({x, y, z});
            }
    return found;
}

/// Reverberation time of modes that all start with the same energy: the slope of their sum from -5 to -20 dB.
inline double decay_time(const std::vector<std::complex<double>>& s) {
    std::vector<double> rate(s.size());
    std::ranges::transform(s, rate.begin(), [](std::complex<double> one) { return -one.real(); });
    const double slowest = *std::ranges::min_element(rate);
    double n = 0, t1 = 0, t2 = 0, d1 = 0, td = 0;
    constexpr int samples = 20000;
    for (int i = 0; i < samples; ++i) {
        const double t = 3 / slowest * i / samples;  // 26 dB of the slowest mode
        double energy = 0;
        for (const double delta : rate) energy += std::exp(-2 * delta * t);
        const double level = 10 * std::log10(energy / static_cast<double>(rate.size()));
        if (level > -5 || level < -20) continue;
        n += 1, t1 += t, t2 += t * t, d1 += level, td += t * level;
    }
    return -60 / ((n * td - t1 * d1) / (n * t2 - t1 * t1));
}

}  // namespace wavesim::test
