// SPDX-License-Identifier: MIT
#include "solvers/space/box_polygon.hpp"

#include <algorithm>
#include <cmath>

namespace wavesim {

namespace {

using Corner = BoxPolygon::Corner;

double twice_area(const Corner& a, const Corner& b, const Corner& c) {
    const Corner u{b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v{c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    return std::hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
}

}  // namespace

double BoxPolygon::low(std::size_t axis) const {
    double least = corners_[0][axis];
    for (std::size_t i = 1; i < count_; ++i) least = std::min(least, corners_[i][axis]);
    return least;
}

double BoxPolygon::high(std::size_t axis) const {
    double most = corners_[0][axis];
    for (std::size_t i = 1; i < count_; ++i) most = std::max(most, corners_[i][axis]);
    return most;
}

/// Clips at one plane: Sutherland and Hodgman (Comm. ACM 17 (1974) 32).
BoxPolygon BoxPolygon::part(std::size_t axis, double at, double sign) const {
    BoxPolygon cut;
    const auto beyond = [&](const Corner& p) { return sign * (p[axis] - at); };
    for (std::size_t i = 0; i < count_; ++i) {
        const Corner& p = corners_[i];
        const Corner& q = corners_[(i + 1) % count_];
        const double a = beyond(p), b = beyond(q);
        if (a <= 0 && cut.count_ < most) cut.corners_[cut.count_++] = p;
        if ((a <= 0) == (b <= 0) || cut.count_ == most) continue;
        const double share = a / (a - b);
        Corner& between = cut.corners_[cut.count_++];
        for (std::size_t d = 0; d < 3; ++d) between[d] = p[d] + share * (q[d] - p[d]);
        between[axis] = at;
    }
    return cut;
}

double BoxPolygon::area() const {
    double sum = 0;
    for (std::size_t i = 2; i < count_; ++i) sum += twice_area(corners_[0], corners_[i - 1], corners_[i]) / 2;
    return sum;
}

BoxPolygon::Corner BoxPolygon::centre() const {
    Corner sum{};
    double all = 0;
    for (std::size_t i = 2; i < count_; ++i) {
        const double own = twice_area(corners_[0], corners_[i - 1], corners_[i]);
        all += own;
        for (std::size_t d = 0; d < 3; ++d) sum[d] += own * (corners_[0][d] + corners_[i - 1][d] + corners_[i][d]) / 3;
    }
    for (double& x : sum) x /= all;
    return sum;
}

}  // namespace wavesim
