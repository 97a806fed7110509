// SPDX-License-Identifier: MIT
#include "boundary/gram_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "boundary/half_cell.hpp"
#include "boundary/semidefinite_barrier.hpp"
#include "stencils/scheme/memo.hpp"
#include "stencils/scheme/stencil_analysis.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// Weight a_l by offset.
std::map<Offset, double> weights_by_offset(const Stencil& stencil) {
    std::map<Offset, double> weights;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset& l : shell_points(stencil.shells[p], stencil.dims)) weights[l] += stencil.a[p];
    return weights;
}

/// Waves that turn by 0 or pi from node to node and do not move, as signs on the points of the patch. The first one is
/// the constant.
std::vector<Vector> standing_waves(const Stencil& stencil, const GramPatch& patch) {
    const StencilSymbol symbol(stencil);
    double scale = 0;
    for (const auto& [l, a] : weights_by_offset(stencil)) scale += std::abs(a);
    std::vector<Vector> waves;
    for (int corner = 0; corner < 8; ++corner) {
        const int kx = corner & 1, ky = corner >> 1 & 1, kz = corner >> 2 & 1;
        if (stencil.dims == 2 && ky != 0) continue;
        using std::numbers::pi;
        if (corner != 0 && std::abs(symbol({kx * pi, ky * pi, kz * pi})) > 1e-9 * scale) continue;
        Vector wave(index(patch.size()));
        for (std::size_t s = 0; s < patch.size(); ++s) {
            const Offset& at = patch.points()[s];
            wave(index(s)) = (kx * at.x + ky * at.y + kz * at.z) % 2 == 0 ? 1 : -1;
        }
        waves.push_back(wave);
    }
    return waves;
}

/// The conditions on the numbers of Q, one per orbit of pairs, that are equations: rows . numbers = right.
struct Equations {
    Matrix rows;
    Vector right;
};

Equations equations_of(const Stencil& stencil, const GramPatch& patch, const std::vector<Vector>& waves,
                       const GramCondition* condition) {
    const std::map<Offset, double> weights = weights_by_offset(stencil);
    const int reach = radius(stencil);
    std::map<Shell, Vector> sums;  // of equal differences; one difference for each class
    std::vector<std::pair<Vector, double>> equations;
    const Vector none = Vector::Zero(index(patch.orbits()));
    std::vector<bool> too_far(patch.orbits());
    for (std::size_t a = 0; a < patch.size(); ++a)
        for (std::size_t b = 0; b < patch.size(); ++b) {
            const Offset l = patch.points()[a] - patch.points()[b];
            if (largest_of(l) > reach) too_far[patch.orbit(a, b)] = true;
            if (l == Offset{}) continue;
            sums.try_emplace(shell_of(l), none).first->second(index(patch.orbit(a, b))) += 1;
        }
    for (const auto& [shell, sum] : sums) {
        const auto points = shell_points(shell, stencil.dims);
        const auto a = weights.find(points.front());
        equations.emplace_back(sum, a == weights.end() ? 0 : -a->second * static_cast<double>(points.size()));
    }
    for (std::size_t o = 0; o < patch.orbits(); ++o)
        if (too_far[o]) {
            equations.emplace_back(none, 0);
            equations.back().first(index(o)) = 1;
        }
    for (const Vector& wave : waves)
        for (std::size_t a = 0; a < patch.size(); ++a) {
            equations.emplace_back(none, 0);
            for (std::size_t b = 0; b < patch.size(); ++b)
                equations.back().first(index(patch.orbit(a, b))) += wave(index(b));
        }
    if (condition != nullptr) {
        const Vector form = Eigen::Map<const Vector>(condition->form.data(), none.size());
        equations.emplace_back(form / form.norm(), condition->value / form.norm());
    }
    Equations all{Matrix(index(equations.size()), index(patch.orbits())), Vector(index(equations.size()))};
    for (std::size_t e = 0; e < equations.size(); ++e) {
        all.rows.row(index(e)) = equations[e].first.transpose();
        all.right(index(e)) = equations[e].second;
    }
    return all;
}

/// A block of the matrices that the symmetries do not change: functions that are odd along the first axes of the patch
/// and even along the others. Blocks with other odd axes are equal to one of these.
struct ParityBlock {
    std::vector<std::size_t> points;  ///< with coordinates >= 0, > 0 along odd axes
    std::vector<double> images;       ///< number of mirror images of each point
    std::vector<Matrix> of_orbit;
};

