// SPDX-License-Identifier: MIT
#include "boundary/local_walls.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

namespace wavesim {

namespace {

/// The laws of a list of walls, one for every law and factor that occur together.
class LocalLaws {
  public:
    explicit LocalLaws(std::vector<WallLaw> laws) : of_fastest_(std::move(laws)) {}

    std::uint16_t fit(std::uint16_t law, float factor) {
        const auto [entry, added] = number_.try_emplace({law, factor}, laws_.size());
        if (added) {
            if (laws_.size() > std::numeric_limits<std::uint16_t>::max())
                throw std::domain_error(
                    "absorbing walls touch the medium at more than 65536 different speeds of sound; make them rigid or "
                    "the medium simpler along them");
            WallLaw local = of_fastest_[law];
            local.resistance *= std::sqrt(static_cast<double>(factor));
            local.area *= static_cast<double>(factor);
            laws_.push_back(local);
        }
        return static_cast<std::uint16_t>(entry->second);
    }
    std::vector<WallLaw> take() { return std::move(laws_); }

  private:
    std::vector<WallLaw> of_fastest_;
    std::vector<WallLaw> laws_;
    std::map<std::pair<std::uint16_t, float>, std::size_t> number_;
};

}  // namespace

void fit_walls_to_medium(const MediumFactors& medium, WallPasses& walls) {
    if (!medium.varies) return;
    const auto factor = [&](std::int64_t node) { return medium.of_node[static_cast<std::size_t>(node)]; };
    const auto between = [](const std::vector<std::int64_t>& first, std::size_t i, const auto& act) {
        for (auto k = static_cast<std::size_t>(first[i]); k < static_cast<std::size_t>(first[i + 1]); ++k) act(k);
    };
    Corrections& corrections = walls.corrections;
    for (std::size_t i = 0; i < corrections.nodes.size(); ++i)
        between(corrections.first, i,
                [&](std::size_t k) { corrections.weights[k] *= static_cast<double>(factor(corrections.nodes[i])); });
    LocalLaws explicit_laws(std::move(walls.explicit_walls.law));
    for (std::size_t f = 0; f < walls.explicit_walls.nodes.size(); ++f)
        walls.explicit_walls.laws[f] =
            explicit_laws.fit(walls.explicit_walls.laws[f], factor(walls.explicit_walls.nodes[f]));
    walls.explicit_walls.law = explicit_laws.take();
    LocalLaws branch_laws(std::move(walls.branch_walls.law));
    for (std::size_t i = 0; i < walls.branch_walls.nodes.size(); ++i)
        between(walls.branch_walls.first, i, [&](std::size_t k) {
            walls.branch_walls.laws[k] =
                branch_laws.fit(walls.branch_walls.laws[k], factor(walls.branch_walls.nodes[i]));
        });
    walls.branch_walls.law = branch_laws.take();
}

}  // namespace wavesim
