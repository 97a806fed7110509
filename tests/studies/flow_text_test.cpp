// SPDX-License-Identifier: MIT
#include "studies/flow_text.hpp"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <limits>

namespace wavesim {
namespace {

SceneNode scalar_node(const std::string& text, bool quoted = false) {
    SceneNode node;
    node.kind = SceneNode::Kind::scalar;
    node.text = text;
    node.quoted = quoted;
    return node;
}

/// Another reader of YAML finds the same text, also between the brackets of a list and of a map.
TEST(FlowText, IsReadBackAsTheSameText) {
    for (const char* text :
         {"plain", "two words", "a, b",       "[x]", "x]",         "{y}",      "it's", "a: b", "a:", "a:b",
          "&x",    "*x",        "!t",         "|x",  ">x",         "%x",       "@x",   "`x",   "?x", ":x",
          "#x",    "a #b",      "say \"no\"", "",    "two\nlines", "\xC3\xBC", "1e3",  "20 %"}) {
        const std::string flow = flow_text(scalar_node(text));
        EXPECT_EQ(YAML::Load("[1, " + flow + "]")[1].as<std::string>(), text) << flow;
        EXPECT_EQ(YAML::Load("{k: " + flow + ", l: 2}")["k"].as<std::string>(), text) << flow;
    }
}

TEST(FlowText, KeepsWhatIsQuotedAndLeavesPlainTextAsItIs) {
    EXPECT_EQ(flow_text(scalar_node("5", true)), "\"5\"");
    EXPECT_EQ(flow_text(scalar_node("5")), "5");
    EXPECT_EQ(flow_text(scalar_node("20 %")), "20 %");
    EXPECT_EQ(flow_text(SceneNode{}), "null");
}

TEST(FlowText, ListsAndMapsStandInBrackets) {
    SceneNode list;
    list.kind = SceneNode::Kind::sequence;
    list.items = {scalar_node("1"), scalar_node("a, b"), SceneNode{}};
    SceneNode map;
    map.kind = SceneNode::Kind::map;
    map.entries = {{"first", {}, list}, {"second", {}, scalar_node("x", true)}};
    EXPECT_EQ(flow_text(map), "{first: [1, \"a, b\", null], second: \"x\"}");
}

TEST(PlainNumber, IsTheSiValueOfAnyQuantity) {
    const std::pair<const char*, double> known[] = {{"-2.5", -2.5},    {"400 cm", 4},    {"2 kHz", 2000},
                                                    {"250 us", 25e-5}, {"3 km/s", 3000}, {"20 %", 0.2}};
    for (const auto& [text, value] : known) {
        ASSERT_TRUE(plain_number(text)) << text;
        EXPECT_NEAR(*plain_number(text), value, 1e-12 * std::abs(value)) << text;
    }
    for (const char* text : {"", "one", "1 parsec", "[1]", "1 2"}) EXPECT_FALSE(plain_number(text)) << text;
}

TEST(NumberText, ReadsBackAsTheSameNumber) {
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(-3), "-3");
    for (const double value : {1.0 / 3, -2.5e-300, 6.02e23, std::numeric_limits<double>::max()})
        EXPECT_EQ(std::stod(number_text(value)), value);
}

}  // namespace
}  // namespace wavesim
