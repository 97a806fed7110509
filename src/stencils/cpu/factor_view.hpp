// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

namespace wavesim::cpu {

/// Factors of a heterogeneous medium, laid out like a level: values, or codes of medium_storage.hpp. Exactly one of
/// `values`, `narrow` and `wide` is set; none where the medium does not vary.
template <class T>
struct FactorView {
    const T* values = nullptr;
    const std::uint8_t* narrow = nullptr;
    const std::uint16_t* wide = nullptr;
    const float* table = nullptr;  ///< values of the codes; without a table codes count steps below `most`
    float most = 1;
    float step = 0;
    std::int64_t first = 0;  ///< position of node 0
    /// If the density varies, the values are moduli. Their products with the buoyancies of an axis are the factors for
    /// waves along it.
    std::array<const T*, 3> buoyancy_of{};
    const T* buoyancy = nullptr;  ///< of one axis, with the same layout

    /// The same, starting at a later node.
    FactorView from(std::int64_t place) const {
        FactorView moved = *this;
        moved.first += place;
        return moved;
    }
    /// The factors for waves along an axis.
    FactorView along(int axis) const {
        FactorView of_axis = *this;
        of_axis.buoyancy = buoyancy_of[static_cast<std::size_t>(axis)];
        return of_axis;
    }
};

}  // namespace wavesim::cpu
