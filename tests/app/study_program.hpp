// SPDX-License-Identifier: MIT
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/program.hpp"
#include "app/small_scene.hpp"
#include "io/python_script.hpp"

namespace wavesim::test {

using nlohmann::json;

/// A study of six small cases and the program in their folder.
class StudyProgram : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string scene = small_scene;
        scene.replace(scene.find("default: rigid"), 14, "default: {absorption: 0.1}");
        folder_.write("scene.yaml", scene);
        write_study(
            "parameters:\n"
            "  alpha: {set: boundaries.default.absorption, values: [0.1, 0.2, 0.4]}\n"
            "  stencil: {set: grid.stencil, values: [leggy-1, leggy-2]}\n");
    }
    void write_study(const std::string& lines) { folder_.write("s.yaml", "study: 1\nscene: scene.yaml\n" + lines); }
    Outcome program(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "study");
        return run_program(arguments, {.folder = folder_.path()});
    }
    json status() const { return json::parse(program({"status", "s.yaml", "--json"}).out); }
    std::vector<std::string> states() const {
        std::vector<std::string> all;
        const json now = status();
        for (const json& one : now["cases"]) all.push_back(one["state"]);
        return all;
    }
    std::size_t attempts() const {
        std::size_t sum = 0;
        const json now = status();
        for (const json& one : now["cases"]) sum += one.value("attempts", std::size_t{0});
        return sum;
    }
    TemporaryFolder folder_;
};

}  // namespace wavesim::test
