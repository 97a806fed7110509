// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem/state.hpp"

namespace wavesim {

/// A state that converts the precision of another one. Its floating-point arrays named `prefix...` are those of the
/// other source, rounded to nearest, or exact where the new precision is higher.
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
    ElementType from_ = ElementType::int64;  ///< type of the array that is open
    ElementType to_ = ElementType::int64;
};

}  // namespace wavesim
