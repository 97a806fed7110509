// SPDX-License-Identifier: MIT
// Every bad scene of tests/corpus/bad_scenes.txt must give exactly the faults that stand there. How a case is written:
//   === title
//   - text of base.yaml        (must occur once)
//   + what replaces it         (escapes: \n \t \\ \xNN, and \{N*text\} repeats text N times)
//   : line of a scene that is used instead of base.yaml
//   $ key=value                (a --set option)
//   > [rule] line:column: key: message     (every fault, in order of place)
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "io/scene/reader.hpp"

namespace wavesim {
namespace {

struct BadScene {
    std::string title;
    int line = 0;  ///< of the corpus
    std::string text;
    std::vector<Override> overrides;
    std::vector<std::string> expected;
};

std::filesystem::path corpus() { return std::filesystem::path(WAVESIM_SOURCE_DIR) / "tests/corpus"; }

std::string read_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string unescape(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        const char what = text[++i];
        if (what == 'n') result += '\n';
        if (what == 't') result += '\t';
        if (what == '\\') result += '\\';
        if (what == 'x') {
            result += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
            i += 2;
        }
        if (what == '{') {
            const std::size_t star = text.find('*', i);
            const std::size_t end = text.find("\\}", i);
            const std::string unit = unescape(text.substr(star + 1, end - star - 1));
            for (long n = std::stol(text.substr(i + 1, star - i - 1)); n > 0; --n) result += unit;
            i = end + 1;
        }
    }
    return result;
}

void replace_once(std::string& text, const std::string& what, const std::string& by, const std::string& title) {
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << title << ": '" << what << "' is not in base.yaml";
    ASSERT_EQ(text.find(what, at + 1), std::string::npos) << title << ": '" << what << "' occurs twice";
    text.replace(at, what.size(), by);
}

std::vector<BadScene> read_corpus() {
    const std::string base = read_text(corpus() / "base.yaml");
    std::ifstream stream(corpus() / "bad_scenes.txt");
    std::vector<BadScene> scenes;
    std::string line;
    std::string replaced;
    for (int number = 1; std::getline(stream, line); ++number) {
        const std::string body = line.size() > 2 ? line.substr(2) : "";
        if (line.rfind("=== ", 0) == 0) {
            scenes.push_back({line.substr(4), number, base, {}, {}});
        } else if (line.rfind("- ", 0) == 0) {
            replaced = unescape(body);
        } else if (line.rfind("+", 0) == 0) {
            replace_once(scenes.back().text, replaced, unescape(body), scenes.back().title);
        } else if (line.rfind(":", 0) == 0) {
            std::string& text = scenes.back().text;
            if (text == base) text.clear();
            text += unescape(body) + '\n';
        } else if (line.rfind("$ ", 0) == 0) {
            scenes.back().overrides.push_back({unescape(body), static_cast<int>(scenes.back().overrides.size()) + 1});
        } else if (line.rfind("> ", 0) == 0) {
            scenes.back().expected.push_back(body);
        }
    }
    return scenes;
}

std::vector<std::string> faults_of(const BadScene& scene) {
    const std::filesystem::path file = corpus() / "scene.yaml";
    std::vector<std::string> lines;
    try {
        parse_scene(scene.text, file, scene.overrides);
    } catch (const SceneFileError& error) {
        for (const MarkedFault& fault : error.faults()) {
            std::string text = to_string(fault);
            if (text.rfind(file.string() + ':', 0) == 0) text.erase(0, file.string().size() + 1);
            lines.push_back('[' + fault.rule + "] " + text);
        }
    }
    return lines;
}

TEST(SceneCorpus, BaseSceneIsValid) {
    EXPECT_NO_THROW(parse_scene(read_text(corpus() / "base.yaml"), corpus() / "base.yaml", {}));
}

TEST(SceneCorpus, EveryBadSceneGivesExactlyItsFaults) {
    for (const BadScene& scene : read_corpus()) {
        std::string expected;
        std::string found;
        for (const std::string& line : scene.expected) expected += "> " + line + '\n';
        for (const std::string& line : faults_of(scene)) found += "> " + line + '\n';

        EXPECT_EQ(found, expected) << "bad_scenes.txt:" << scene.line << ": " << scene.title;
        EXPECT_FALSE(scene.expected.empty()) << scene.title;
    }
}

TEST(SceneCorpus, CoversEveryRuleWithEnoughScenes) {
    const std::vector<BadScene> scenes = read_corpus();
    std::map<std::string, int> seen;
    for (const BadScene& scene : scenes) {
        for (const std::string& line : scene.expected) ++seen[line.substr(1, line.find(']') - 1)];
    }

    EXPECT_GE(scenes.size(), 120U);
    EXPECT_GE(seen.size(), 40U);
    for (const std::string& rule : scene_rules()) EXPECT_TRUE(seen.contains(rule)) << "no bad scene for " << rule;
    RecordProperty("scenes", static_cast<int>(scenes.size()));
    RecordProperty("rules", static_cast<int>(seen.size()));
}

}  // namespace
}  // namespace wavesim
