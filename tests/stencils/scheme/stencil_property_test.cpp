// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <set>

#include "stencils/grid/grid.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

/// An integer of [low, high) whose range does not shrink with the size of the test case.
template <class T>
T integer_in(T low, T high) {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(low, high));
}

double real_in(double low, double high) { return low + (high - low) * integer_in(0, 1000001) / 1e6; }

Shell any_shell(int dims) {
    const int q1 = integer_in(1, 6);
    const int q2 = integer_in(0, q1 + 1);
    const int q3 = dims == 2 ? 0 : integer_in(0, q2 + 1);
    return {q1, q2, q3};
}

Stencil any_stencil(int dims) {
    const int count = integer_in(1, 7);
    std::set<Shell> shells;
    for (int p = 0; p < count; ++p) shells.insert(any_shell(dims));
    std::vector<double> a;
    for (std::size_t p = 0; p < shells.size(); ++p) a.push_back(real_in(-1, 1));
    return make_explicit_stencil({shells.begin(), shells.end()}, a, dims);
}

std::array<double, 3> any_wave_vector() {
    constexpr double pi = std::numbers::pi;
    return {real_in(-pi, pi), real_in(-pi, pi), real_in(-pi, pi)};
}

/// -L^(k) by its definition, point by point.
double brute_symbol(const Stencil& stencil, const std::array<double, 3>& k) {
    double sum = 0;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset l : shell_points(stencil.shells[p], stencil.dims))
            sum += stencil.a[p] * (1 - std::cos(l.x * k[0] + l.y * k[1] + l.z * k[2]));
    return sum;
}

RC_GTEST_PROP(StencilProperties, SymbolIsTheSumOverAllPoints, ()) {
    const int dims = *rc::gen::element(2, 3);
    const Stencil stencil = any_stencil(dims);
    const auto k = any_wave_vector();
    RC_ASSERT(std::abs(StencilSymbol(stencil)(k) - brute_symbol(stencil, k)) < 1e-11);
}

RC_GTEST_PROP(StencilProperties, ProjectionActsAlikeOnFieldsConstantAlongY, ()) {
    const Stencil stencil = any_stencil(3);
    auto k = any_wave_vector();
    k[1] = 0;
    RC_ASSERT(std::abs(brute_symbol(stencil, k) - brute_symbol(project_to_2d(stencil), k)) < 1e-11);
}

RC_GTEST_PROP(StencilProperties, CollapseActsAlikeOnFieldsThatVaryAlongOneAxis, ()) {
    const int dims = *rc::gen::element(2, 3);
    const Stencil stencil = any_stencil(dims);
    const double k = real_in(-3, 3);
    double sum = 0;
    const auto a = collapse_to_axis(stencil);
    for (std::size_t m = 0; m < a.size(); ++m) sum += 2 * a[m] * (1 - std::cos(static_cast<double>(m + 1) * k));
    RC_ASSERT(std::abs(sum - brute_symbol(stencil, {k, 0, 0})) < 1e-11);
    RC_ASSERT(std::abs(sum - brute_symbol(stencil, {0, 0, k})) < 1e-11);
}

RC_GTEST_PROP(StencilProperties, NoWaveVectorExceedsTheAnalysedExtremes, ()) {
    const int dims = *rc::gen::element(2, 3);
    const Stencil stencil = any_stencil(dims);
    const StencilAnalysis analysis(stencil);
    const double rounding = 1e-6 * (analysis.symbol_max() - analysis.symbol_min());
    for (int n = 0; n < 50; ++n) {
        const double value = analysis.symbol(any_wave_vector());
        RC_ASSERT(value <= analysis.symbol_max() + rounding);
        RC_ASSERT(value >= analysis.symbol_min() - rounding);
    }
}

RC_GTEST_PROP(StencilProperties, PointsKeepTheirShellAndComeInPairs, ()) {
    const int dims = *rc::gen::element(2, 3);
    const Shell shell = any_shell(dims);
    const auto points = shell_points(shell, dims);
    const std::set<Offset> distinct(points.begin(), points.end());
    RC_ASSERT(distinct.size() == points.size());
    for (const Offset l : points) {
        RC_ASSERT(shell_of(l) == shell);
        RC_ASSERT(distinct.contains({-l.x, -l.y, -l.z}));
    }
}

RC_GTEST_PROP(GridProperties, IndicesOfHugeGridsAreRecovered, ()) {
    const auto side = [] { return integer_in<std::int64_t>(1, 2000000); };
    const Extent extent{side(), side(), side()};
    const auto inside = [](std::int64_t n) { return integer_in<std::int64_t>(0, n); };
    const Node node{inside(extent.nx), inside(extent.ny), inside(extent.nz)};
    const std::int64_t index = extent.index(node.x, node.y, node.z);
    RC_ASSERT(index >= 0);
    RC_ASSERT(index < extent.nodes());
    RC_ASSERT(node_at(extent, index) == node);
}

}  // namespace
}  // namespace wavesim
