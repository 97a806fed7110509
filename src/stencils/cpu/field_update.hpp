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

/// Where the samples of several steps are stored.
class Samples {
  public:
    Samples(const Receivers& receivers, double* first) : receivers_(receivers), first_(first) {}
    /// Called by every thread of a team: records u^n of step `number`, counted from 0. `second`: the second field of
    /// media that have one.
    template <class T>
    void record(const TeamMember& member, std::int64_t number, const T* pressure, const T* second = nullptr) const {
        receivers_.record(member, pressure, second, first_ + static_cast<std::size_t>(number) * receivers_.size());
    }

  private:
    const Receivers& receivers_;
    double* first_;
};

/// How a team of threads advances the fields of one kind of medium in time, with all data except the two levels, which
/// CpuBackend owns. u^{n+1} overwrites u^{n-1}.
template <class T>
class FieldUpdate {
  public:
    virtual ~FieldUpdate() = default;

    virtual const FieldLayout& layout() const = 0;
    /// Names of the fields in state arrays.
    virtual std::vector<std::string> fields() const = 0;
    /// Called once by every thread of the team before anything else: zeroes the parts of both levels that the thread
    /// will update, so that they are placed in memory near it.
    virtual void start(const TeamMember& member, const Levels<T>& levels) = 0;
    /// Called by every thread of the team: advances from step `step`.
    virtual void advance(const TeamMember& member, std::int64_t step, std::int64_t steps, const Levels<T>& levels,
                         const Samples& samples) = 0;
    /// Sets the other fields of a row to the values that belong to a pressure field alone.
    virtual void follow_pressure(const Fields<T>&, std::int64_t /*y*/, std::int64_t /*z*/) const {}
    /// Updates the halo values that mirror a row.
    virtual void mirror_row(const Fields<T>&, std::int64_t /*y*/, std::int64_t /*z*/) const {}
    /// Adds the data, besides the fields and the step, from which time stepping continues.
    virtual void add_state(std::vector<StateArray>& state) = 0;
};

}  // namespace wavesim::cpu
