// SPDX-License-Identifier: MIT
#include "io/machine_file.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "io/atomic_file.hpp"
#include "io/small_plan.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/backend/some_gpu.hpp"

namespace wavesim {
namespace {

using nlohmann::ordered_json;

Machine some_machine() {
    Machine machine;
    machine.threads = 16;
    machine.isa = "x86-64-v4";
    machine.memory_total = std::int64_t{128} << 30;
    machine.memory_available = std::int64_t{120} << 30;
    machine.cache_bytes = 1 << 25;
    machine.triad = {0.1 * 3e11, 0};
    machine.gpu = test::some_gpu();
    machine.gpu.triad = {4.1e12 / 3, 4.2e12};
    machine.gpu.context_s = 0.25;
    return machine;
}

Machine read_back(const ordered_json& json) {
    const TemporaryFolder folder;
    write_file(folder.path() / "m.json", json.dump(2));
    return read_machine(folder.path() / "m.json");
}

/// What is said of the file, without its folder.
std::string refusal(const std::string& text) {
    const TemporaryFolder folder;
    write_file(folder.path() / "m.json", text);
    try {
        read_machine(folder.path() / "m.json");
        return {};
    } catch (const MachineFileError& error) {
        return std::string(error.what()).substr(folder.path().string().size() + 1);
    }
}

/// The same of a good file that was changed.
std::string refusal(const std::function<void(ordered_json&)>& change) {
    ordered_json json = machine_json(some_machine());
    change(json);
    return refusal(json.dump());
}

TEST(MachineFile, HoldsFurtherGpus) {
    Machine machine = some_machine();
    EXPECT_FALSE(machine_json(machine).contains("other_gpus"));
    for (const int index : {1, 2}) {
        machine.other_gpus.push_back(machine.gpu);
        machine.other_gpus.back().index = index;
        machine.other_gpus.back().memory_free = machine.gpu.memory_free / (1 + index);
    }
    const Machine back = read_back(machine_json(machine));
    ASSERT_EQ(back.gpu_count(), 3);
    EXPECT_TRUE(back.gpu_at(2).usable());
    EXPECT_EQ(back.gpu_at(1).memory_free, machine.gpu.memory_free / 2);
    EXPECT_EQ(back.with_gpu(2).gpu.index, 2);
    EXPECT_EQ(back.with_gpu(2).gpu_count(), 1);
    machine.other_gpus[1].triad = {};
    EXPECT_EQ(refusal(machine_json(machine).dump()),
              "m.json: other_gpus[1].triad_bytes_per_s has no rate: times on a GPU are told by it alone");
}

TEST(MachineFile, ComesBackAsItWas) {
    const Machine machine = some_machine();

    const Machine back = read_back(machine_json(machine));

    EXPECT_EQ(machine_json(back), machine_json(machine));
    EXPECT_EQ(back.threads, 16);
    EXPECT_EQ(back.memory_available, machine.memory_available);
    EXPECT_EQ(back.triad.float32, machine.triad.float32);
    EXPECT_EQ(back.triad.float64, 0);  // not measured
    EXPECT_EQ(back.gpu.why_not(), "");
    EXPECT_EQ(back.gpu.architecture(), "sm_90");
    EXPECT_EQ(back.gpu.shared_per_block, 227 << 10);
    EXPECT_EQ(back.gpu.triad.float32, machine.gpu.triad.float32);
}

TEST(MachineFile, MayBeWhatDoctorSays) {
    const ordered_json doctor{{"ok", true}, {"machine", machine_json(some_machine())}, {"devices", {1, 2}}};

    EXPECT_EQ(machine_json(read_back(doctor)), machine_json(some_machine()));
}

TEST(MachineFile, KeepsWhyThereIsNoGpu) {
    Machine machine = some_machine();
    machine.gpu = Gpu::none("the driver sleeps");
    EXPECT_EQ(read_back(machine_json(machine)).gpu.why_not(), "the driver sleeps");

    machine.gpu = test::some_gpu();
    machine.gpu.capability_major = 7;
    EXPECT_EQ(read_back(machine_json(machine)).gpu.why_not(), machine.gpu.why_not());
}

TEST(MachineFile, EveryKeyMustBeThere) {
    const ordered_json whole = machine_json(some_machine());
    for (const auto& [key, value] : whole.items())
        EXPECT_EQ(
            refusal([&, name = key](ordered_json& json) { json.erase(name); }).find("m.json: " + key + " is missing"),
            0U)
            << key;
    for (const auto& [key, value] : whole.at("gpu").items())
        EXPECT_EQ(refusal([&, name = key](ordered_json& json) { json["gpu"].erase(name); }),
                  "m.json: gpu." + key + " is missing");
}

TEST(MachineFile, UnknownKeysAreToldTheNearest) {
    EXPECT_EQ(refusal([](ordered_json& json) { json["isas"] = 1; }),
              "m.json: the file has an unknown key 'isas'; did you mean 'isa'?");
    EXPECT_EQ(refusal([](ordered_json& json) { json["gpu"]["triad_bytes_per_s"]["flaot"] = 1; }),
              "m.json: gpu.triad_bytes_per_s has an unknown key 'flaot'; did you mean 'float'?");
    EXPECT_EQ(refusal([](ordered_json& json) { json["triad_bytes_per_s"]["zzzz"] = 1; }),
              "m.json: triad_bytes_per_s has an unknown key 'zzzz'; there are float and double");
    const auto doctored = [](ordered_json& json) {
        json["thread"] = 1;
        json = {{"machine", json}};
    };
    EXPECT_EQ(refusal(doctored), "m.json: machine has an unknown key 'thread'; did you mean 'threads'?");
}

TEST(MachineFile, ValuesMustBePossible) {
    const auto with = [](const char* key, const ordered_json& value) {
        return refusal([&](ordered_json& json) { json[key] = value; });
    };
    EXPECT_EQ(with("threads", 0), "m.json: threads must be a whole number of 1 to 4096, not '0'");
    EXPECT_EQ(with("threads", 2.5), "m.json: threads must be a whole number of 1 to 4096, not '2.5'");
    EXPECT_EQ(with("threads", "16"), "m.json: threads must be a whole number of 1 to 4096, not '\"16\"'");
    EXPECT_EQ(with("memory_free_bytes", 18446744073709551615U).find("m.json: memory_free_bytes must be"), 0U);
    EXPECT_EQ(with("isa", "x86-64-v9"), "m.json: isa must be x86-64-v2, x86-64-v3 or x86-64-v4, not '\"x86-64-v9\"'");
    EXPECT_EQ(with("triad_bytes_per_s", {{"float", 0}, {"double", 1}}),
              "m.json: triad_bytes_per_s.float must be a number above 0, or null where nobody measured it, not '0'");
    EXPECT_EQ(with("triad_bytes_per_s", 3), "m.json: triad_bytes_per_s is no object with keys and values");
    EXPECT_EQ(with("format_version", 2), "m.json: format_version is '2', this program reads 1");
    EXPECT_EQ(with("why_no_gpu", 3), "m.json: why_no_gpu must be a text, not '3'");
    EXPECT_EQ(with("gpu", {1, 2}), "m.json: gpu is no object with keys and values");
}

TEST(MachineFile, AGpuIsThereOrTheFileSaysWhyNot) {
    const std::string either =
        "m.json: either gpu is null and why_no_gpu says why, or it describes a GPU and why_no_gpu is empty";
    EXPECT_EQ(refusal([](ordered_json& json) { json["gpu"] = nullptr; }), either);
    EXPECT_EQ(refusal([](ordered_json& json) { json["why_no_gpu"] = "it sleeps"; }), either);
    EXPECT_EQ(refusal([](ordered_json& json) { json["gpu"]["triad_bytes_per_s"]["double"] = nullptr; }),
              "m.json: gpu.triad_bytes_per_s has no rate: times on a GPU are told by it alone");
    EXPECT_EQ(refusal([](ordered_json& json) { json["gpu"]["context_s"] = -1; }),
              "m.json: gpu.context_s must be a number of seconds, not '-1'");
}

TEST(MachineFile, WhatIsNoJsonSaysWhere) {
    EXPECT_EQ(refusal("{\n  \"threads\": 3,\n}\n"), "m.json: line 3 is no JSON");
    EXPECT_EQ(refusal(""), "m.json: line 1 is no JSON");
    EXPECT_EQ(refusal("[1]"), "m.json: format_version is missing; `wavesim doctor --json` writes such a file");
    EXPECT_EQ(refusal(std::string((1 << 20) + 1, ' ')), "m.json: the file is larger than 1 MiB");
}

TEST(MachineFile, CannotBeReadWhereItIsNot) {
    const TemporaryFolder folder;
    for (const auto& path : {folder.path() / "none.json", folder.path()}) {
        try {
            read_machine(path);
            FAIL() << path;
        } catch (const EnvironmentError& error) {
            EXPECT_EQ(error.kind(), EnvironmentError::Kind::io);
            EXPECT_EQ(std::string(error.what()).find("cannot read the machine " + path.string() + ": "), 0U)
                << error.what();
        }
    }
}

}  // namespace
}  // namespace wavesim