/// The mirror images of a point, with the sign of a function that is odd along the axes in `odd`.
std::vector<std::pair<std::size_t, double>> images_of(const GramPatch& patch, const Offset& at, unsigned odd) {
    std::map<std::size_t, double> images;
    for (unsigned signs = 0; signs < 8; ++signs) {
        const Offset image{(signs & 1U) != 0 ? -at.x : at.x, (signs & 2U) != 0 ? -at.y : at.y,
                           (signs & 4U) != 0 ? -at.z : at.z};
        images[static_cast<std::size_t>(patch.find(image))] = std::popcount(signs & odd) % 2 == 0 ? 1 : -1;
    }
    return {images.begin(), images.end()};
}

ParityBlock parity_block(const GramPatch& patch, unsigned odd) {
    ParityBlock block;
    for (std::size_t s = 0; s < patch.size(); ++s) {
        const Offset& at = patch.points()[s];
        const auto allowed = [&](int coordinate, unsigned axis) {
            return (odd >> axis & 1U) != 0 ? coordinate > 0 : coordinate >= 0;
        };
        if (!allowed(at.x, 0) || !allowed(at.y, 1) || !allowed(at.z, 2)) continue;
        block.points.push_back(s);
        block.images.push_back(static_cast<double>(images_of(patch, at, 0).size()));
    }
    const std::size_t n = block.points.size();
    block.of_orbit.assign(patch.orbits(), Matrix::Zero(index(n), index(n)));
    for (std::size_t b = 0; b < n; ++b)
        for (const auto& [image, sign] : images_of(patch, patch.points()[block.points[b]], odd))
            for (std::size_t a = 0; a < n; ++a)
                block.of_orbit[patch.orbit(block.points[a], image)](index(a), index(b)) +=
                    sign * std::sqrt(block.images[a] / block.images[b]);
    return block;
}

std::vector<ParityBlock> parity_blocks(const GramPatch& patch) {
    std::vector<ParityBlock> blocks;
    for (const unsigned odd : patch.dims() == 3 ? std::vector<unsigned>{0, 1, 3, 7} : std::vector<unsigned>{0, 1, 5})
        blocks.push_back(parity_block(patch, odd));
    return blocks;
}

/// An orthonormal basis of what is orthogonal to the standing waves, all of which are even: columns, in the even block.
Matrix moving_part(const ParityBlock& even, const std::vector<Vector>& waves) {
    Matrix still(index(even.points.size()), index(waves.size()));
    for (std::size_t w = 0; w < waves.size(); ++w)
        for (std::size_t t = 0; t < even.points.size(); ++t)
            still(index(t), index(w)) = std::sqrt(even.images[t]) * waves[w](index(even.points[t]));
    const Matrix basis = Eigen::HouseholderQR<Matrix>(still).householderQ();
    return basis.rightCols(basis.cols() - still.cols());
}

/// Q = Q(particular + free z), as blocks that must not be negative.
struct FreeNumbers {
    Vector particular;
    Matrix free;
    std::vector<ParityBlock> blocks;
    Matrix moving;  ///< basis in block 0

    Vector numbers(const Vector& z) const { return particular + free * z.head(free.cols()); }
    Matrix block(std::size_t b, const Vector& numbers_of_q) const {
        Matrix sum = Matrix::Zero(blocks[b].of_orbit.front().rows(), blocks[b].of_orbit.front().cols());
        for (std::size_t o = 0; o < blocks[b].of_orbit.size(); ++o)
            if (numbers_of_q(index(o)) != 0) sum += numbers_of_q(index(o)) * blocks[b].of_orbit[o];
        return sum;
    }
    Matrix moving_block(std::size_t b, const Vector& numbers_of_q) const {
        const Matrix whole = block(b, numbers_of_q);
        return b == 0 ? Matrix(moving.transpose() * whole * moving) : whole;
    }
};

double lowest_eigenvalue(const Matrix& matrix) {
    return Eigen::SelfAdjointEigenSolver<Matrix>(matrix, Eigen::EigenvaluesOnly).eigenvalues()(0);
}

