// SPDX-License-Identifier: MIT
#include "stencils/scheme/shell.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <set>

namespace wavesim {
namespace {

/// Calls add(x, y, z) for every choice of signs.
template <class Add>
void for_each_sign(int x, int y, int z, const Add& add) {
    for (const int sx : {-1, 1})
        for (const int sy : {-1, 1})
            for (const int sz : {-1, 1}) add(sx * x, sy * y, sz * z);
}

}  // namespace

std::vector<Offset> shell_points(Shell shell, int dims) {
    std::set<Offset> points;
    const auto add = [&](int x, int y, int z) { points.insert({x, y, z}); };
    if (dims == 2) {
        for_each_sign(shell.q1, 0, shell.q2, add);
        for_each_sign(shell.q2, 0, shell.q1, add);
    } else {
        std::array<int, 3> q{shell.q3, shell.q2, shell.q1};
        std::sort(q.begin(), q.end());
        do {
            for_each_sign(q[0], q[1], q[2], add);
        } while (std::next_permutation(q.begin(), q.end()));
    }
    return {points.begin(), points.end()};
}

Shell shell_of(Offset offset) {
    std::array<int, 3> q{std::abs(offset.x), std::abs(offset.y), std::abs(offset.z)};
    std::sort(q.begin(), q.end(), std::greater<>());
    return {q[0], q[1], q[2]};
}

std::vector<Shell> leggy_shells(int m) {
    std::vector<Shell> shells;
    for (int q = 1; q <= m; ++q) shells.push_back({q, 0, 0});
    return shells;
}

std::vector<Shell> compact_shells(int r2) {
    std::vector<Shell> shells;
    for (int q1 = 1; q1 * q1 <= r2; ++q1)
        for (int q2 = 0; q2 <= q1; ++q2)
            for (int q3 = 0; q3 <= q2; ++q3) {
                const Shell shell{q1, q2, q3};
                if (shell.norm2() <= r2) shells.push_back(shell);
            }
    std::stable_sort(shells.begin(), shells.end(),
                     [](Shell a, Shell b) { return a.norm2() != b.norm2() ? a.norm2() < b.norm2() : a < b; });
    return shells;
}

std::vector<Shell> box_shells(Shell q) {
    std::vector<Shell> shells;
    for (int q1 = 1; q1 <= q.q1; ++q1)
        for (int q2 = 0; q2 <= q1; ++q2)
            for (int q3 = 0; q3 <= q2; ++q3) {
                const Shell shell{q1, q2, q3};
                if (shell <= q) shells.push_back(shell);
            }
    return shells;
}

const std::vector<int>& compact_radii2() {
    static const std::vector<int> radii2{1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22};
    return radii2;
}

const std::vector<Shell>& box_corners() {
    static const std::vector<Shell> corners{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {2, 0, 0}, {2, 1, 0}, {2, 1, 1}, {2, 2, 0},
                                            {2, 2, 1}, {2, 2, 2}, {3, 0, 0}, {3, 1, 0}, {3, 1, 1}, {3, 2, 0}, {3, 2, 1},
                                            {3, 2, 2}, {3, 3, 0}, {3, 3, 1}, {3, 3, 2}, {3, 3, 3}, {4, 0, 0}};
    return corners;
}

}  // namespace wavesim
