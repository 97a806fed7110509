// SPDX-License-Identifier: MIT
// A medium that the product does not know: one alternative more in the lists of media and of problems, its kernels, and
// a row of a backend. The product's sources that look into a medium are compiled with that list, unchanged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stencils/backend/backend.hpp"
#include "stencils/measure/sample_medium.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {
namespace {

class Decay final : public StencilBackend {
  public:
    explicit Decay(const StubProblem& problem)
        : share_(problem.kind().share), field_(static_cast<std::size_t>(problem.extent.nodes()), 0.0) {}

    void advance(std::int64_t steps) override {
        for (; steps > 0; --steps, ++step_)
            for (double& u : field_) u *= share_;
    }
    std::int64_t step() const override { return step_; }
    void take_traces(std::vector<double>&) override {}
    void read(FieldLevel, const NodeBox&, std::span<double> values) const override {
        std::copy(field_.begin(), field_.end(), values.begin());
    }
    void write(FieldLevel, std::span<const double> values) override { field_.assign(values.begin(), values.end()); }
    FieldHealth health() const override { return {*std::max_element(field_.begin(), field_.end()), 0, {}}; }

  private:
    std::vector<StateArray> state() override {
        return {state_array("field", std::span(field_)), state_value("step", step_)};
    }
    void resume() override {}

    double share_;
    std::vector<double> field_;
    std::int64_t step_ = 0;
};

BackendEntry decaying() {
    return {
        "decay",
        "",
        {{is_kind<StubShape>,
          [](const Inquiry& asked) { return Proposal{.host_bytes = 8 * asked.problem.extent.nodes(), .ctpn_s = 1e-9}; },
          [](const Problem& problem, const BackendOptions&, const Proposal&) -> std::unique_ptr<StencilBackend> {
              return std::make_unique<Decay>(std::get<StubProblem>(problem));
          },
          [](const StencilProblem&) {
              return NodeWork{1, 16};
          }}},
        "it is for media that decay"};
}

ProblemShape decaying_shape() {
    ProblemShape shape;
    shape.extent = {3, 2, 2};
    shape.medium = StubShape{0.25};
    return shape;
}

TEST(StubMedium, RunsByItsAlternativeAndItsRowAlone) {
    const BackendEntry entry = decaying();
    const Problem problem = any_sample_problem(decaying_shape());
    ASSERT_EQ(entry.propose(common_part(problem), {}).why_not, "");
    EXPECT_EQ(entry.propose(common_part(problem), {}).host_bytes, 8 * 12);
    EXPECT_EQ(entry.work(common_part(problem)).bytes, 16);
    const auto backend = entry.open(problem, {});
    backend->write(FieldLevel::current, std::vector<double>(12, 16.0));
    backend->advance(2);
    EXPECT_EQ(backend->health().peak, 1);
}

TEST(StubMedium, IsRefusedByBackendsForOthers) {
    StencilProblem scalar;
    EXPECT_EQ(decaying().propose(scalar, {}).why_not, "it is for media that decay");
    EXPECT_EQ(decaying().support(ScalarShape{}), nullptr);
    EXPECT_THROW(decaying().open(ScalarProblem{}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace wavesim
