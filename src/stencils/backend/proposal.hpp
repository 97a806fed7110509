// SPDX-License-Identifier: MIT
#pragma once
#include <any>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "stencils/backend/kernel_text.hpp"
#include "stencils/backend/machine.hpp"
#include "stencils/problem/problem.hpp"
#include "stencils/problem/regions.hpp"

namespace wavesim {

/// How a backend would run a problem on a machine. Plans print it, forecasts sum it up, runs open it.
struct Proposal {
    /// One sentence why the backend cannot run the problem; then the other members are not valid. Else empty.
    std::string why_not = {};
    /// The regions into which the backend divides the grid; one region if it does not.
    std::vector<Region> regions = {};
    std::int64_t host_bytes = 0;    ///< host memory of the backend, with the machine's threads
    std::int64_t making_bytes = 0;  ///< further host memory for lists before they are copied to the device
    std::int64_t device_bytes = 0;  ///< device memory
    double ctpn_s = 0;              ///< predicted time per node of a whole step [s]; 0: the machine's rate is not known
    double setup_s = 0;             ///< predicted time for setup, compared with other backends [s]
    /// Possible nodes per block as in BackendFacts::tile, the default first; empty without a choice.
    std::vector<std::string> tiles = {};
    /// The kernels that are compiled when it is opened, unless the cache has them; empty on a CPU.
    std::vector<KernelText> texts = {};
    /// Decisions that the backend has already made and need not repeat when it is opened.
    std::any decided = {};

    static Proposal refused(std::string why) { return {.why_not = std::move(why)}; }
};

/// What was counted in the lists of a problem, by type. Lists are long: a plan walks each at most twice.
using ListCounts = std::map<std::type_index, std::shared_ptr<void>>;

/// A problem and a machine for which several backends make proposals in turn. Counts of the lists of the problem that
/// one backend makes are kept for the next. Not thread-safe.
class Inquiry {
  public:
    static constexpr std::int64_t no_looks = std::numeric_limits<std::int64_t>::max();

    /// `between_looks`: steps from one field check to the next. Problem and machine must outlive it. `known`: counts of
    /// another inquiry about the same lists on the same grid, which is about another machine or other layers.
    Inquiry(const StencilProblem& asked, const Machine& on, std::int64_t between_looks = no_looks,
            std::shared_ptr<ListCounts> known = {})
        : problem(asked),
          machine(on),
          steps_between_looks(between_looks),
          counted_(known ? std::move(known) : std::make_shared<ListCounts>()) {}

    /// The value of that type, made by make() at the first request. It must depend only on the problem, and not on its
    /// layers.
    template <class Value, class Make>
    const Value& counted(const Make& make) const {
        std::shared_ptr<void>& value = (*counted_)[typeid(Value)];
        if (!value) value = std::make_shared<Value>(make());
        return *static_cast<const Value*>(value.get());
    }

    /// For further inquiries about the same lists.
    const std::shared_ptr<ListCounts>& counts() const { return counted_; }

    const StencilProblem& problem;
    const Machine& machine;
    const std::int64_t steps_between_looks;

  private:
    std::shared_ptr<ListCounts> counted_;
};

}  // namespace wavesim
