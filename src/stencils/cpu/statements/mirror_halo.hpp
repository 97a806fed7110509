// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/statements/side_values.hpp"
#include "stencils/cpu/thread_team.hpp"

namespace wavesim::cpu {

/// Fills the halo of an array with mirror images or polynomials, axis by axis, so that edges and corners have images
/// of images. Runs of fewer than four values have mirror images only.
template <class T>
class MirrorHalo {
  public:
    MirrorHalo(const FieldLayout& layout, const std::array<AxisMirror, 3>& mirrors);

    /// Called by every thread of a team; the threads synchronise at its end.
    void fill(const TeamMember& member, T* values) const;

  private:
    FieldLayout layout_;
    std::array<std::vector<SideValue<T>>, 3> images_;
    std::array<std::int64_t, 3> low_{};  ///< per axis: first value that is not a mirror image
};

}  // namespace wavesim::cpu