/// Numbers z for which Q is positive on moving waves, if there are any. Minimises s with Q + s > 0.
std::optional<Vector> positive_start(const FreeNumbers& q) {
    const Eigen::Index n = q.free.cols();
    std::vector<AffineMatrix> matrices;
    double lowest = 0;
    for (std::size_t b = 0; b < q.blocks.size(); ++b) {
        AffineMatrix matrix{q.moving_block(b, q.particular), {}};
        for (Eigen::Index i = 0; i < n; ++i) matrix.linear.push_back(q.moving_block(b, q.free.col(i)));
        matrix.linear.push_back(Matrix::Identity(matrix.constant.rows(), matrix.constant.cols()));
        if (matrix.constant.size() == 0) continue;
        lowest = std::min(lowest, lowest_eigenvalue(matrix.constant));
        matrices.push_back(std::move(matrix));
    }
    const double most = 1000 + 2 * std::abs(lowest);  // s stays bounded: -1 < s < most
    std::vector<Matrix> unit(static_cast<std::size_t>(n) + 1);
    unit.back() = Matrix::Constant(1, 1, 1);
    matrices.push_back({Matrix::Constant(1, 1, 1), unit});
    unit.back() = Matrix::Constant(1, 1, -1);
    matrices.push_back({Matrix::Constant(1, 1, most), unit});
    Vector x = Vector::Zero(n + 1), cost = Vector::Zero(n + 1);
    x(n) = -lowest * 1.1 + 0.1;
    cost(n) = 1;
    const auto enough = [n](const Vector& at) { return at(n) < -1e-7; };
    x = minimise_semidefinite(cost, matrices, x, 1e-3, enough);
    if (!enough(x)) return std::nullopt;
    return x.head(n);
}

/// The sum over the 8 vertices of a cell of the squared mean of the 8 nodes around each, by orbits.
Vector vertex_means(const GramPatch& patch) {
    Vector numbers = Vector::Zero(index(patch.orbits()));
    for (std::size_t a = 0; a < patch.size(); ++a)
        for (std::size_t b = a; b < patch.size(); ++b) {
            const Offset &s = patch.points()[a], &t = patch.points()[b];
            double vertices = 8.0 / 64;  // that both points share, times (1/8)^2
            for (const auto& [one, other] : {std::pair{s.x, t.x}, {s.y, t.y}, {s.z, t.z}}) {
                if (std::abs(one) > 1 || std::abs(other) > 1 || one * other < 0) vertices = 0;
                if (one != 0 || other != 0) vertices /= 2;
            }
            numbers(index(patch.orbit(a, b))) = vertices;
        }
    return numbers;
}

/// (z, d) with the least tr D, d by class of points, and D - Q above the form with the numbers `ports`.
Vector least_trace(const FreeNumbers& q, const GramPatch& patch, const Vector& start, const Vector& ports) {
    const Eigen::Index n = q.free.cols(), classes = index(patch.classes());
    std::vector<AffineMatrix> matrices;
    double highest = 0;
    for (std::size_t b = 0; b < q.blocks.size(); ++b) {
        const Matrix now = q.block(b, q.numbers(start) + ports);
        if (now.size() == 0) continue;
        highest = std::max(highest, -lowest_eigenvalue(-now));
        AffineMatrix above{-q.block(b, q.particular + ports), {}}, positive{q.moving_block(b, q.particular), {}};
        for (Eigen::Index i = 0; i < n; ++i) {
            above.linear.push_back(-q.block(b, q.free.col(i)));
            positive.linear.push_back(q.moving_block(b, q.free.col(i)));
        }
        for (Eigen::Index c = 0; c < classes; ++c) {
            Vector diagonal = Vector::Zero(above.constant.rows());
            for (std::size_t t = 0; t < q.blocks[b].points.size(); ++t)
                if (index(patch.class_of(q.blocks[b].points[t])) == c) diagonal(index(t)) = 1;
            above.linear.emplace_back(diagonal.asDiagonal());
            positive.linear.emplace_back();
        }
        matrices.push_back(std::move(above));
        if (positive.constant.size() > 0) matrices.push_back(std::move(positive));
    }
    Vector cost = Vector::Zero(n + classes), x(n + classes);
    for (std::size_t s = 0; s < patch.size(); ++s) cost(n + index(patch.class_of(s))) += 1;
    x << start, Vector::Constant(classes, 1.5 * highest);
    return minimise_semidefinite(cost, matrices, x, 1e-8);
}

