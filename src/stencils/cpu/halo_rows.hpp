// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim::cpu {

/// The halo by the nodes that it mirrors: which halo values each row must write after its update. A halo whose rule is
/// zero is never written and stays 0.
template <class T>
class HaloRows {
  public:
    HaloRows(const FieldLayout& layout, const std::array<HaloRule, 6>& rules);

    /// Prefetches the memory beside row (y, z), which write_images() will need.
    void fetch(const T* field, std::int64_t y, std::int64_t z) const;

    /// Fills the x halo of row (y, z) and every halo row that mirrors it.
    void write_images(T* field, std::int64_t y, std::int64_t z) const;

  private:
    struct Image {
        std::int64_t to;  ///< coordinate of the halo node
        T sign;
    };
    struct XImage {
        std::int64_t to;
        std::int64_t from;
        T sign;
    };
    using Images = std::vector<std::vector<Image>>;
    static Images images_along(std::int64_t n, std::int64_t halo, HaloRule low, HaloRule high);

    FieldLayout layout_;
    std::vector<XImage> x_images_;
    Images y_images_;  ///< for each y inside the grid: y itself, then the y of the halo rows that mirror it
    Images z_images_;
};

}  // namespace wavesim::cpu
