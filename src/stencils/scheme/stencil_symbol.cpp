// SPDX-License-Identifier: MIT
#include "stencils/scheme/stencil_symbol.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>

namespace wavesim {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// 1 - cos and cos of 0, k, 2k, ... along one axis.
struct Harmonics {
    std::vector<double> versine;
    std::vector<double> cosine;
    Harmonics(double k, int count) {
        versine.reserve(index(count) + 1);
        cosine.reserve(index(count) + 1);
        // (c, s) = (cos, sin)(m k / 2), rotated by k / 2 from one m to the next.
        const double turn_c = std::cos(0.5 * k);
        const double turn_s = std::sin(0.5 * k);
        double c = 1;
        double s = 0;
        for (int m = 0; m <= count; ++m) {
            versine.push_back(2 * s * s);
            cosine.push_back(1 - 2 * s * s);
            const double next_c = c * turn_c - s * turn_s;
            s = s * turn_c + c * turn_s;
            c = next_c;
        }
    }
};

}  // namespace

StencilSymbol::StencilSymbol(const Stencil& stencil) : dims_(stencil.dims), radius_(radius(stencil)) {
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset l : shell_points(stencil.shells[p], dims_)) {
            if (l.x < 0 || l.y < 0 || l.z < 0) continue;
            const int nonzero = (l.x != 0) + (l.y != 0) + (l.z != 0);
            terms_.push_back({l.x, l.y, l.z, stencil.a[p] * (1 << nonzero)});
        }
}

double StencilSymbol::operator()(const std::array<double, 3>& k) const {
    const Harmonics x(k[0], radius_);
    const Harmonics y(dims_ == 2 ? 0.0 : k[1], radius_);
    const Harmonics z(k[2], radius_);
    double sum = 0;
    for (const Term& t : terms_) {
        const double cx = x.cosine[index(t.a)];
        const double cy = y.cosine[index(t.b)];
        sum += t.weight * (x.versine[index(t.a)] + cx * (y.versine[index(t.b)] + cy * z.versine[index(t.c)]));
    }
    return sum;
}

StencilSymbol::Wedge StencilSymbol::on_wedge(int n) const {
    std::vector<Harmonics> table;
    for (int i = 0; i < n; ++i) table.emplace_back(std::numbers::pi * i / (n - 1), radius_);

    Wedge wedge{n, dims_, {}, {}};
    std::vector<double> along_z(index(radius_) + 1);
    for (int ix = 0; ix < n; ++ix)
        for (int iy = 0; iy <= (dims_ == 2 ? 0 : ix); ++iy) {
            // With kx and ky fixed, -L^ = constant + sum_c along_z[c] (1 - cos c kz).
            double constant = 0;
            std::fill(along_z.begin(), along_z.end(), 0.0);
            const Harmonics& x = table[index(ix)];
            const Harmonics& y = table[index(iy)];
            for (const Term& t : terms_) {
                const double cx = x.cosine[index(t.a)];
                constant += t.weight * (x.versine[index(t.a)] + cx * y.versine[index(t.b)]);
                along_z[index(t.c)] += t.weight * cx * y.cosine[index(t.b)];
            }
            for (int iz = 0; iz <= (dims_ == 2 ? ix : iy); ++iz) {
                double value = constant;
                for (int c = 1; c <= radius_; ++c) value += along_z[index(c)] * table[index(iz)].versine[index(c)];
                wedge.values.push_back(value);
                wedge.nodes.push_back({ix, iy, iz});
            }
        }
    return wedge;
}

double StencilSymbol::Wedge::at(std::array<int, 3> node) const {
    for (int& i : node) i = i < 0 ? -i : i >= n ? 2 * (n - 1) - i : i;
    std::sort(node.begin(), node.end(), std::greater<>());
    const auto [x, y, z] = node;  // in 2D the smallest coordinate is that of y, 0
    return values[index(dims == 2 ? x * (x + 1) / 2 + y : x * (x + 1) * (x + 2) / 6 + y * (y + 1) / 2 + z)];
}

}  // namespace wavesim
