// SPDX-License-Identifier: MIT
#include "io/result/cdp_bins.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/scene/survey.hpp"

namespace wavesim {

namespace {

double along(const Point& way, const Point& p) { return way.x * p.x + way.y * p.y; }

}  // namespace

CdpBins::CdpBins(const Scene& scene) : scene_(scene), way_(line_direction(scene)) {
    const double length = std::hypot(way_.x, way_.y);
    if (!(length > 0)) return;
    way_ = {way_.x / length, way_.y / length, 0};
    double apart = std::numeric_limits<double>::infinity();
    const auto look = [&](const Point& a, const Point& b) {
        const double distance = std::abs(along(way_, a) - along(way_, b));
        if (distance > 1e-6) apart = std::min(apart, distance);
    };
    for (std::int64_t r = 1; r < receivers_of_shot(scene, 0); ++r)
        look(receiver_position(scene, static_cast<std::size_t>(r - 1), 0),
             receiver_position(scene, static_cast<std::size_t>(r), 0));
    for (std::int64_t shot = 1; std::isinf(apart) && shot < shot_count(scene); ++shot)
        look(source_position(scene, 0, shot - 1), source_position(scene, 0, shot));
    if (std::isinf(apart)) return;
    bin_m_ = apart / 2;
    first_m_ = std::numeric_limits<double>::infinity();
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot)
        for (std::int64_t r = 0; r < receivers_of_shot(scene, shot); ++r)
            first_m_ = std::min(first_m_, midpoint(static_cast<std::size_t>(r), shot));
}

double CdpBins::midpoint(std::size_t receiver, std::int64_t shot) const {
    return (along(way_, source_position(scene_, 0, shot)) + along(way_, receiver_position(scene_, receiver, shot))) / 2;
}

std::int64_t CdpBins::number(std::size_t receiver, std::int64_t shot) const {
    return bin_m_ > 0 ? 1 + std::llround((midpoint(receiver, shot) - first_m_) / bin_m_) : 0;
}

}  // namespace wavesim
