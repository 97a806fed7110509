// SPDX-License-Identifier: MIT
// What does not go with programs is named.
#include "solvers/plan/program_faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "solvers/plan/program_scene.hpp"

namespace wavesim::test {
namespace {

using testing::HasSubstr;

/// Key and message of the only fault.
std::string fault_of(const std::function<void(Scene&)>& change) {
    Scene scene = friction_scene(2);
    change(scene);
    std::vector<Fault> faults;
    find_program_faults(scene, faults);
    if (faults.empty()) return "";
    return faults.size() == 1 ? faults[0].key + ": " + faults[0].message : "several";
}

TEST(ProgramFaults, AreThoseOfKindsSidesAndOutputs) {
    EXPECT_EQ(fault_of([](Scene&) {}), "");
    EXPECT_THAT(fault_of([](Scene& s) { s.tti = Anisotropy{}; }), HasSubstr("tti: does not go with medium.program"));
    EXPECT_THAT(fault_of([](Scene& s) { s.medium.air = Air{}; }), HasSubstr("medium.air: "));
    EXPECT_THAT(fault_of([](Scene& s) { s.medium.storage = MediumStorage::int16; }), HasSubstr("medium.storage: "));
    EXPECT_EQ(fault_of([](Scene& s) { s.boundaries.kind[4] = SideKind::absorbing; }), "");
    EXPECT_THAT(fault_of([](Scene& s) { s.boundaries.side[1] = absorbing(0.2); }),
                HasSubstr("boundaries: walls with losses are not there for programs"));
    EXPECT_EQ(fault_of([](Scene& s) { s.boundaries.kind[5] = SideKind::free_surface; }), "");
    EXPECT_THAT(fault_of([](Scene& s) { s.boundaries.walls = WallForm::whole; }), HasSubstr("walls: whole"));
    EXPECT_THAT(fault_of([](Scene& s) { s.solids.emplace_back(); }), HasSubstr("solids: "));
    EXPECT_THAT(fault_of([](Scene& s) { s.outputs.compare = ExactReference::shoebox; }),
                HasSubstr("outputs.compare: "));
    EXPECT_THAT(fault_of([](Scene& s) { s.outputs.rir = ResponseOutput{20, 90}; }), HasSubstr("outputs.rir: "));
    EXPECT_THAT(fault_of([](Scene& s) { s.outputs.traces.time_correction = TimeCorrection::on; }),
                HasSubstr("outputs.traces.time_correction: "));
}

TEST(ProgramFaults, AreThoseOfTheProgram) {
    const auto with = [](std::vector<equations::Field> fields, const std::vector<std::string>& statements) {
        return fault_of([&](Scene& s) { take_program(s, fields, {}, statements); });
    };
    EXPECT_THAT(with({equations::field("p", 1)}, {"p.new = p*p"}), HasSubstr("is not linear"));
    equations::Field other = equations::field("q", 2);
    other.source = true;
    EXPECT_THAT(with({equations::field("p", 1), other}, {"p.new = p", "q.new = q.old + p"}),
                HasSubstr("lets sources act on fields of one level and of two"));
    equations::Field odd = equations::field("p", 1);
    odd.rigid[2] = equations::Mirror::odd;
    EXPECT_THAT(with({odd}, {"p.new = p"}), HasSubstr("gives the field p other values"));
    EXPECT_THAT(fault_of([](Scene& s) {
                    auto program = std::make_shared<equations::Program>(*s.medium.physics->program);
                    program->declared.dims = {3};
                    s.medium.physics->program = program;
                }),
                HasSubstr("medium.program: is for 3D scenes, and this one has 2 dimensions"));
    EXPECT_EQ(fault_of([](Scene& s) {
                  auto program = std::make_shared<equations::Program>(*s.medium.physics->program);
                  program->declared.fields[0].source = program->declared.fields[0].receiver = false;
                  s.medium.physics->program = program;
              }),
              "several");
}

}  // namespace
}  // namespace wavesim::test
