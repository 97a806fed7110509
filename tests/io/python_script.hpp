// SPDX-License-Identifier: MIT
#pragma once
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace wavesim {

/// Exit status of tests/python/<script> run by Debian's Python with these arguments; 0 when all its checks hold.
inline int run_python(const std::string& script, const std::string& arguments) {
    const std::string command = "/usr/bin/python3 '" WAVESIM_SOURCE_DIR "/tests/python/" + script + "' " + arguments;
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

inline std::string shell_quoted(const std::filesystem::path& path) {
    std::string text = path.string();
    text.insert(text.begin(), '\'');
    text.push_back('\'');
    return text;
}

}  // namespace wavesim
