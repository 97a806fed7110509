// SPDX-License-Identifier: MIT
#include "solvers/medium/taper_lead.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "stencils/tti/source_taper.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

/// Unit vectors some 5 degrees apart: a circle in 2D, rings in 3D.
std::vector<std::array<double, 3>> rays(int dims) {
    constexpr int along = 36;
    std::vector<std::array<double, 3>> all;
    for (int i = 0; i <= along; ++i) {
        const double theta = pi * i / along;
        const int around = dims == 2 ? 2 : std::max(1, static_cast<int>(std::lround(2 * along * std::sin(theta))));
        for (int j = 0; j < around; ++j) {
            const double phi = 2 * pi * j / around;
            all.push_back(
                {std::sin(theta) * std::cos(phi), dims == 2 ? 0 : std::sin(theta) * std::sin(phi), std::cos(theta)});
        }
    }
    return all;
}

}  // namespace

double ray_slowness(double epsilon, double delta, double cosine) {
    const double c = cosine * cosine;
    const double s = 1 - c;
    const double across = 1 / (1 + 2 * epsilon);
    const double q = (1 + 2 * epsilon) / (1 + 2 * delta);  // 1 + 2 eta
    const double elliptical = across * s + c;
    const double root = std::sqrt(elliptical * elliptical + 4 * (q * q - 1) * across * s * c);
    return std::sqrt(((1 + 2 * q) * elliptical + root) / (2 * (1 + q)));
}

TaperLead taper_lead(const TtiProblem& problem, int dims, const Node& source, double spacing_m, double fastest_m_s) {
    const TiltedMedium& tti = problem.tti;
    const Extent& n = problem.extent;
    const auto cosine_at = [&](std::size_t i, const std::array<double, 3>& ray) {
        double cosine = 0;
        for (std::size_t d = 0; d < 3; ++d) cosine += static_cast<double>(tti.axis[d][i]) * ray[d];
        return std::clamp(cosine, -1.0, 1.0);
    };
    TaperLead most;
    for (const auto& ray : rays(dims)) {
        double seconds = 0;
        for (int cell = 0; cell < 2 * source_radius; ++cell) {
            const double away = cell + 0.5;
            const auto at = [&](std::int64_t from, std::size_t d, std::int64_t count) {
                return std::clamp<std::int64_t>(from + std::llround(away * ray[d]), 0, count - 1);
            };
            const std::int64_t node = n.index(at(source.x, 0, n.nx), at(source.y, 1, n.ny), at(source.z, 2, n.nz));
            const auto i = static_cast<std::size_t>(node);
            const auto epsilon = static_cast<double>(tti.epsilon[i]);
            const auto delta = static_cast<double>(tti.delta[i]);
            const double cosine = cosine_at(i, ray);
            const double factor = problem.speed.varies ? static_cast<double>(problem.factors.factor(node)) : 1.0;
            const double tapered = epsilon - (epsilon - delta) * taper_share(away);
            seconds += spacing_m / (fastest_m_s * std::sqrt(factor)) *
                       (ray_slowness(epsilon, delta, cosine) - ray_slowness(epsilon, tapered, cosine));
        }
        if (seconds > most.seconds) {
            const std::int64_t node = n.index(source.x, source.y, source.z);
            most = {seconds, 180 / pi * std::acos(std::abs(cosine_at(static_cast<std::size_t>(node), ray)))};
        }
    }
    return most;
}

}  // namespace wavesim
