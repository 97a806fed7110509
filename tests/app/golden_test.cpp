// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "app/program.hpp"

// Transcripts in tests/golden/*.txt. `$ command` is run in a folder that holds tests/golden/*.yaml and *.json; then
// follow `exit N` and every line of standard output and error as `out| ...` and `err| ...`. `<n>` stands for a number,
// `<*>` for any text, and a line `...` after the bar for any lines. `#` starts a comment line.

namespace wavesim::test {
namespace {

namespace fs = std::filesystem;

struct Step {
    std::string command;
    int code = 0;
    std::vector<std::string> out;
    std::vector<std::string> err;
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::vector<Step> read_transcript(const fs::path& file) {
    std::vector<Step> steps;
    for (const std::string& line : lines_of(read_text(file))) {
        if (line.starts_with("$ ")) {
            steps.push_back({line.substr(2), 0, {}, {}});
        } else if (line.starts_with("exit ")) {
            steps.back().code = std::stoi(line.substr(5));
        } else if (line.starts_with("out|")) {
            steps.back().out.push_back(line.size() > 5 ? line.substr(5) : "");
        } else if (line.starts_with("err|")) {
            steps.back().err.push_back(line.size() > 5 ? line.substr(5) : "");
        } else if (!line.empty() && !line.starts_with("#")) {
            ADD_FAILURE() << file << ": this line is no part of a transcript: " << line;
        }
    }
    return steps;
}

std::regex pattern_of(const std::string& line) {
    std::string pattern;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line.compare(i, 3, "<n>") == 0) {
            pattern += "[-+]?[0-9][0-9 .]*(e[-+][0-9]+)?";
            i += 2;
        } else if (line.compare(i, 3, "<*>") == 0) {
            pattern += ".+";
            i += 2;
        } else {
            if (std::string("\\^$.|?*+()[]{}").find(line[i]) != std::string::npos) pattern += '\\';
            pattern += line[i];
        }
    }
    return std::regex(pattern);
}

/// Whether lines [at, ...) match the expected lines [k, ...), `...` standing for any number of lines.
bool matches(const std::vector<std::string>& expected, const std::vector<std::string>& actual, std::size_t k,
             std::size_t at) {
    if (k == expected.size()) return at == actual.size();
    if (expected[k] == "...") {
        for (std::size_t skip = at; skip <= actual.size(); ++skip) {
            if (matches(expected, actual, k + 1, skip)) return true;
        }
        return false;
    }
    return at < actual.size() && std::regex_match(actual[at], pattern_of(expected[k])) &&
           matches(expected, actual, k + 1, at + 1);
}

std::string as_transcript(const std::string& command, const Outcome& outcome) {
    std::string text = "$ " + command + "\nexit " + std::to_string(outcome.code) + '\n';
    for (const std::string& line : lines_of(outcome.out)) text += "out| " + line + '\n';
    for (const std::string& line : lines_of(outcome.err)) text += "err| " + line + '\n';
    return text;
}

class Golden : public ::testing::TestWithParam<fs::path> {};

TEST_P(Golden, transcript) {
    const TemporaryFolder folder;
    for (const fs::directory_entry& entry : fs::directory_iterator(GetParam().parent_path())) {
        if (const fs::path kind = entry.path().extension(); kind == ".yaml" || kind == ".json")
            fs::copy(entry.path(), folder.path());
    }
    const std::vector<Step> steps = read_transcript(GetParam());
    ASSERT_FALSE(steps.empty());

    for (const Step& step : steps) {
        const Outcome outcome =
            run_program({}, {.folder = folder.path(),
                             .environment = {"NO_COLOR=1"},
                             .under = {"sh", "-c", "PATH=$(dirname \"$0\"):$PATH; " + step.command},
                             .all_threads = step.command.find("wavesim doctor") != std::string::npos});

        EXPECT_TRUE(outcome.code == step.code && matches(step.out, lines_of(outcome.out), 0, 0) &&
                    matches(step.err, lines_of(outcome.err), 0, 0))
            << "the program now says:\n"
            << as_transcript(step.command, outcome);
    }
}

std::vector<fs::path> transcripts() {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(WAVESIM_SOURCE_DIR) / "tests/golden")) {
        if (entry.path().extension() == ".txt") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

INSTANTIATE_TEST_SUITE_P(Cli, Golden, ::testing::ValuesIn(transcripts()),
                         [](const auto& test) { return test.param.stem().string(); });

}  // namespace
}  // namespace wavesim::test
