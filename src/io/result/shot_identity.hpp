// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "io/result/shot_seal.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Says which shots are the same in two surveys: the hash of a shot is that of the scene moved to it, whatever other
/// shots there are. Names of receivers do not count.
class ShotIdentities {
  public:
    explicit ShotIdentities(const Scene& scene);
    /// `scene` is the one of the constructor, moved to any shot.
    ShotIdentity of(const Scene& scene, std::int64_t shot) const;

  private:
    std::string all_but_points_;
};

}  // namespace wavesim
