// SPDX-License-Identifier: MIT
#include "solvers/accuracy/layered_sound.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <utility>

#include "solvers/accuracy/medium_columns.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

constexpr std::size_t tones_of_pulse = 24;
constexpr double damping = 3;      // nepers until the tones repeat themselves
constexpr double sampling = 0.01;  // step of the integral, in asinh(k / its scale)
constexpr std::size_t most_pieces = 24;
constexpr double dies_out = 12;  // nepers after which waves that do not propagate are left out

/// Layers from a point outwards. The last one goes on, or ends at a side.
struct Outwards {
    std::vector<ColumnPiece> pieces;
    double side = 0;
};

Outwards upwards(const LayeredColumn& column, double from) {
    Outwards out{{}, column.high_side};
    double begin = 0;
    for (const ColumnPiece& piece : column.pieces) {
        const double end = begin + piece.length;
        const bool last = &piece == &column.pieces.back();
        if (end > from || last) {
            out.pieces.push_back(piece);
            out.pieces.back().length = std::max(0.0, end - std::max(begin, from));
        }
        begin = end;
    }
    return out;
}

LayeredColumn turned(LayeredColumn column) {
    std::ranges::reverse(column.pieces);
    std::swap(column.low_side, column.high_side);
    return column;
}

/// Of one plane wave in the layers outwards of a point, over the pressure there.
struct Outward {
    Complex admittance;  ///< derivative of the pressure outwards over the density
    Complex at;          ///< pressure at a distance
};

Outward outward(const Outwards& out, Complex omega, double along, double distance) {
    double begin = 0;
    for (const ColumnPiece& piece : out.pieces) begin += piece.length;
    Outward found{0, 1};
    for (std::size_t i = out.pieces.size(); i-- > 0;) {
        const ColumnPiece& piece = out.pieces[i];
        begin -= piece.length;
        const Complex gamma = std::sqrt(along * along - std::pow(omega / piece.speed, 2));
        const Complex by_density = gamma / piece.density;
        const bool last = i + 1 == out.pieces.size();
        const Complex y = found.admittance / by_density;
        const Complex reflected = last ? Complex(out.side) : (1.0 + y) / (1.0 - y);
        const auto wave = [&](double past) {  // relative to the one that goes out, at the beginning of the layer
            return std::exp(-gamma * past) + reflected * std::exp(-gamma * (2 * piece.length - past));
        };
        const Complex here = wave(0);
        const double past = distance - begin;
        if (past >= 0)
            found.at = past < piece.length || last ? wave(past) / here : found.at * wave(piece.length) / here;
        if (past < 0) found.at = 1;
        found.admittance = -by_density * (2.0 - here) / here;
    }
    return found;
}

/// Direct sound of a point, or of a line, for the time factor exp(i omega t).
Complex direct_sound(Complex k, double distance, bool line_source) {
    if (!line_source) return std::exp(Complex(0, -1) * k * distance) / (4 * pi * distance);
    const double kr = k.real() * distance;
    return Complex(0, -0.25) * Complex(std::cyl_bessel_j(0.0, kr), -std::cyl_neumann(0.0, kr)) *
           std::exp(k.imag() * distance);
}

/// Everything but the direct sound.
Complex reflected_sound(const Outwards& up, const Outwards& down, Complex omega, double apart, double across,
                        bool line_source, double nearest) {
    const ColumnPiece& here = up.pieces.front();
    const double scale = std::abs(omega) / here.speed;
    const double highest = std::asinh((4 * scale + dies_out / nearest) / scale);
    Complex sum = 0;
    const int samples = static_cast<int>(std::ceil(highest / sampling - 0.5));
    for (int i = 0; i < samples; ++i) {
        const double s = (i + 0.5) * sampling;
        const double along = scale * std::sinh(s), step = scale * std::cosh(s) * sampling;
        const Complex gamma = std::sqrt(along * along - std::pow(omega / here.speed, 2));
        const Outward above = outward(up, omega, along, std::max(0.0, apart));
        const Outward below = outward(down, omega, along, std::max(0.0, -apart));
        const Complex at_source = -1.0 / here.density / (above.admittance + below.admittance);
        const Complex wave =
            at_source * (apart >= 0 ? above.at : below.at) - std::exp(-gamma * std::abs(apart)) / (2.0 * gamma);
        sum +=
            wave *
            (line_source ? std::cos(along * across) / pi : along * std::cyl_bessel_j(0.0, along * across) / (2 * pi)) *
            step;
    }
    return sum;
}

