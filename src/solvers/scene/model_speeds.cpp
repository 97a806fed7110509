// SPDX-License-Identifier: MIT
#include "solvers/scene/model_speeds.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace wavesim {

namespace {

/// Value of the points on one column of a file that lie between its values along y and z.
double between(const std::array<double, 4>& corners, float share_y, float share_z) {
    return std::lerp(std::lerp(corners[0], corners[1], double{share_y}),
                     std::lerp(corners[2], corners[3], double{share_y}), double{share_z});
}

/// What the values of a column at one index along x hold.
struct ColumnMeans {
    std::int64_t at = -1;
    double compressibility = 0;
    double density = 1;
};

}  // namespace

void read_line_of_speeds(const ModelGrid& speed, const ModelGrid* density, const std::vector<ModelRead>& x,
                         const ModelRead& y, const ModelRead& z, float* values) {
    const std::array<std::array<std::int64_t, 2>, 4> rows{
        {{y.at, z.at}, {y.next, z.at}, {y.at, z.next}, {y.next, z.next}}};
    const std::size_t corners = z.share != 0 ? 4 : y.share != 0 ? 2 : 1;
    const auto means_at = [&](std::int64_t at) {
        std::array<double, 4> inverse{}, rho{1, 1, 1, 1};
        for (std::size_t k = 0; k < corners; ++k) {
            const auto i = static_cast<std::size_t>(speed.extent.index(at, rows[k][0], rows[k][1]));
            const double c = speed.values[i];
            if (density != nullptr) rho[k] = density->values[i];
            inverse[k] = 1 / (rho[k] * c * c);
        }
        if (corners == 1) return ColumnMeans{at, inverse[0], rho[0]};
        return ColumnMeans{at, between(inverse, y.share, z.share), between(rho, y.share, z.share)};
    };
    ColumnMeans low, high;  // of the file along x, as long as points lie between the same two
    for (const ModelRead& read : x) {
        if (low.at != read.at) low = high.at == read.at ? high : means_at(read.at);
        if (read.share != 0 && high.at != read.next) high = means_at(read.next);
        const double share = read.share;
        const double compressibility =
            share == 0 ? low.compressibility : std::lerp(low.compressibility, high.compressibility, share);
        const double rho = share == 0 ? low.density : std::lerp(low.density, high.density, share);
        *values++ = static_cast<float>(1 / std::sqrt(compressibility * rho));
    }
}

bool same_places(const ModelGrid& one, const ModelGrid& other) {
    for (const int axis : {0, 1, 2})
        if (one.extent.along(axis) != other.extent.along(axis) ||
            one.first_m.along(axis) != other.first_m.along(axis) ||
            one.spacing_m.along(axis) != other.spacing_m.along(axis))
            return false;
    return true;
}

}  // namespace wavesim
