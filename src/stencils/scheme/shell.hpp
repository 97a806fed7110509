// SPDX-License-Identifier: MIT
#pragma once
#include <compare>
#include <vector>

namespace wavesim {

/// A shell P(q) of the cubic lattice: all distinct permutations and signs of (q1, q2, q3),
/// q1 >= q2 >= q3 >= 0, q1 >= 1 (Hamilton et al., DAFx 2015, section 2.3). In 2D q3 == 0 and the
/// points lie in the (x, z) plane.
struct Shell {
    int q1 = 1;
    int q2 = 0;
    int q3 = 0;
    int norm2() const { return q1 * q1 + q2 * q2 + q3 * q3; }
    auto operator<=>(const Shell&) const = default;
};

/// Offset from a node, in nodes.
struct Offset {
    int x = 0;
    int y = 0;
    int z = 0;
    auto operator<=>(const Offset&) const = default;
};

/// Every point of a shell, sorted; `dims` is 2 or 3.
std::vector<Offset> shell_points(Shell shell, int dims);

/// The shell that a point lies on.
Shell shell_of(Offset offset);

/// Leggy shells (1,0,0) ... (M,0,0).
std::vector<Shell> leggy_shells(int m);
/// Compact-in-space set: all shells with |q|^2 <= r2, sorted by (|q|^2, q); r2 is the squared radius.
std::vector<Shell> compact_shells(int r2);
/// Box-compact set: all shells q' <= q in lexicographic order.
std::vector<Shell> box_shells(Shell q);

/// The squared radii of the first twenty compact-in-space sets (7 ... 461 points).
const std::vector<int>& compact_radii2();
/// The corner shells of the first twenty box-compact sets (7 ... 349 points).
const std::vector<Shell>& box_corners();

}  // namespace wavesim