/// Distance from a point to the nearest end of its layer.
double to_the_nearest(const Outwards& up, const Outwards& down) {
    return std::min(up.pieces.front().length, down.pieces.front().length);
}

double peak(const std::vector<PulseTone>& tones, const std::vector<Complex>& spectrum, double damping_1_s) {
    const double repeats = static_cast<double>(tones.size()) / tones.back().hz;
    const double step = 0.02 / tones.back().hz;
    double highest = 0;
    const int samples = static_cast<int>(std::ceil(0.5 * repeats / step));
    for (int i = 0; i < samples; ++i) {
        const double t = i * step - 0.1 * repeats;
        Complex sum = 0;
        for (std::size_t tone = 0; tone < tones.size(); ++tone)
            sum += spectrum[tone] * std::polar(1.0, 2 * pi * tones[tone].hz * t);
        highest = std::max(highest, std::abs(sum.real()) * std::exp(damping_1_s * t));
    }
    return highest;
}

std::optional<int> axis_of_layers(const PlanOutline& plan) {
    const Scene& scene = plan.scene;
    if (scene.tti) return {};
    if (scene.medium.layers) return scene.medium.layers->axis;
    for (const int axis : {2, 0, 1})
        for (const int end : {0, 1})
            if (scene.boundaries.kind[static_cast<std::size_t>(2 * axis + end)] == SideKind::free_surface) return axis;
    return {};
}

double reflection_of(SideKind kind) { return kind == SideKind::wall ? 1 : kind == SideKind::free_surface ? -1 : 0; }

}  // namespace

LayeredSound layered_sound(const LayeredColumn& column, const std::vector<PulseTone>& tones, double source,
                           double receiver, double across, bool line_source) {
    if (tones.empty()) return {};
    double length = 0;
    for (const ColumnPiece& piece : column.pieces) length += piece.length;
    const Outwards up = upwards(column, source), down = upwards(turned(column), length - source);
    const double apart = receiver - source, distance = std::hypot(apart, across);
    const double nearest = std::max(0.25 * distance, to_the_nearest(up, down));
    const double damping_1_s = damping * tones.back().hz / static_cast<double>(tones.size());
    std::vector<Complex> direct, whole;
    for (const PulseTone& tone : tones) {
        const Complex omega(2 * pi * tone.hz, -damping_1_s);
        const double amplitude = std::sqrt(tone.share * (line_source ? tone.hz : 1));
        direct.push_back(amplitude * direct_sound(omega / up.pieces.front().speed, distance, line_source));
        whole.push_back(direct.back() +
                        amplitude * reflected_sound(up, down, omega, apart, across, line_source, nearest));
    }
    return {.all = peak(tones, whole, damping_1_s), .direct = peak(tones, direct, damping_1_s)};
}

std::optional<LayeredSound> layered_sound(const PlanOutline& plan, const Point& source, const Point& receiver) {
    const std::optional<int> axis = axis_of_layers(plan);
    if (!axis) return {};
    const auto low = static_cast<std::size_t>(2 * *axis);
    LayeredColumn column{MediumColumns(plan).along(*axis, source, false).pieces,
                         reflection_of(plan.scene.boundaries.kind[low]),
                         reflection_of(plan.scene.boundaries.kind[low + 1])};
    if (column.pieces.size() > most_pieces) return {};
    for (ColumnPiece& piece : column.pieces) {
        piece.length *= plan.decision.spacing_m;
        piece.speed *= plan.decision.fastest_m_s;
    }
    const double apart = receiver.along(*axis) - source.along(*axis);
    const double distance = std::hypot(source.x - receiver.x, source.y - receiver.y, source.z - receiver.z);
    return layered_sound(column, pulse_tones(plan, tones_of_pulse), source.along(*axis), receiver.along(*axis),
                         std::sqrt(std::max(0.0, distance * distance - apart * apart)), plan.scene.dims == 2);
}

}  // namespace wavesim
