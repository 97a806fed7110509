// SPDX-License-Identifier: MIT
#pragma once
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

    /// The same, counted from a node further on.
    FactorView from(std::int64_t place) const {
        FactorView moved = *this;
        moved.first += place;
        return moved;
    }
};

}  // namespace wavesim::cpu
