// SPDX-License-Identifier: MIT
#include "boundary/corner_tuning.hpp"

#include <cmath>
#include <cstdint>

#include <Eigen/LU>

#include "boundary/patch_forms.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {
namespace {

constexpr int cells = 12;                ///< along a side of a square
constexpr double exact = 1.47562182408;  ///< eigenvalue for squares of side 1
constexpr double most_growth = 1e-4;     ///< of the bound

/// The L-shaped room: its nodes, and the masks of their patches.
class CornerRoom {
  public:
    explicit CornerRoom(const GramPatch& patch) : patch_(patch), number_(2 * cells * 2 * cells, -1) {
        for (int z = 0; z < 2 * cells; ++z)
            for (int x = 0; x < 2 * cells; ++x)
                if (x < cells || z >= cells) {
                    number_[static_cast<std::size_t>(x + 2 * cells * z)] = static_cast<Eigen::Index>(nodes_.size());
                    nodes_.push_back({x, 0, z});
                }
    }
    const std::vector<Offset>& nodes() const { return nodes_; }
    /// Number of a node; -1 where there is no air.
    Eigen::Index number(const Offset& at) const {
        const bool inside = at.y == 0 && at.x >= 0 && at.z >= 0 && at.x < 2 * cells && at.z < 2 * cells;
        return inside ? number_[static_cast<std::size_t>(at.x + 2 * cells * at.z)] : -1;
    }
    std::uint64_t air_around(const Offset& at) const {
        std::uint64_t air = 0;
        for (std::size_t p = 0; p < patch_.size(); ++p) air |= std::uint64_t{number(at + patch_.points()[p]) >= 0} << p;
        return air;
    }

  private:
    const GramPatch& patch_;
    std::vector<Offset> nodes_;
    std::vector<Eigen::Index> number_;
};

/// The eigenvector whose eigenvalue is nearest to `near`.
Eigen::VectorXd mode_near(const Eigen::MatrixXd& matrix, double near) {
    const Eigen::PartialPivLU<Eigen::MatrixXd> solver(matrix -
                                                      near * Eigen::MatrixXd::Identity(matrix.rows(), matrix.cols()));
    Eigen::VectorXd mode = Eigen::VectorXd::LinSpaced(matrix.rows(), -1, 1.5);
    for (int i = 0; i < 8; ++i) mode = solver.solve(mode).normalized();
    return mode;
}

GramSearch tuned(const Stencil& stencil, const GramSearch& found) {
    if (!found.matrix) return found;
    GramSearch best = found;
    for (int round = 0; round < 2; ++round) {
        const CornerMode mode = corner_mode(*best.matrix);
        const double wanted = exact_corner_eigenvalue(2 / std::sqrt(best.matrix->bound));
        for (const double share : {1.0, 0.5, 0.25}) {
            const GramCondition condition{mode.form, mode.eigenvalue + share * (wanted - mode.eigenvalue)};
            const GramSearch next = find_gram(stencil, found.matrix->patch, found.matrix->port_mass, &condition);
            if (!next.matrix || next.matrix->bound > found.matrix->bound * (1 + most_growth)) continue;
            best = next;
            break;
        }
    }
    return best;
}

}  // namespace

CornerMode corner_mode(const GramMatrix& gram) {
    const CornerRoom room(gram.patch);
    const std::size_t n = gram.patch.size();
    const auto size = static_cast<Eigen::Index>(room.nodes().size());
    PatchForms forms(gram);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
    for (const Offset& at : room.nodes()) {
        const std::vector<double>& form = forms.of(room.air_around(at));
        for (std::size_t a = 0; a < n; ++a) {
            const Eigen::Index one = room.number(at + gram.patch.points()[a]);
            if (one < 0) continue;
            for (std::size_t b = 0; b < n; ++b)
                if (const Eigen::Index other = room.number(at + gram.patch.points()[b]); other >= 0)
                    matrix(one, other) += form[a * n + b];
        }
    }
    const Eigen::VectorXd mode = mode_near(matrix, exact_corner_eigenvalue(2 / std::sqrt(gram.bound)));
    CornerMode result{std::vector<double>(gram.patch.orbits()), 0};
    std::vector<double> read(n);
    for (const Offset& at : room.nodes()) {
        const std::uint64_t air = room.air_around(at);
        for (std::size_t s = 0; s < n; ++s) {
            read[s] = 0;
            for (const auto& [end, share] : forms.ends(s, air))
                read[s] += share * mode(room.number(at + gram.patch.points()[end]));
        }
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = 0; b < n; ++b) result.form[gram.patch.orbit(a, b)] += read[a] * read[b];
    }
    result.eigenvalue = mode.dot(matrix * mode);
    return result;
}

/// With omega = sqrt(exact) / cells, k^2 = (2 sin(courant omega / 2) / courant)^2 is the eigenvalue of that frequency.
double exact_corner_eigenvalue(double courant) {
    const double omega = std::sqrt(exact) / cells;
    return std::pow(2 / courant * std::sin(courant * omega / 2), 2);
}

GramSearch find_tuned_gram(const Stencil& stencil) {
    static Memo<GramSearch> known;
    return known.of(numbers_of(stencil), [&] { return tuned(stencil, find_gram(stencil)); });
}

GramSearch find_tuned_gram_with_ports(const Stencil& stencil) {
    static Memo<GramSearch> known;
    return known.of(numbers_of(stencil), [&] { return tuned(stencil, find_gram_with_ports(stencil)); });
}

}  // namespace wavesim
