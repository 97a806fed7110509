// SPDX-License-Identifier: MIT
#include "io/result/checkpoints.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "io/result/resumed_shots.hpp"
#include "io/small_plan.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_waiting = 1 << 20;

class CheckpointFiles : public testing::Test {
  protected:
    void save(Checkpoints& checkpoints, std::int64_t step) {
        StateOrigin origin = origin_of(plan_);
        origin.step = step;
        checkpoints.save(origin, [&step](StateSink& sink) { save_state(sink, {state_value("step", step)}); });
    }
    FoundCheckpoint found() const { return find_checkpoint(folder_.path(), plan_, 0, Takeover::same_program); }
    void damage(const std::string& name) const {
        std::string bytes = file_bytes(folder_.path() / name);
        bytes[20] = static_cast<char>(bytes[20] ^ 4);
        std::ofstream(folder_.path() / name, std::ios::binary) << bytes;
    }

    TemporaryFolder folder_;
    Plan plan_ = small_plan();
};

TEST_F(CheckpointFiles, NewestOfTwoGenerationsIsTaken) {
    {
        Checkpoints checkpoints(folder_.path(), {}, most_waiting);
        for (const std::int64_t step : {100, 200, 300}) save(checkpoints, step);
    }
    EXPECT_EQ(found().origin.step, 300);
    EXPECT_EQ(found().origin.number, 3);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 2);
    ASSERT_TRUE(newest_origin(folder_.path(), plan_.scene.hash));
    EXPECT_EQ(newest_origin(folder_.path(), plan_.scene.hash)->step, 300);

    Checkpoints later(folder_.path(), found(), most_waiting);
    save(later, 250);  // a clock or a step does not say what is newer
    later.wait();
    EXPECT_EQ(found().origin.step, 250);
    EXPECT_EQ(found().origin.number, 4);
}

TEST_F(CheckpointFiles, DamagedNewerOneFallsBackToTheOlder) {
    {
        Checkpoints checkpoints(folder_.path(), {}, most_waiting);
        save(checkpoints, 100);
        save(checkpoints, 200);
    }
    const std::string newer = found().file;
    damage(newer);

    const FoundCheckpoint older = found();

    EXPECT_EQ(older.origin.step, 100);
    EXPECT_THAT(older.lost, testing::ElementsAre(newer +
                                                 " is damaged: array 'step' is not what its checksum says; the "
                                                 "run goes on from step 100 of " +
                                                 older.file));
    damage(older.file);
    EXPECT_EQ(found().file, "");
    EXPECT_THAT(found().lost,
                testing::Each(testing::EndsWith("; there is no other checkpoint, so the run begins anew")));
}

TEST_F(CheckpointFiles, OfOtherScenesAndShotsAreNotTaken) {
    {
        Checkpoints checkpoints(folder_.path(), {}, most_waiting);
        save(checkpoints, 100);
    }
    EXPECT_EQ(find_checkpoint(folder_.path(), plan_, 1, Takeover::same_program).file, "");
    plan_.scene.hash = "fedcba9876543210";
    EXPECT_EQ(found().file, "");
    EXPECT_FALSE(newest_origin(folder_.path(), plan_.scene.hash));
}

TEST_F(CheckpointFiles, OfAnotherBackendAreRefused) {
    {
        Checkpoints checkpoints(folder_.path(), {}, most_waiting);
        save(checkpoints, 100);
    }
    plan_.decision.shape.precision = Precision::float32;
    EXPECT_THAT([&] { found(); }, testing::ThrowsMessage<EnvironmentError>(
                                      testing::HasSubstr("holds a checkpoint of step 100 computed by wavesim")));
}

