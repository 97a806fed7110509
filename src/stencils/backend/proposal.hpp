// SPDX-License-Identifier: MIT
#pragma once
#include <any>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <vector>

#include "stencils/backend/machine.hpp"
#include "stencils/problem/problem.hpp"
#include "stencils/problem/regions.hpp"

namespace wavesim {

/// What a backend would do with a problem on a machine: plans print it, forecasts add it up, runs open it.
struct Proposal {
    /// Why the backend cannot run the problem, one sentence; then nothing else holds. Else empty.
    std::string why_not = {};
    /// Into which it cuts the grid; one where it does not.
    std::vector<Region> regions = {};
    std::int64_t host_bytes = 0;    ///< host memory that it keeps, with the machine's threads
    std::int64_t making_bytes = 0;  ///< host memory of lists on their way to the device, beside that
    std::int64_t device_bytes = 0;  ///< device memory
    double ctpn_s = 0;              ///< predicted time per node of a whole step [s]; 0: the machine's rate is not known
    double setup_s = 0;             ///< predicted time that it takes to be set up beyond that of other backends [s]
    /// Nodes of a block as BackendFacts::tile shows them, first what it takes by itself; empty without a choice.
    std::vector<std::string> tiles = {};
    /// What the backend has decided for itself and need not work out again when it is opened.
    std::any decided = {};

    static Proposal refused(std::string why) { return {.why_not = std::move(why)}; }
};

/// A problem and a machine for which backends make proposals, one after the other. What one backend has counted in the
/// lists of the problem is kept for the next. Not thread-safe.
class Inquiry {
  public:
    static constexpr std::int64_t no_looks = std::numeric_limits<std::int64_t>::max();

    /// `between_looks`: steps from one field check to the next. Problem and machine must outlive it.
    Inquiry(const StencilProblem& asked, const Machine& on, std::int64_t between_looks = no_looks)
        : problem(asked), machine(on), steps_between_looks(between_looks) {}

    /// The value of that type, made by make() when it is first asked for. It may depend on the problem alone.
    template <class Value, class Make>
    const Value& counted(const Make& make) const {
        std::shared_ptr<void>& value = counted_[typeid(Value)];
        if (!value) value = std::make_shared<Value>(make());
        return *static_cast<const Value*>(value.get());
    }

    const StencilProblem& problem;
    const Machine& machine;
    const std::int64_t steps_between_looks;

  private:
    mutable std::map<std::type_index, std::shared_ptr<void>> counted_;
};

}  // namespace wavesim
