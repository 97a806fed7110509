// SPDX-License-Identifier: MIT
// Tuning with planted times instead of a GPU.
#include "app/tune/tune_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/bench/jobs.hpp"
#include "app/program.hpp"
#include "app/tune/tuned_shapes.hpp"
#include "io/scene/gpu_profile_file.hpp"
#include "stencils/backend/some_gpu.hpp"

namespace wavesim::test {
namespace {

using ::testing::HasSubstr;

const ProfileOwner owner{"some GPU", "0123456789abcdef"};

GpuProfile empty_profile() {
    GpuProfile profile;
    profile.card = owner.card;
    profile.kernels = owner.kernels;
    profile.compiler = "13.0";
    return profile;
}

Machine machine() {
    Machine machine;
    machine.gpu = some_gpu();
    machine.gpu.triad = {4e12, 4e12};
    return machine;
}

/// Every tile takes 5 ps, those that are 64 nodes wide 4.
struct Plant {
    int samples = 0;
    int fails_after = 1'000'000;
    std::string slow_stencil{};  ///< a sample of it takes so long
    double slow_s = 0;
    TileSample operator()(const ProblemShape& shape, const TileCandidate& one) {
        if (++samples > fails_after) throw std::runtime_error("power cut");
        if (shape.stencil.name == slow_stencil) std::this_thread::sleep_for(std::chrono::duration<double>(slow_s));
        return {one.tile.starts_with("64x") ? 4e-12 : 5e-12, 0};
    }
};

/// A file with a profile, and sessions that go on with it.
class Tuning : public ::testing::Test {
  protected:
    std::size_t run(const std::vector<ProblemShape>& shapes, double budget_s = 1000) {
        said_.clear();
        const bool there = std::filesystem::exists(file());
        TuneSession session(
            there ? read_gpu_profile(file(), owner) : empty_profile(), file(), {budget_s, 1000, 2},
            [this](const ProblemShape& shape, const TileCandidate& one) { return plant_(shape, one); },
            [this](const std::string& text) { said_ += text; });
        return session.run(shapes, machine());
    }
    std::filesystem::path file() const { return folder_.path() / "own.yaml"; }
    GpuProfile kept() const { return read_gpu_profile(file(), owner); }

    TemporaryFolder folder_;
    Plant plant_;
    std::string said_;
};

std::vector<ProblemShape> three() {
    return {empty_box("leggy-1", {256, 256, 256}, Precision::float32),
            empty_box("leggy-4", {256, 256, 256}, Precision::float32),
            empty_box("leggy-4", {300, 1, 280}, Precision::float64)};
}

TEST_F(Tuning, KeepsTheQuickestTilesAndSaysSo) {
    EXPECT_EQ(run(three()), 0);

    const GpuProfile profile = kept();
    ASSERT_EQ(profile.rows.size(), 5);  // two backends in 3D, one in 2D
    EXPECT_EQ(profile.rows[0].backend, "stream25.sweep");
    EXPECT_EQ(profile.rows[0].tile.substr(0, 3), "64x");
    EXPECT_EQ(profile.rows[0].usual, "256x8 rows 2");
    EXPECT_DOUBLE_EQ(profile.rows[0].ps, 4);
    EXPECT_EQ(profile.rows[1].backend, "semi.tma");
    EXPECT_EQ(profile.rows[4].backend, "texture.unrolled");
    EXPECT_THAT(said_, HasSubstr("[1/3] leggy-1, float, one, 256 x 256 x 256: "));
    EXPECT_THAT(said_, HasSubstr(" takes 0.800 of the time of the usual 256x8 rows 2"));
    EXPECT_THAT(said_, HasSubstr("[3/3] leggy-4, double, one, 300 x 280: "));
}

TEST_F(Tuning, GoesOnAfterAnInterruption) {
    plant_.fails_after = 150;
    EXPECT_THROW(run(three()), std::runtime_error);
    const std::size_t kept_rows = kept().rows.size();
    EXPECT_EQ(kept_rows, 2);

    plant_ = {};
    EXPECT_EQ(run(three()), 0);
    EXPECT_THAT(said_, HasSubstr("1 of 3 are in "));
    EXPECT_THAT(said_, HasSubstr("[1/2] leggy-4"));
    EXPECT_EQ(kept().rows.size(), 5);
    const int all = plant_.samples;
    EXPECT_EQ(run(three()), 0);
    EXPECT_EQ(plant_.samples, all);  // nothing is measured twice
}

TEST_F(Tuning, StopsWhenTheTimeIsOver) {
    EXPECT_EQ(run(three(), 0), 3);
    EXPECT_EQ(plant_.samples, 0);
    EXPECT_FALSE(std::filesystem::exists(file()));
}

/// The time ends with the first sample of the second shape: two of three shapes are left.
TEST_F(Tuning, CountsTheShapeWithinWhichTheTimeEnds) {
    plant_.slow_stencil = "leggy-4";
    plant_.slow_s = 0.25;

    const std::size_t left = run(three(), 0.25);

    const bool first = std::filesystem::exists(file());  // not where the machine is that slow
    EXPECT_EQ(left, first ? 2 : 3);
    if (first) {
        EXPECT_EQ(kept().rows.size(), 2);  // two backends
    }
}

TEST(TunedShapes, AreThoseThatFitAndHaveTiles) {
    std::vector<std::string> left_out;
    const TuneBoxes boxes{{"leggy-1", "leggy-12"},
                          {Precision::float32, Precision::float64},
                          {{}, {true, MediumStorage::int16}},
                          {{128, 128, 128}, {4096, 4096, 4096}}};
    const std::vector<ProblemShape> shapes = tuned_shapes(boxes, machine(), left_out);

    EXPECT_EQ(shapes.size(), 8);
    EXPECT_TRUE(std::ranges::all_of(shapes, [](const ProblemShape& s) { return s.extent.nx == 128; }));
    EXPECT_EQ(std::ranges::count(shapes, true, [](const ProblemShape& s) { return s.speed.varies; }), 4);
    ASSERT_FALSE(left_out.empty());
    EXPECT_THAT(left_out.front(), HasSubstr("4096 x 4096 x 4096 nodes need"));
}

TEST(TuneSummary, CountsGainsAndHits) {
    TunedRow one;
    one.tile = "a", one.usual = "b";
    one.ps = 2, one.usual_ps = 4, one.expected_ps = 4, one.first_ps = 2.1;
    TunedRow two = one;
    two.ps = 4, two.usual_ps = 4, two.expected_ps = 2, two.first_ps = 5;
    TunedRow three = two;
    three.ps = 1, three.usual_ps = 4, three.expected_ps = 1, three.first_ps = 0;

    EXPECT_EQ(tuned_summary({one, two, three}),
              "Tuned over usual: 0.500 in the geometric mean of 3 rows, 0.250 to 1.000. The tile that the model ranks "
              "first is within 10 % of the quickest for 1 of them. Predicted over measured: 1.00 in the geometric "
              "mean.\n");
    EXPECT_EQ(tuned_summary({}), "");
}

}  // namespace
}  // namespace wavesim::test