TEST_F(CheckpointFiles, OfAnotherProgramAreTakenWhereAnyWillDo) {
    {
        Checkpoints checkpoints(folder_.path(), {}, most_waiting);
        save(checkpoints, 100);
    }
    const std::string before = text_of(program_of(plan_));
    plan_.decision.shape.precision = Precision::float32;

    const FoundCheckpoint found = find_checkpoint(folder_.path(), plan_, 0, Takeover::any_program);

    EXPECT_EQ(found.origin.step, 100);
    EXPECT_THAT(found.earlier, testing::ElementsAre("the steps up to 100 are by " + before));

    plan_.decision.time_step_s *= 1.5;
    EXPECT_THROW(find_checkpoint(folder_.path(), plan_, 0, Takeover::any_program), EnvironmentError);
}

TEST_F(CheckpointFiles, OfAnInstructionSetWithTheSameBitsAreTakenWithoutAWord) {
    plan_.decision.regions = {{{"inner", {}, 1, "cpu"}, "x86-64-v4", ""}};
    {
        Checkpoints checkpoints(folder_.path(), {}, most_waiting);
        save(checkpoints, 100);
    }
    plan_.decision.regions[0].isa = "x86-64-v3";

    EXPECT_EQ(found().origin.step, 100);
    EXPECT_THAT(found().earlier, testing::IsEmpty());

    plan_.decision.regions[0].isa = "x86-64-v2";
    EXPECT_THROW(found(), EnvironmentError);
}

TEST_F(CheckpointFiles, OfAnotherMathematicalLibraryAreRefused) {
    StateOrigin origin = origin_of(plan_);
    origin.program.libm = "another";
    {
        Checkpoints checkpoints(folder_.path(), {}, most_waiting);
        std::int64_t step = 100;
        checkpoints.save(origin, [&step](StateSink& sink) { save_state(sink, {state_value("step", step)}); });
    }

    EXPECT_THAT([&] { found(); },
                testing::ThrowsMessage<EnvironmentError>(testing::HasSubstr("libm another, from which this run (")));
}

TEST_F(CheckpointFiles, TheNewestOneSaysWhoComputedIt) {
    Checkpoints checkpoints(folder_.path(), {}, most_waiting);
    save(checkpoints, 100);
    plan_.decision.shape.precision = Precision::float32;
    save(checkpoints, 200);
    checkpoints.wait();

    EXPECT_EQ(found().origin.step, 200);
}

TEST_F(CheckpointFiles, OneThatIsNotSavedToItsEndIsNotThere) {
    Checkpoints checkpoints(folder_.path(), {}, most_waiting);
    save(checkpoints, 100);
    const auto fails = [](StateSink& sink) {
        sink.begin({"field", ElementType::float64, {10}});
        throw std::runtime_error("the device is gone");
    };

    EXPECT_THROW(checkpoints.save(origin_of(plan_), fails), std::runtime_error);

    EXPECT_EQ(found().origin.step, 100);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 1);
    save(checkpoints, 300);
    checkpoints.wait();
    EXPECT_EQ(found().origin.step, 300);
}

TEST_F(CheckpointFiles, OneThatCannotBeWrittenLeavesTheOther) {
    Checkpoints checkpoints(folder_.path(), {}, most_waiting);
    save(checkpoints, 100);
    checkpoints.wait();
    const fs::path next =
        folder_.path() / (found().file == checkpoint_names[0] ? checkpoint_names[1] : checkpoint_names[0]);
    fs::create_directories(next / "in the way");

    EXPECT_THROW(save(checkpoints, 200), EnvironmentError);

    EXPECT_EQ(found().origin.step, 100);
    fs::remove_all(next);
    save(checkpoints, 300);
    checkpoints.wait();
    EXPECT_EQ(found().origin.step, 300);
}

TEST_F(CheckpointFiles, AreRemovedWithWhatWasBeingWritten) {
    Checkpoints checkpoints(folder_.path(), {}, most_waiting);
    save(checkpoints, 100);
    save(checkpoints, 200);
    checkpoints.wait();
    std::ofstream(folder_.path() / (std::string(checkpoint_names[0]) + ".tmp")) << "half";

    remove_checkpoints(folder_.path());

    EXPECT_TRUE(fs::is_empty(folder_.path()));
}

}  // namespace
}  // namespace wavesim
