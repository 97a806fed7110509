// SPDX-License-Identifier: MIT
#include "boundary/gram_patch.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace wavesim {
namespace {

/// A permutation of the axes with signs.
struct Turn {
    std::array<int, 3> axis;
    std::array<int, 3> sign;
    Offset operator()(const Offset& s) const {
        const std::array<int, 3> from{s.x, s.y, s.z};
        const auto to = [&](std::size_t d) { return sign[d] * from[static_cast<std::size_t>(axis[d])]; };
        return {to(0), to(1), to(2)};
    }
};

/// The 48 symmetries of the cube, or the 8 of the square in the (x, z) plane.
std::vector<Turn> turns(int dims) {
    std::vector<Turn> all;
    std::array<int, 3> axis{0, 1, 2};
    do {
        if (dims == 2 && axis[1] != 1) continue;
        for (int signs = 0; signs < 8; ++signs) {
            if (dims == 2 && (signs & 2) != 0) continue;
            all.push_back({axis, {(signs & 1) != 0 ? -1 : 1, (signs & 2) != 0 ? -1 : 1, (signs & 4) != 0 ? -1 : 1}});
        }
    } while (std::next_permutation(axis.begin(), axis.end()));
    return all;
}

constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

}  // namespace

Offset operator+(const Offset& a, const Offset& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Offset operator-(const Offset& a, const Offset& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
int largest_of(const Offset& offset) { return std::max({std::abs(offset.x), std::abs(offset.y), std::abs(offset.z)}); }

GramPatch::GramPatch(int dims, int radius2) : dims_(dims) {
    while ((reach_ + 1) * (reach_ + 1) <= radius2) ++reach_;
    const int across = dims == 2 ? 0 : reach_;
    for (int z = -reach_; z <= reach_; ++z)
        for (int y = -across; y <= across; ++y)
            for (int x = -reach_; x <= reach_; ++x) {
                if (x * x + y * y + z * z > radius2) continue;
                number_[{x, y, z}] = static_cast<int>(points_.size());
                points_.push_back({x, y, z});
            }
    const std::size_t n = points_.size();
    const std::vector<Turn> group = turns(dims);
    class_.assign(n, unknown);
    orbit_.assign(n * n, unknown);
    const auto turned = [&](const Turn& turn, std::size_t point) {
        return static_cast<std::size_t>(find(turn(points_[point])));
    };
    for (std::size_t a = 0; a < n; ++a) {
        if (class_[a] == unknown) {
            for (const Turn& turn : group) class_[turned(turn, a)] = class_count_;
            ++class_count_;
        }
        for (std::size_t b = a; b < n; ++b) {
            if (orbit_[a * n + b] != unknown) continue;
            for (const Turn& turn : group) {
                const std::size_t to_a = turned(turn, a), to_b = turned(turn, b);
                orbit_[to_a * n + to_b] = orbit_[to_b * n + to_a] = orbit_count_;
            }
            ++orbit_count_;
        }
    }
}

int GramPatch::find(const Offset& offset) const {
    const auto found = number_.find(offset);
    return found == number_.end() ? -1 : found->second;
}

}  // namespace wavesim
