// SPDX-License-Identifier: MIT
// bench --forms lists every name that --backend takes.
#include "app/bench/forms.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "app/program.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::test {
namespace {

/// Any two different kernels of one density make a pair: with n of them n (n - 1) pairs.
TEST(BenchForms, ListEveryBackendThatCanBeNamed) {
    const Outcome outcome = run_program({"bench", "--forms", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto told = nlohmann::json::parse(outcome.out);
    std::set<std::string> names, kernels, pairs;
    for (const char* table : {"backends", "gallery"})
        for (const auto& row : told.at(table)) {
            const std::string name = row.at("name");
            EXPECT_TRUE(names.insert(name).second) << name;
            const std::string kind = name.substr(0, name.find('.'));
            const bool one_density = !name.ends_with(".density") && !name.ends_with(".tti");
            if ((kind == "stream25" || kind == "texture" || kind == "semi") && one_density) kernels.insert(name);
        }
    EXPECT_GT(kernels.size(), 10u);
    for (const std::string& inner : kernels)
        for (const std::string& layers : kernels)
            if (inner != layers) pairs.insert(inner + "+" + layers);
    EXPECT_EQ(told.at("pairs").get<std::set<std::string>>(), pairs);
    EXPECT_EQ(told.at("pairs").size(), pairs.size());
    for (const std::set<std::string>& listed : {names, pairs})
        for (const std::string& name : listed) EXPECT_NE(find_backend(name), nullptr) << name;

    const std::string text = run_program({"bench", "--forms"}).out;
    for (const std::string& name : names) EXPECT_NE(text.find("\n  " + name + " "), std::string::npos) << name;
    EXPECT_NE(text.find(std::to_string(pairs.size()) + " of them"), std::string::npos) << text;
}

TEST(BenchForms, AreNotMixedWithMeasurements) {
    const Outcome outcome = run_program({"bench", "--forms", "--size", "64"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("--forms measures nothing: give it alone or with --json"), std::string::npos);
}

}  // namespace
}  // namespace wavesim::test
