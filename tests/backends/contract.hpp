// SPDX-License-Identifier: MIT
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backends/machine_here.hpp"
#include "cases.hpp"
#include "naive_reference.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/registry/backend_registry.hpp"

// What tests of the contract share: every backend, instruction set and precision.
namespace wavesim::testing {

inline constexpr int contract_steps = 100;

struct Setup {
    std::string backend;
    std::string isa;
    Precision precision;
};

inline std::vector<Setup> all_setups() {
    std::vector<Setup> setups;
    for (const BackendEntry* row : all_backends()) {
        const BackendEntry& entry = *row;
        // They run nothing but TTI media, media whose density varies and programs: tti_gpu_test.cpp, density_test.cpp,
        // statements_gpu_test.cpp.
        if (entry.name == "stream25.tti" || entry.name == "statements" || entry.name.ends_with(".density")) continue;
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            if (entry.name != "cpu") {
                setups.push_back({entry.name, "", precision});
                continue;
            }
            for (const cpu::Isa isa : cpu::available_isas()) setups.push_back({"cpu", to_string(isa), precision});
        }
    }
    return setups;
}

/// Those of GPUs.
inline std::vector<Setup> gpu_setups() {
    std::vector<Setup> setups = all_setups();
    std::erase_if(setups, [](const Setup& setup) { return setup.backend == "cpu"; });
    return setups;
}

inline std::string name_of(const ::testing::TestParamInfo<Setup>& info) {
    std::string name =
        info.param.backend + info.param.isa + (info.param.precision == Precision::float32 ? "_float" : "_double");
    std::erase_if(name, [](char c) { return c == '-' || c == '.' || c == '+'; });
    return name;
}

inline std::vector<double> field_of(const StencilBackend& backend, FieldLevel level, const Extent& extent) {
    std::vector<double> values(static_cast<std::size_t>(extent.nodes()));
    backend.read(level, {{0, 0, 0}, {extent.nx, extent.ny, extent.nz}}, values);
    return values;
}

/// Root mean square of the difference, relative to the largest reference value.
inline double distance(const std::vector<double>& a, const std::vector<double>& reference) {
    double squares = 0;
    double peak = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        squares += (a[i] - reference[i]) * (a[i] - reference[i]);
        peak = std::max(peak, std::abs(reference[i]));
    }
    return std::sqrt(squares / static_cast<double>(reference.size())) / peak;
}

/// What the definition gives after `contract_steps` steps from random fields.
struct Expected {
    std::vector<double> fields;  ///< both levels
    std::vector<double> traces;
};

inline std::vector<double> joined(std::vector<double> a, const std::vector<double>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Computed once per case and precision; `name` tells the cases of one test apart.
inline const Expected& expected_of(const ScalarProblem& problem, const std::string& name) {
    static std::map<std::string, Expected> known;
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::string full_name = test->name();
    const std::string key = full_name.substr(0, full_name.find('/')) + name +
                            (problem.precision == Precision::float32 ? " float" : " double");
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    NaiveReference reference(problem);
    reference.previous() = random_field(problem, 11);
    reference.current() = random_field(problem, 12);
    for (int n = 0; n < contract_steps; ++n) reference.step();
    return known[key] = {joined(reference.previous(), reference.current()), reference.traces()};
}

class BackendContract : public ::testing::TestWithParam<Setup> {
  protected:
    Precision precision() const { return GetParam().precision; }
    double tolerance() const { return precision() == Precision::float32 ? 2e-6 : 1e-13; }
    /// GPU rows need a GPU; each says what else it cannot run, and the suite runs what it claims. A test of which it
    /// claims no problem is skipped.
    void SetUp() override {
        if (on_gpu() && !cuda_why_not().empty()) GTEST_SKIP() << cuda_why_not();
    }
    void TearDown() override {
        if (!IsSkipped() && asked_ > 0 && claimed_ == 0) GTEST_SKIP() << "does not run any problem of this test";
    }
    bool on_gpu() const { return GetParam().backend != "cpu"; }
    bool claims(const StencilProblem& problem) const {
        const bool claimed =
            !on_gpu() || find_backend(GetParam().backend)->propose(problem, test::machine_here()).why_not.empty();
        ++asked_, claimed_ += claimed ? 1 : 0;
        return claimed;
    }
    std::unique_ptr<StencilBackend> make(const ScalarProblem& problem, int threads) const {
        const BackendEntry* entry = find_backend(GetParam().backend);
        EXPECT_EQ(entry->propose(problem, test::machine_here()).why_not, "");
        return entry->open(problem, {threads, GetParam().isa});
    }

    /// Advances the backend and the definition from the same random fields and compares everything.
    void expect_agreement(const ScalarProblem& problem, const std::string& name, int threads = 2) const {
        if (!claims(problem)) return;
        SCOPED_TRACE(name);
        const Expected& expected = expected_of(problem, name);
        auto backend = make(problem, threads);
        backend->write(FieldLevel::previous, random_field(problem, 11));
        backend->write(FieldLevel::current, random_field(problem, 12));

        backend->advance(1);
        backend->advance(contract_steps - 1);

        EXPECT_EQ(backend->step(), contract_steps);
        EXPECT_LE(distance(joined(field_of(*backend, FieldLevel::previous, problem.extent),
                                  field_of(*backend, FieldLevel::current, problem.extent)),
                           expected.fields),
                  tolerance());
        if (problem.receivers.empty()) return;
        std::vector<double> traces;
        backend->take_traces(traces);
        ASSERT_EQ(traces.size(), expected.traces.size());
        EXPECT_LE(distance(traces, expected.traces), tolerance());
    }

  private:
    mutable int asked_ = 0, claimed_ = 0;  ///< problems of this test
};

}  // namespace wavesim::testing
