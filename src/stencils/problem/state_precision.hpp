// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem/state.hpp"

namespace wavesim {

/// A state whose arrays of floating-point numbers named `prefix...` are those of another source in another precision:
/// rounded to the nearest, or as they are where it is higher.
class StateInPrecision final : public StateSource {
  public:
    /// `whole` must outlive it; `type` is float32 or float64.
    StateInPrecision(StateSource& whole, const std::string& prefix, ElementType type);
    const std::vector<ArrayInfo>& arrays() const override { return arrays_; }
    void open(const std::string& name) override;
    void read(std::span<std::byte> part) override;

  private:
    StateSource& whole_;
    std::vector<ArrayInfo> arrays_;
    ElementType from_ = ElementType::int64;  ///< of the array that is open
    ElementType to_ = ElementType::int64;
};

}  // namespace wavesim
