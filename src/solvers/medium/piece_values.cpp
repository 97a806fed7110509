// SPDX-License-Identifier: MIT
#include "solvers/medium/piece_values.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace wavesim {

namespace {

/// Integrals over a piece of w, x w and x^2 w, w = exp(-x^2 / 2 s^2).
using Moments = std::array<double, 3>;

constexpr double width = 0.2;  // s of the window, cells

Moments moments(const CellPiece& piece) {
    const auto density = [](double x) { return std::exp(-x * x / (2 * width * width)); };
    const auto share = [](double x) {
        return width * std::sqrt(std::numbers::pi / 2) * std::erf(x / (width * std::numbers::sqrt2));
    };
    const double whole = share(piece.to) - share(piece.from);
    const double first = width * width * (density(piece.from) - density(piece.to));
    const double second = width * width * (whole + piece.from * density(piece.from) - piece.to * density(piece.to));
    return {whole, first, second};
}

/// For each piece the means of 1, x' / s and (x'^2 - <x'^2>) / s^2 over the window, with x' = x - <x>.
std::vector<Moments> central_moments(std::span<const CellPiece> pieces) {
    std::vector<Moments> found;
    for (const CellPiece& piece : pieces) found.push_back(moments(piece));
    Moments whole{};
    for (const Moments& m : found)
        for (std::size_t k = 0; k < 3; ++k) whole[k] += m[k];
    const double mean = whole[1] / whole[0];
    const double square = whole[2] / whole[0];
    const double variance = square - mean * mean;
    for (Moments& m : found) {
        const double first = m[1] - mean * m[0];
        const double second = m[2] - 2 * mean * m[1] + (mean * mean - variance) * m[0];
        m = {m[0] / whole[0], first / (whole[0] * width), second / (whole[0] * width * width)};
    }
    return found;
}

}  // namespace

bool PieceValues::all_equal() const {
    for (std::size_t z = 0; z < pieces[2].size(); ++z)
        for (std::size_t y = 0; y < pieces[1].size(); ++y)
            for (std::size_t x = 0; x < pieces[0].size(); ++x)
                if (at(x, y, z) != *first) return false;
    return true;
}

double PieceValues::mean() const {
    return sum([&](std::size_t x, std::size_t y, std::size_t z, double value) {
        return pieces[0][x].share * pieces[1][y].share * pieces[2][z].share * value;
    });
}

double PieceValues::mean_inverse() const {
    return sum([&](std::size_t x, std::size_t y, std::size_t z, double value) {
        return pieces[0][x].share * pieces[1][y].share * pieces[2][z].share / value;
    });
}

AxisShape PieceValues::along(std::size_t axis, bool inverse) const {
    AxisShape shape;
    const std::span<const CellPiece> parts = pieces[axis];
    sum([&](std::size_t x, std::size_t y, std::size_t z, double value) {
        const std::array<std::size_t, 3> at{x, y, z};
        double share = inverse ? 1 / value : value;
        for (std::size_t d = 0; d < 3; ++d)
            if (d != axis) share *= pieces[d][at[d]].share;
        const CellPiece& piece = parts[at[axis]];
        shape.moment += share * piece.share * (piece.from + piece.to) / 2;
        if (at[axis] == 0) shape.first += share;
        if (at[axis] + 1 == parts.size()) shape.last += share;
        return 0.0;
    });
    return shape;
}

double PieceValues::least(bool inverse) const {
    double least = inverse ? 1 / *first : *first;
    sum([&](std::size_t, std::size_t, std::size_t, double value) {
        least = std::min(least, inverse ? 1 / value : value);
        return 0.0;
    });
    return least;
}

std::array<double, 3> squared_normal(const PieceValues& values) {
    const std::array<std::vector<Moments>, 3> axes{central_moments(values.pieces[0]), central_moments(values.pieces[1]),
                                                   central_moments(values.pieces[2])};
    const auto moment = [&](std::size_t kx, std::size_t ky, std::size_t kz) {
        return values.sum([&](std::size_t x, std::size_t y, std::size_t z, double value) {
            return axes[0][x][kx] * axes[1][y][ky] * axes[2][z][kz] * value;
        });
    };
    const std::array<double, 3> m{moment(1, 0, 0), moment(0, 1, 0), moment(0, 0, 1)};
    const double xy = moment(1, 1, 0), xz = moment(1, 0, 1), yz = moment(0, 1, 1);
    const std::array<std::array<double, 3>, 3> q{
        {{moment(2, 0, 0), xy, xz}, {xy, moment(0, 2, 0), yz}, {xz, yz, moment(0, 0, 2)}}};
    std::array<double, 3> tensor{};
    double trace = 0;
    for (std::size_t d = 0; d < 3; ++d) {
        tensor[d] = m[d] * m[d];
        for (std::size_t e = 0; e < 3; ++e) tensor[d] += q[d][e] * q[d][e] / 2;
        trace += tensor[d];
    }
    if (trace >= 1e-20 * std::pow(moment(0, 0, 0), 2)) {
        for (double& square : tensor) square /= trace;
        return tensor;
    }
    // No direction except for rounding: a step at a face of the cell, or a mixture.
    double steps = 0;
    for (std::size_t d = 0; d < 3; ++d) {
        const AxisShape shape = values.along(d, false);
        steps += tensor[d] = std::pow(shape.last - shape.first, 2);
    }
    const auto axes_cut =
        static_cast<double>(std::ranges::count_if(values.pieces, [](auto p) { return p.size() > 1; }));
    for (std::size_t d = 0; d < 3; ++d)
        tensor[d] = steps > 0 ? tensor[d] / steps : values.pieces[d].size() > 1 ? 1 / axes_cut : 0;
    return tensor;
}

}  // namespace wavesim
