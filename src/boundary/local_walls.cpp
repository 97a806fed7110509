// SPDX-License-Identifier: MIT
#include "boundary/local_walls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace wavesim {

namespace {

/// Whether laws are made for the exact factor of each node or for rounded factors.
enum class Factors { exact, rounded };

/// A factor, rounded down by less than 1/512 of it.
float coarse(float factor) {
    int exponent = 0;
    const float mantissa = std::frexp(factor, &exponent);
    return std::ldexp(std::floor(mantissa * 1024), exponent - 10);
}

/// Builds the laws of a list of walls: one for each combination of law and factor that occurs.
class LocalLaws {
  public:
    LocalLaws(const std::vector<WallLaw>& laws, Factors factors) : of_fastest_(laws), factors_(factors) {}

    /// Number of the adapted law; empty when there are too many laws.
    std::optional<std::uint16_t> fit(std::uint16_t law, float factor) {
        if (factors_ == Factors::rounded) factor = coarse(factor);
        const auto [entry, added] = number_.try_emplace({law, factor}, laws_.size());
        if (added) {
            if (laws_.size() > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
            WallLaw local = of_fastest_[law];
            local.resistance *= std::sqrt(static_cast<double>(factor));
            local.area *= static_cast<double>(factor);
            laws_.push_back(local);
        }
        return static_cast<std::uint16_t>(entry->second);
    }
    std::vector<WallLaw> take() { return std::move(laws_); }

  private:
    const std::vector<WallLaw>& of_fastest_;
    Factors factors_;
    std::vector<WallLaw> laws_;
    std::map<std::pair<std::uint16_t, float>, std::size_t> number_;
};

/// Adapts the laws of faces; `factor_of`(k) is the factor at the node of face k.
template <class FactorOf>
void fit_laws(std::vector<std::uint16_t>& faces, std::vector<WallLaw>& laws, const FactorOf& factor_of) {
    for (const Factors factors : {Factors::exact, Factors::rounded}) {
        LocalLaws local(laws, factors);
        std::vector<std::uint16_t> fitted(faces.size());
        std::size_t k = 0;
        for (; k < faces.size(); ++k) {
            const auto number = local.fit(faces[k], factor_of(k));
            if (!number) break;
            fitted[k] = *number;
        }
        if (k < faces.size()) continue;
        faces = std::move(fitted);
        laws = local.take();
        return;
    }
    throw std::domain_error(
        "absorbing walls touch the medium at more than 65536 different speeds of sound; make them rigid or the medium "
        "simpler along them");
}

}  // namespace

void fit_walls_to_medium(const NodeFactors& factors, WallPasses& walls) {
    if (factors.empty()) return;
    fit_walls_to_factors([&](std::int64_t node) { return factors.factor(node); }, walls);
}

void fit_walls_to_factors(const std::function<float(std::int64_t node)>& factor, WallPasses& walls) {
    walls.corrections.set_factors(factor);
    ExplicitWalls& faces = walls.explicit_walls;
    fit_laws(faces.laws, faces.law, [&](std::size_t f) { return factor(faces.nodes[f]); });
    BranchWalls& branches = walls.branch_walls;
    std::vector<float> of_face(branches.laws.size());
    for (std::size_t i = 0; i < branches.nodes.size(); ++i) {
        const float here = factor(branches.nodes[i]);
        std::fill(of_face.begin() + branches.first[i], of_face.begin() + branches.first[i + 1], here);
    }
    fit_laws(branches.laws, branches.law, [&](std::size_t f) { return of_face[f]; });
}

}  // namespace wavesim
