// SPDX-License-Identifier: MIT
#include "stencils/scheme/stencil.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace wavesim {
namespace {

std::vector<Shell> sorted(std::vector<Shell> shells) {
    std::sort(shells.begin(), shells.end());
    return shells;
}

/// The shells of a 3D set that exist in 2D are those with q3 == 0.
std::vector<Shell> in_plane(std::vector<Shell> shells, int dims) {
    if (dims == 2) std::erase_if(shells, [](Shell q) { return q.q3 != 0; });
    return sorted(std::move(shells));
}

int points_in(Shell shell, int dims) { return static_cast<int>(shell_points(shell, dims).size()); }

}  // namespace

int radius(const Stencil& stencil) {
    int r = 0;
    for (const Shell shell : stencil.shells) r = std::max(r, shell.q1);
    return r;
}

int point_count(const Stencil& stencil) {
    int count = 1;
    for (const Shell shell : stencil.shells) count += points_in(shell, stencil.dims);
    return count;
}

StencilShape shape_of(const Stencil& stencil) {
    if (stencil.shells.empty()) return StencilShape::general;
    const auto shells = sorted(stencil.shells);
    if (shells == leggy_shells(radius(stencil))) return StencilShape::leggy;
    int r2 = 0;
    for (const Shell shell : shells) r2 = std::max(r2, shell.norm2());
    if (shells == in_plane(compact_shells(r2), stencil.dims)) return StencilShape::compact_in_space;
    if (shells == in_plane(box_shells(shells.back()), stencil.dims)) return StencilShape::box_compact;
    return StencilShape::general;
}

std::string to_string(StencilShape shape) {
    switch (shape) {
        case StencilShape::leggy: return "leggy";
        case StencilShape::compact_in_space: return "compact-in-space";
        case StencilShape::box_compact: return "box-compact";
        case StencilShape::general: return "general";
    }
    return "general";
}

double centre_weight(const Stencil& stencil, double courant) {
    double sum = 0;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        sum += points_in(stencil.shells[p], stencil.dims) * stencil.a[p];
    return 2 - courant * courant * sum;
}

std::vector<double> collapse_to_axis(const Stencil& stencil) {
    std::vector<double> a(static_cast<std::size_t>(radius(stencil)), 0.0);
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset l : shell_points(stencil.shells[p], stencil.dims))
            if (l.x > 0) a[static_cast<std::size_t>(l.x - 1)] += stencil.a[p];
    return a;
}

Stencil project_to_2d(const Stencil& stencil) {
    if (stencil.dims == 2) return stencil;
    // Each 2D shell gathers the weights of all 3D points above and below one of its points, here (q1, q2).
    std::map<std::pair<int, int>, double> gathered;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset l : shell_points(stencil.shells[p], 3))
            if (l.x > 0 && l.z >= 0 && l.z <= l.x) gathered[{l.x, l.z}] += stencil.a[p];
    Stencil flat = stencil;
    flat.dims = 2;
    flat.shells.clear();
    flat.a.clear();
    for (const auto& [q, a] : gathered) flat.shells.push_back({q.first, q.second, 0});
    std::stable_sort(flat.shells.begin(), flat.shells.end(),
                     [](Shell a, Shell b) { return a.norm2() != b.norm2() ? a.norm2() < b.norm2() : a < b; });
    for (const Shell shell : flat.shells) flat.a.push_back(gathered.at({shell.q1, shell.q2}));
    return flat;
}

}  // namespace wavesim
