// SPDX-License-Identifier: MIT
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>

#include "app/bash_completion.hpp"
#include "app/choice.hpp"
#include "app/commands.hpp"
#include "app/completion_tree.hpp"
#include "app/fish_completion.hpp"
#include "app/terminal.hpp"
#include "app/zsh_completion.hpp"

namespace wavesim {

void add_completion_command(CLI::App& app) {
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("completion", "print a completion script for your shell");
    add_choice(command->add_option("SHELL", *shell, "which shell")->required(), {"bash", "zsh", "fish"});
    command->footer(
        "Examples:\n"
        "  source <(wavesim completion bash)                                  this shell only\n"
        "  wavesim completion bash > ~/.local/share/bash-completion/completions/wavesim\n"
        "  wavesim completion zsh > \"${fpath[1]}/_wavesim\"\n"
        "  wavesim completion fish > ~/.config/fish/completions/wavesim.fish");
    command->callback([&app, shell] {
        const CompletionCommand tree = completion_tree(app);
        const std::string script = *shell == "bash"  ? bash_completion(tree)
                                   : *shell == "zsh" ? zsh_completion(tree)
                                                     : fish_completion(tree);
        put(script);
    });
}

}  // namespace wavesim
