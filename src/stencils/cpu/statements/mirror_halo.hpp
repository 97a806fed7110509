// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/equations/side_image.hpp"

namespace wavesim::cpu {

/// How values continue beyond both ends of an axis. Without `half` the sides lie half a cell beyond the first and the
/// last node. With `half` they lie on the values -1 and n - 1, which are 0 where the mirror is odd or zero_on_side.
struct AxisMirror {
    bool half = false;
    equations::Mirror low = equations::Mirror::even;
    equations::Mirror high = equations::Mirror::even;
};

/// Fills the halo of an array with mirror images or polynomials, axis by axis, so that edges and corners have images
/// of images. Runs of fewer than four values have mirror images only.
template <class T>
class MirrorHalo {
  public:
    MirrorHalo(const FieldLayout& layout, const std::array<AxisMirror, 3>& mirrors);

    /// Called by every thread of a team; the threads synchronise at its end.
    void fill(const TeamMember& member, T* values) const;

  private:
    /// The sum of `count` values, each times its weight; a value on a side has none.
    struct Image {
        std::int64_t to = 0;
        int count = 0;
        std::array<std::int64_t, 3> from{};
        std::array<T, 3> weight{};
    };
    Image beyond(bool high, std::int64_t away, equations::Mirror mirror, bool half, std::int64_t n) const;
    FieldLayout layout_;
    std::array<std::vector<Image>, 3> images_;
    std::array<std::int64_t, 3> low_{};  ///< per axis: first value that is not a mirror image
};

}  // namespace wavesim::cpu
