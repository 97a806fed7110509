// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

namespace wavesim::cpu {

/// Factors of a medium that varies, laid out like a level: values, or codes of medium_storage.hpp. Exactly one of
/// `values`, `narrow` and `wide` is there; none where the medium does not vary.
template <class T>
struct FactorView {
    const T* values = nullptr;
    const std::uint8_t* narrow = nullptr;
    const std::uint16_t* wide = nullptr;
    const float* table = nullptr;  ///< of 8-bit and 16-bit numbers; else they are steps below `most`
    float most = 1;
    float step = 0;
    std::int64_t first = 0;  ///< where node 0 stands
    /// Where the density varies the values are moduli: of waves along an axis, times the buoyancies of that axis.
    std::array<const T*, 3> buoyancy_of{};
    const T* buoyancy = nullptr;  ///< of one axis, laid out alike

    /// The same, counted from a node further on.
    FactorView from(std::int64_t place) const {
        FactorView moved = *this;
        moved.first += place;
        return moved;
    }
    /// Of waves along an axis.
    FactorView along(int axis) const {
        FactorView of_axis = *this;
        of_axis.buoyancy = buoyancy_of[static_cast<std::size_t>(axis)];
        return of_axis;
    }
};

}  // namespace wavesim::cpu
