// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/receivers.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::cpu {

/// The arrays of the fields of a problem at one time step, the pressure first.
template <class T>
using Fields = std::vector<T*>;
/// Both levels: u^n of even steps n and of odd ones.
template <class T>
using Levels = std::array<Fields<T>, 2>;

/// Where the samples of some steps go.
class Samples {
  public:
    Samples(const Receivers& receivers, double* first) : receivers_(receivers), first_(first) {}
    /// Every thread of a team: u^n of step `number`, counted from 0. `second`: of media with two fields.
    template <class T>
    void record(const TeamMember& member, std::int64_t number, const T* pressure, const T* second = nullptr) const {
        receivers_.record(member, pressure, second, first_ + static_cast<std::size_t>(number) * receivers_.size());
    }

  private:
    const Receivers& receivers_;
    double* first_;
};

/// How a team of threads takes the fields of a medium of one kind from step to step, and all that this needs besides
/// the two levels, which CpuBackend has. u^{n+1} overwrites u^{n-1}.
template <class T>
class FieldUpdate {
  public:
    virtual ~FieldUpdate() = default;

    virtual const FieldLayout& layout() const = 0;
    /// What state arrays of the fields are called.
    virtual std::vector<std::string> fields() const = 0;
    /// Every thread of the team once, before anything else: zeroes the parts of both levels that it will update, so
    /// that they lie near it in memory.
    virtual void start(const TeamMember& member, const Levels<T>& levels) = 0;
    /// Every thread of the team: steps from `step` on.
    virtual void advance(const TeamMember& member, std::int64_t step, std::int64_t steps, const Levels<T>& levels,
                         const Samples& samples) = 0;
    /// Gives the other fields of a row the values that belong to its pressure alone.
    virtual void follow_pressure(const Fields<T>&, std::int64_t /*y*/, std::int64_t /*z*/) const {}
    /// Brings what mirrors a row outside the grid in line with it.
    virtual void mirror_row(const Fields<T>&, std::int64_t /*y*/, std::int64_t /*z*/) const {}
    /// What time goes on from besides the fields and the step.
    virtual void add_state(std::vector<StateArray>& state) = 0;
};

}  // namespace wavesim::cpu