constexpr double enough_of_step = 0.9995;
constexpr double rounding = 1e-12;

}  // namespace

GramSearch find_gram(const Stencil& stencil, const GramPatch& patch, double port_mass, const GramCondition* condition) {
    for (const auto& [l, a] : weights_by_offset(stencil)) {
        const auto& points = patch.points();
        if (std::none_of(points.begin(), points.end(), [&, l = l](const Offset& s) { return patch.find(s + l) >= 0; }))
            return {nullptr, "it reaches too far for the matrices that prove it there"};
    }
    const std::vector<Vector> waves = standing_waves(stencil, patch);
    const Equations equations = equations_of(stencil, patch, waves, condition);
    Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
    solver.setThreshold(1e-9);
    solver.compute(equations.rows);
    const Matrix basis = solver.colsPermutation() * Matrix(solver.matrixZ().transpose());
    FreeNumbers q{
        solver.solve(equations.right), basis.rightCols(basis.cols() - solver.rank()), parity_blocks(patch), {}};
    const std::string none = "its weights leave no stability proof there";
    if ((equations.rows * q.particular - equations.right).cwiseAbs().maxCoeff() > 1e-9) return {nullptr, none};
    q.moving = moving_part(q.blocks.front(), waves);
    const std::optional<Vector> start = positive_start(q);
    if (!start) return {nullptr, none};
    Vector ports = Vector::Zero(index(patch.orbits()));
    if (port_mass > 0) ports = vertex_means(patch) / (4 * port_mass);
    const Vector best = least_trace(q, patch, *start, ports);

    GramMatrix gram{patch, {}, 0, port_mass};
    const Vector numbers = q.numbers(best);
    const std::size_t n = patch.size();
    Matrix whole(index(n), index(n)), above = Matrix::Zero(index(n), index(n));  // Q and D - Q - R / (4 port_mass)
    double trace = 0;
    for (std::size_t a = 0; a < n; ++a) {
        const double own = best(q.free.cols() + index(patch.class_of(a)));
        trace += own;
        above(index(a), index(a)) = own;
        for (std::size_t b = 0; b < n; ++b) {
            const Eigen::Index orbit = index(patch.orbit(a, b));
            gram.q.push_back(numbers(orbit));
            whole(index(a), index(b)) = gram.q.back();
            above(index(a), index(b)) -= gram.q.back() + ports(orbit);
        }
    }
    if (lowest_eigenvalue(whole) < -rounding * whole.cwiseAbs().maxCoeff() * static_cast<double>(n))
        return {nullptr, none};
    gram.bound = trace + static_cast<double>(n) * std::max(0.0, -lowest_eigenvalue(above));
    return {std::make_shared<const GramMatrix>(std::move(gram)), {}};
}

GramSearch find_gram(const Stencil& stencil) {
    static Memo<GramSearch> known;
    return known.of(numbers_of(stencil), [&] {
        const double free = StencilAnalysis(stencil).courant_max();
        if (!(free > 0)) return GramSearch{nullptr, "it is unstable in free space"};
        GramSearch best;
        for (const int radius2 : {3, 4, 5}) {
            GramSearch found = find_gram(stencil, GramPatch(stencil.dims, radius2));
            if (!best.matrix && !found.matrix) best.why_not = found.why_not;
            if (found.matrix && (!best.matrix || found.matrix->bound < best.matrix->bound)) best = std::move(found);
            if (best.matrix && 2 / std::sqrt(best.matrix->bound) >= enough_of_step * free) break;
        }
        return best;
    });
}

GramSearch find_gram_with_ports(const Stencil& stencil) {
    static Memo<GramSearch> known;
    return known.of(numbers_of(stencil), [&] {
        GramSearch without = find_gram(stencil);
        if (!without.matrix) return without;
        GramSearch none{nullptr, "its weights leave no room for walls at the vertices"};
        const double mass = stencil.dims == 3 ? half_cell_air_mass(stencil, WallPosition::half) : 0;
        if (!(mass > 0)) return none;
        GramSearch with = find_gram(stencil, without.matrix->patch, mass);
        const double share = with.matrix ? std::sqrt(without.matrix->bound / with.matrix->bound) : 0;
        return share >= enough_of_step ? with : none;
    });
}

}  // namespace wavesim
