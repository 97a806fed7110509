// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace wavesim {

/// What a shell may offer as a value.
struct CompletionValue {
    enum class Kind { nothing, words, files, folders };
    Kind kind = Kind::nothing;
    std::vector<std::string> words;     ///< Kind::words
    std::vector<std::string> suffixes;  ///< Kind::files: without dot; empty: any file
};

struct CompletionOption {
    std::vector<std::string> names;  ///< as typed, e.g. -h and --help
    std::string description;
    bool takes_value = false;
    bool repeats = false;
    CompletionValue value;
};

struct CompletionArgument {
    std::string name;
    std::string description;
    CompletionValue value;
};

struct CompletionCommand {
    std::string name;
    std::string description;
    std::vector<CompletionOption> options;
    std::vector<CompletionArgument> arguments;
    std::vector<CompletionCommand> commands;
};

/// The command line in the form that shells need, without what help does not show. It is taken from the tree of the
/// parser. Type names of options and arguments state which values fit: `a|b|c` these words, SCENE, RESULT and FILE
/// files, DIR folders, STENCIL names of the catalogue.
CompletionCommand completion_tree(const CLI::App& root);

}  // namespace wavesim
