// SPDX-License-Identifier: MIT
#include "solvers/space/point_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "stencils/density/step_ripple.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

/// Pressure and flux 1/rho dp/dz.
struct Motion {
    double pressure = 0;
    double flux = 0;
};

struct Wave {
    double frequency = 0;  ///< omega, in units of cells and the slowest speed
    double along = 0;      ///< wave number along the step
};

Motion moved(const Motion& from, const LinePiece& piece, const Wave& wave, double distance) {
    const double square = std::pow(wave.frequency / piece.speed, 2) - wave.along * wave.along;
    const double k = std::sqrt(std::abs(square));
    const double turn = k * distance;
    if (turn == 0) return {from.pressure + piece.density * distance * from.flux, from.flux};
    const double c = square > 0 ? std::cos(turn) : std::cosh(turn);
    const double s = (square > 0 ? std::sin(turn) : std::sinh(turn)) / k;
    return {c * from.pressure + piece.density * s * from.flux,
            c * from.flux - square * s / piece.density * from.pressure};
}

/// A solution along the line.
class LineSolution {
  public:
    LineSolution(const PointLine& line, const Wave& wave, bool odd)
        : line_(line), wave_(wave), start_(line.end ? line.end->at : line.at), piece_(piece_at(start_)) {
        const LinePiece& here = line.pieces[piece_];
        const double slope = wave.frequency > 0 ? wave.frequency / here.speed : 1;
        from_ = odd ? Motion{0, slope / here.density} : Motion{1, 0};
        slope_ = odd ? slope : 0;
    }

    Motion at(double z) const {
        Motion motion = from_;
        double here = start_;
        for (std::size_t p = piece_;; z >= start_ ? ++p : --p) {
            const std::vector<LinePiece>& pieces = line_.pieces;
            const bool last =
                z >= start_ ? p + 1 == pieces.size() || z <= pieces[p].to : p == 0 || z >= pieces[p - 1].to;
            const double to = last ? z : z >= start_ ? pieces[p].to : pieces[p - 1].to;
            motion = moved(motion, pieces[p], wave_, to - here);
            if (last) return motion;
            here = to;
        }
    }

    /// Value of the scheme at a node. Beside a step its derivative changes within two cells instead of abruptly. So
    /// does that of the mirror image beside a wall.
    double at_node(std::int64_t node) const {
        const auto z = static_cast<double>(node);
        double pressure = at(z).pressure;
        for (std::size_t p = 0; p + 1 < line_.pieces.size(); ++p) {
            const double step = line_.pieces[p].to;
            const double bend = (line_.pieces[p + 1].density - line_.pieces[p].density) * at(step).flux;
            pressure += bend * step_ripple(line_.half_order, z - step);
        }
        if (line_.end) {
            const double away = z - line_.end->at;
            const auto n = static_cast<std::size_t>(std::abs(away) + 0.25);  // an integer, or half a cell more
            if (n < line_.end->ripple.size()) pressure += std::copysign(slope_, away) * line_.end->ripple[n];
        }
        return pressure;
    }

  private:
    std::size_t piece_at(double z) const {
        std::size_t p = 0;
        while (p + 1 < line_.pieces.size() && z >= line_.pieces[p].to) ++p;
        return p;
    }

    const PointLine& line_;
    Wave wave_;
    double start_;
    std::size_t piece_;
    Motion from_;
    double slope_ = 0;  ///< derivative at its start
};

/// One wave at the nodes and at the point, and its weight in the fit.
struct Reading {
    std::vector<double> nodes;
    double point = 0;
    bool odd = false;
    double counts = 0;
    double amplitude = 0;
};

std::vector<Reading> readings(const PointLine& line, double wave_number, int frequencies) {
    constexpr std::array<double, 3> along{0, 0.5, 0.85};  // shares of the largest wave number of the line
    constexpr double nearly_exact = 1e3;
    const double slowest = std::ranges::min_element(line.pieces, {}, &LinePiece::speed)->speed;
    std::vector<Reading> all;
    for (int f = 0; f <= frequencies; ++f)
        for (const double share : along) {
            if (f == 0 && share > 0) break;
            const double part = static_cast<double>(f) / frequencies;
            const Wave wave{part * wave_number, share * part * wave_number / slowest};
            for (const bool odd : {false, true}) {
                const double amplitude = !line.end ? 1 : odd ? line.end->odd : line.end->even;
                if (amplitude == 0) continue;
                const LineSolution solution(line, wave, odd);
                Reading reading;
                reading.odd = odd;
                reading.point = solution.at(line.at).pressure;
                double most = std::abs(reading.point);
                for (std::int64_t i = 0; i < line.count; ++i) {
                    reading.nodes.push_back(solution.at_node(line.first + i));
                    most = std::max(most, std::abs(reading.nodes.back()));
                }
                reading.amplitude = amplitude / std::max(1.0, most);
                reading.counts = amplitude / most * (f == 0 ? nearly_exact : 1 / (part * part));
                all.push_back(std::move(reading));
            }
        }
    return all;
}

/// Solves a x = b, a symmetric and positive definite, by elimination.
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = k + 1; i < n; ++i) {
            const double times = a[i][k] / a[k][k];
            for (std::size_t j = k; j < n; ++j) a[i][j] -= times * a[k][j];
            b[i] -= times * b[k];
        }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return b;
}

/// Error of the interpolated value for one kind of wave.
double misread(const Reading& wave, const std::vector<double>& weights) {
    double read = -wave.point;
    for (std::size_t i = 0; i < weights.size(); ++i) read += weights[i] * wave.nodes[i];
    return wave.amplitude * std::abs(read);
}

}  // namespace

LineWeights read_between(const PointLine& line) {
    constexpr int frequencies = 6;
    // Largest wave number of the fit, and regularisation of weights that no wave needs. Beside lossy walls a derivative
    // is found from its effect on nodes. Weights for shorter waves would reach 50 and amplify noise as much.
    const bool bent = line.end && !line.end->ripple.empty();
    const double shortest = bent ? pi / 3 : pi / 2;
    const double smallness = bent ? 1e-4 : 1e-7;
    const auto n = static_cast<std::size_t>(line.count);
    std::vector<std::vector<double>> normal(n, std::vector<double>(n));
    std::vector<double> right(n);
    for (std::size_t i = 0; i < n; ++i) normal[i][i] = smallness;
    for (const Reading& wave : readings(line, std::max(shortest, line.wave_number), frequencies))
        for (std::size_t i = 0; i < n; ++i) {
            const double row = wave.counts * wave.counts * wave.nodes[i];
            for (std::size_t j = 0; j < n; ++j) normal[i][j] += row * wave.nodes[j];
            right[i] += row * wave.point;
        }
    LineWeights weights{solve(std::move(normal), std::move(right)), 0};
    for (const bool odd : {false, true}) {
        double worst = 0;
        for (const Reading& wave : readings(line, line.wave_number, frequencies))
            if (wave.odd == odd) worst = std::max(worst, misread(wave, weights.of_nodes));
        weights.error += worst;  // most waves contain both kinds
    }
    return weights;
}

}  // namespace wavesim
