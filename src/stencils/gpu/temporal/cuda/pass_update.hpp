// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/cuda/isotropic_update.hpp"

namespace wavesim {

/// An update by several steps per pass over memory where possible, and by single steps for the remainder; the bits are
/// the same. State and layout are those of the single steps.
template <class Real>
class PassUpdate : public FieldUpdate<Real> {
  public:
    const DeviceLayout& layout() const final { return single_.layout(); }
    std::vector<std::string> fields() const final { return single_.fields(); }
    void queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                  const FieldOrigins<Real>& next) const final {
        single_.queue_on(stream, parity, now, next);
    }
    void gather_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                   const FieldOrigins<Real>& before) const final {
        single_.gather_on(stream, parity, now, before);
    }
    SparsePasses<Real>& passes() final { return single_.passes(); }
    std::vector<std::vector<Real>> level_of(std::vector<Real> pressure, std::int64_t parity) final {
        return single_.level_of(std::move(pressure), parity);
    }
    bool fill_with_noise(std::array<DeviceLevel<Real>, 2>& levels) const final {
        return single_.fill_with_noise(levels);
    }
    std::vector<std::pair<std::string, DeviceArray<Real>*>> memory() final { return single_.memory(); }
    void set_step(std::int64_t step) final { single_.set_step(step); }

  protected:
    /// `forms`: the forms of the single steps.
    PassUpdate(const StencilProblem& problem, const RegionForms& forms, const Gpu& gpu, const KernelLibrary& support)
        : single_(problem, {}, forms, "", gpu, support, &table_) {}

    /// The table from which single steps are made, for making the passes.
    NodeTable take_table() { return std::exchange(table_, {}); }

  private:
    NodeTable table_;  // declared before the steps, which fill it

  protected:
    IsotropicUpdate<Real> single_;
};

}  // namespace wavesim
