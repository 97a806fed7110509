// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "boundary/energy.hpp"
#include "physics/tested_backend.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/problem/memory_state.hpp"

namespace wavesim::test {

/// A problem advanced by the tested backend, its fields and (of the CPU) wall states as doubles.
class WallRun {
  public:
    explicit WallRun(const ScalarProblem& problem) : problem_(problem) {
        const BackendEntry& entry = tested_backend(problem);
        if (const std::string reason = entry.propose(problem, tested_machine()).why_not; !reason.empty())
            throw std::runtime_error(reason);
        backend_ = entry.open(problem, {1, ""});  // small grids: a team of threads would only wait
    }

    const ScalarProblem& problem() const { return problem_; }
    void write(FieldLevel level, const std::vector<double>& values) { backend_->write(level, values); }
    void advance(std::int64_t steps) { backend_->advance(steps); }
    std::vector<double> read(FieldLevel level) const {
        const Extent& e = problem_.extent;
        std::vector<double> values(static_cast<std::size_t>(e.nodes()));
        backend_->read(level, {{0, 0, 0}, {e.nx, e.ny, e.nz}}, values);
        return values;
    }
    std::vector<double> states(const std::string& name) {
        MemoryState state = saved();
        if (problem_.precision == Precision::float64) return converted(state.values<double>(name));
        return converted(state.values<float>(name));
    }
    void write_states(const std::string& name, const std::vector<double>& values) {
        MemoryState state = saved();
        const std::span<double> into = state.values<double>(name);
        if (into.size() != values.size()) throw std::invalid_argument("states must fit");
        std::copy(values.begin(), values.end(), into.begin());
        backend_->load(state);
    }

  private:
    MemoryState saved() {
        MemoryState state;
        backend_->save(state);
        return state;
    }
    static std::vector<double> converted(auto values) { return {values.begin(), values.end()}; }

    ScalarProblem problem_;
    std::unique_ptr<StencilBackend> backend_;
};

}  // namespace wavesim::test
