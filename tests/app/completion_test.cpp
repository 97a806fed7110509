// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "app/program.hpp"

namespace wavesim::test {
namespace {

/// What bash would offer for a line whose last word is being typed.
std::string offered(const std::string& words, const std::filesystem::path& folder = ".") {
    const std::string script = "source <(\"$0\" completion bash); COMP_WORDS=(" + words +
                               "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _wavesim; printf '%s\\n' \"${COMPREPLY[@]}\"";
    return run_program({}, {.folder = folder, .under = {"bash", "-c", script}}).out;
}

bool installed(const std::string& shell) {
    return run_program({}, {.under = {"sh", "-c", "command -v " + shell}}).code == 0;
}

TEST(Completion, bash_script_has_valid_syntax) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run_program({}, {.folder = folder.path(), .under = {"bash", "-c", "\"$0\" completion bash | bash -n"}});

    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
}

TEST(Completion, zsh_script_has_valid_syntax) {
    if (!installed("zsh")) GTEST_SKIP() << "zsh is not installed";

    const Outcome outcome = run_program({}, {.under = {"bash", "-c", "\"$0\" completion zsh | zsh -n"}});

    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
}

TEST(Completion, fish_script_has_valid_syntax) {
    if (!installed("fish")) GTEST_SKIP() << "fish is not installed";

    const Outcome outcome = run_program({}, {.under = {"bash", "-c", "\"$0\" completion fish | fish -n"}});

    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
}

TEST(Completion, bash_offers_commands) { EXPECT_EQ(offered("wavesim compl"), "completion\n"); }

TEST(Completion, bash_offers_the_words_of_an_argument) {
    EXPECT_EQ(offered("wavesim completion ''"), "bash\nzsh\nfish\n");
}

TEST(Completion, bash_offers_stencils_of_the_catalogue) {
    EXPECT_EQ(offered("wavesim stencils leggy-2"), "leggy-2\nleggy-20\n");
}

TEST(Completion, bash_offers_the_words_of_an_option) {
    EXPECT_EQ(offered("wavesim run --precision ''"), "float\ndouble\n");
}

TEST(Completion, bash_skips_values_of_options_when_it_counts_arguments) {
    EXPECT_EQ(offered("wavesim stencils --family box leggy-19"), "leggy-19\n");
}

TEST(Completion, bash_offers_scenes_and_folders_where_a_scene_is_expected) {
    const TemporaryFolder folder;
    folder.write("room.yaml", "");
    folder.write("notes.txt", "");
    std::filesystem::create_directory(folder.path() / "scenes");

    EXPECT_EQ(offered("wavesim run ''", folder.path()), "room.yaml\nscenes\n");
    EXPECT_EQ(offered("wavesim run --output ''", folder.path()), "scenes\n");
}

TEST(Completion, every_command_and_option_is_in_every_script) {
    const std::vector<std::string> words{"run",       "check",   "plan",     "stencils", "info",
                                         "bench",     "schema",  "new",      "doctor",   "completion",
                                         "precision", "threads", "progress", "force",    "family"};
    for (const std::string shell : {"bash", "zsh", "fish"}) {
        const std::string script = run_program({"completion", shell}).out;
        for (const std::string& word : words) EXPECT_NE(script.find(word), std::string::npos) << shell << ' ' << word;
    }
}

/// Options that may be given several times have a star in zsh, and no others.
TEST(Completion, zsh_repeats_what_may_be_given_several_times) {
    std::istringstream script(run_program({"completion", "zsh"}).out);
    std::set<std::string> starred, plain;
    for (std::string line; std::getline(script, line);) {
        const std::size_t quote = line.find_first_not_of(' ');
        if (quote == std::string::npos || line[quote] != '\'') continue;
        const bool star = line[quote + 1] == '*';
        const std::size_t from = quote + (star ? 2 : 1), to = line.find('[', from);
        if (to != std::string::npos && line[from] == '-') (star ? starred : plain).insert(line.substr(from, to - from));
    }

    EXPECT_EQ(starred,
              (std::set<std::string>{"--data", "--from", "--medium", "--program", "--set", "--size", "--stencil"}));
    for (const char* once : {"--precision", "--output", "-o", "--force", "--help", "-h", "--threads", "--cases"})
        EXPECT_TRUE(plain.contains(once)) << once;
}

TEST(Completion, bash_offers_the_commands_of_a_command_and_their_options) {
    EXPECT_EQ(offered("wavesim study ''"), "plan\nrun\nstatus\nretry\ncollect\nverify\nrepair\n");
    EXPECT_EQ(offered("wavesim study run --st"), "--stale\n");
    const TemporaryFolder folder;
    folder.write("s.yaml", "");
    EXPECT_EQ(offered("wavesim study status ''", folder.path()), "s.yaml\n");
    for (const std::string shell : {"zsh", "fish"})
        EXPECT_NE(run_program({"completion", shell}).out.find("checkpoint-every"), std::string::npos) << shell;
}

TEST(Completion, bash_offers_options_after_a_dash) { EXPECT_EQ(offered("wavesim completion --h"), "--help\n"); }

/// fish names options of one letter with -s and the others with -l, without their dashes.
TEST(Completion, fish_tells_short_options_from_long_ones) {
    std::istringstream script(run_program({"completion", "fish"}).out);
    std::set<std::string> letters, words;
    for (std::string word, before; script >> word; before = word) {
        if (before == "-s") letters.insert(word);
        if (before == "-l") words.insert(word);
    }

    for (const char* letter : {"o", "h"}) EXPECT_TRUE(letters.contains(letter)) << letter;
    for (const std::string& letter : letters) EXPECT_EQ(letter.size(), 1U) << letter;
    for (const char* word : {"output", "help", "threads"}) EXPECT_TRUE(words.contains(word)) << word;
    for (const std::string& word : words) EXPECT_NE(word[0], '-') << word;
}

}  // namespace
}  // namespace wavesim::test
