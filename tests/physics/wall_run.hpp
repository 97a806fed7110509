// SPDX-License-Identifier: MIT
#pragma once
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "boundary/energy.hpp"
#include "physics/tested_backend.hpp"
#include "stencils/backend.hpp"

namespace wavesim::test {

/// A problem advanced by the tested backend, its fields and (of the CPU) wall states as doubles.
class WallRun {
  public:
    explicit WallRun(const ScalarProblem& problem) : problem_(problem) {
        const BackendEntry& entry = tested_backend(problem);
        if (const std::string reason = entry.why_not(problem, tested_machine()); !reason.empty())
            throw std::runtime_error(reason);
        backend_ = entry.make(problem, {1, ""});  // small grids: a team of threads would only wait
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
        const std::span<std::byte> bytes = bytes_of_state(name);
        if (problem_.precision == Precision::float64) return converted<double>(bytes);
        return converted<float>(bytes);
    }
    void write_states(const std::string& name, const std::vector<double>& values) {
        const std::span<std::byte> bytes = bytes_of_state(name);
        if (problem_.precision != Precision::float64 || bytes.size() != values.size() * sizeof(double))
            throw std::invalid_argument("states must fit and be double");
        if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
        backend_->adopt_state();
    }

  private:
    std::span<std::byte> bytes_of_state(const std::string& name) {
        for (const StateArray& array : backend_->state())
            if (array.name == name) return array.bytes;
        throw std::out_of_range(name);
    }
    template <class T>
    static std::vector<double> converted(std::span<const std::byte> bytes) {
        std::vector<T> values(bytes.size() / sizeof(T));
        if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
        return {values.begin(), values.end()};
    }

    ScalarProblem problem_;
    std::unique_ptr<StencilBackend> backend_;
};

}  // namespace wavesim::test
