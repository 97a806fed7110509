// SPDX-License-Identifier: MIT
// Whatever stands in a scene file, reading it ends soon, in a scene or in faults.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/scene/reader.hpp"
#include "io/scene/templates.hpp"

namespace wavesim {
namespace {

/// Reads text; true when it is a scene. Fails the test on anything but a scene or well-formed faults.
bool reads(const std::string& text, const std::vector<Override>& overrides = {}) {
    try {
        const Scene scene = parse_scene(text, "scene.yaml", overrides).scene;
        const Scene again = parse_scene(scene.canonical, "scene.yaml", {}).scene;
        RC_ASSERT(again.hash == scene.hash);
        RC_ASSERT(scene.duration_s > 0 && std::isfinite(scene.duration_s));
        return true;
    } catch (const SceneFileError& error) {
        RC_ASSERT(!error.faults().empty());
        for (const MarkedFault& fault : error.faults()) {
            RC_ASSERT(!fault.fault.message.empty());
            RC_ASSERT(!fault.rule.empty());
            const bool in_file = fault.mark.file == "scene.yaml" && fault.mark.line >= 1 && fault.mark.column >= 1;
            RC_ASSERT(in_file || fault.mark.file.rfind("--set ", 0) == 0);
            RC_ASSERT(to_string(fault).find('\n') == std::string::npos);
            nlohmann::json(to_string(fault)).dump();  // throws unless it is UTF-8
        }
        return false;
    }
}

std::string template_text(int which) {
    return std::string(scene_templates()[static_cast<std::size_t>(which) % scene_templates().size()].text);
}

RC_GTEST_PROP(SceneFuzz, SurvivesAnyBytes, (const std::string& bytes)) { reads(bytes); }

RC_GTEST_PROP(SceneFuzz, SurvivesAnyCharactersOfYaml, ()) {
    const auto text =
        *rc::gen::container<std::string>(rc::gen::elementOf(std::string("[]{}:,-?&*!|>'\"%@`#\n\n  \t~abc01.é\\/<=")));
    reads(text);
    reads("wavesim: 1\nname: " + text);
}

RC_GTEST_PROP(SceneFuzz, SurvivesChangedScenes, ()) {
    std::string text = template_text(*rc::gen::inRange(0, 4));
    const int changes = *rc::gen::inRange(1, 6);
    for (int i = 0; i < changes; ++i) {
        const auto at = static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(text.size())));
        const auto length = static_cast<std::size_t>(*rc::gen::inRange(0, 40));
        switch (*rc::gen::inRange(0, 4)) {
            case 0: text.erase(at, length); break;
            case 1: text.insert(at, text.substr(at / 2, length)); break;
            case 2: text[at] = *rc::gen::arbitrary<char>(); break;
            default:
                text.insert(at, *rc::gen::elementOf(std::vector<std::string>{
                                    "1e308", "-1",     "0",  ".nan",  "null", "[",  "}",      "&a ",
                                    "*a",    "\n",     "  ", ": ",    "- ",   "\"", "1e-300", "9223372036854775807",
                                    "true",  "!!int ", "|",  "\\x00", "''",   "{}", "[]",     "auto",
                                    "\xFF"}));
        }
    }
    reads(text);
}

/// Every number anywhere, with any power of ten: sizes, counts and steps never overflow into nonsense.
RC_GTEST_PROP(SceneFuzz, SurvivesAnyNumberAnywhere, ()) {
    static const std::vector<std::string> keys = {"domain.size[0]",
                                                  "domain.size[2]",
                                                  "grid.max_frequency",
                                                  "grid.points_per_wavelength",
                                                  "grid.courant_fraction",
                                                  "medium.sound_speed",
                                                  "medium.density",
                                                  "time.duration",
                                                  "sources[0].position[1]",
                                                  "sources[0].signal.peak_frequency",
                                                  "sources[0].signal.amplitude",
                                                  "receivers[1].line.count",
                                                  "receivers[1].line.to[0]",
                                                  "receivers[0].position[2]",
                                                  "outputs.traces.wav",
                                                  "outputs.snapshots.every",
                                                  "outputs.snapshots.decimate",
                                                  "solids[0].box.to[0]"};
    const std::string key = *rc::gen::elementOf(keys);
    const int digits = *rc::gen::inRange(-99, 100);
    const int exponent = *rc::gen::inRange(-330, 330);
    const std::string value = std::to_string(digits) + "e" + std::to_string(exponent);
    const std::string unit = *rc::gen::elementOf(std::vector<std::string>{"", " mm", " km", " kHz", " ms", " %"});

    reads(template_text(0), {{key + "=" + value + unit, 1}});
}

RC_GTEST_PROP(SceneFuzz, SurvivesAnyOverride, (const std::string& text)) {
    reads(template_text(1), {{text, 1}, {"grid" + text, 2}, {"sources[0]" + text, 3}, {"time.duration=" + text, 4}});
}

/// Text that grows without limit in the ways that hurt parsers.
TEST(SceneFuzz, LongTextIsReadSoon) {
    const auto repeat = [](const std::string& unit, std::size_t bytes) {
        std::string text;
        while (text.size() + unit.size() < bytes) text += unit;
        return text;
    };
    const bool exhaustive = std::getenv("WAVESIM_EXHAUSTIVE") != nullptr;
    const std::size_t limit = std::size_t{1} << (exhaustive ? 20U : 18U);  // a file has at most 2^20 bytes
    std::string keys;
    for (int i = 0; keys.size() < limit - 20; ++i) keys += 'k' + std::to_string(i) + ": 1\n";
    std::string anchors;
    for (int i = 0; anchors.size() < limit - 40; ++i) anchors += "- &a" + std::to_string(i) + " 1\n";
    const std::vector<std::string> texts = {repeat("[", limit),
                                            repeat("{", limit),
                                            repeat("- ", limit),
                                            repeat("-\n", limit),
                                            repeat("a: ", limit),
                                            repeat("? ", limit),
                                            "a: '" + repeat("''", limit - 10),
                                            "a: \"" + repeat("\\n", limit - 10) + "\"",
                                            "a: |\n" + repeat(" x\n", limit - 10),
                                            "name: " + repeat("x", limit - 10),
                                            "a: [" + repeat("é, ", limit - 10) + "]",
                                            repeat("\n", limit),
                                            repeat("&a ", limit),
                                            repeat("!a ", limit),
                                            repeat("--- a\n", limit),
                                            keys,
                                            anchors};
    for (const std::string& text : texts) {
        const std::clock_t start = std::clock();  // of the processor: other programs may be running

        EXPECT_FALSE(reads(text));

        const std::clock_t spent = std::clock() - start;
        EXPECT_LT(spent, 10 * CLOCKS_PER_SEC) << text.substr(0, 20);
    }
}

TEST(SceneFuzz, CheckingARoomTakesLittleTime) {
    const std::string text = template_text(0);
    std::clock_t best = std::numeric_limits<std::clock_t>::max();  // of the processor: other programs may be running
    for (int i = 0; i < 10; ++i) {
        const std::clock_t start = std::clock();
        parse_scene(text, "room.yaml", {});
        best = std::min(best, std::clock() - start);
    }

    EXPECT_LT(best, CLOCKS_PER_SEC / 10);
}

}  // namespace
}  // namespace wavesim
