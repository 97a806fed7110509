// SPDX-License-Identifier: MIT
// A program of the build: writes the manual pages of wavesim and its commands to a folder.
// usage: wavesim_man_pages FOLDER VERSION DATE

#include "app/manual/man_page.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <cstdio>
#include <filesystem>

#include "app/command_line.hpp"
#include "app/report_error.hpp"
#include "io/atomic_file.hpp"

namespace {

/// Writes the pages of a command and of its subcommands that help shows.
void write_man_pages(const CLI::App& command, const std::filesystem::path& folder,
                     const wavesim::ManualOrigin& origin) {
    wavesim::write_file(folder / (wavesim::man_page_name(command) + ".1"), wavesim::man_page(command, origin));
    for (const CLI::App* child : command.get_subcommands({}))
        if (!child->get_group().empty()) write_man_pages(*child, folder, origin);
}

}  // namespace

int main(int argc, char** argv) {
    return wavesim::exit_code_of([&] {
        if (argc != 4) {
            std::fputs("usage: wavesim_man_pages FOLDER VERSION DATE\n", stderr);
            return 2;
        }
        wavesim::make_folder(argv[1]);
        write_man_pages(*wavesim::make_command_line(), argv[1], {argv[2], argv[3]});
        return 0;
    });
}
