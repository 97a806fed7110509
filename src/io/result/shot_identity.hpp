// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "io/result/shot_checksum.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Identifies equal shots in two surveys: the hash of a shot is that of the scene moved to it, independent of the other
/// shots. Names of receivers are ignored.
class ShotIdentities {
  public:
    explicit ShotIdentities(const Scene& scene);
    /// `scene` is that of the constructor, moved to any shot.
    ShotIdentity of(const Scene& scene, std::int64_t shot) const;

  private:
    std::string all_but_points_;
};

}  // namespace wavesim
