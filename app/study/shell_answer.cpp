// SPDX-License-Identifier: MIT
#include "app/study/shell_answer.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>

#include "studies/shell_word.hpp"

namespace wavesim {

ShellAnswer ask_shell(const std::vector<std::string>& words) {
    std::string command;
    for (const std::string& word : words) command += shell_word(word) + ' ';
    ShellAnswer answer;
    FILE* const pipe = popen((command + "2>&1").c_str(), "r");
    if (pipe == nullptr) return answer;
    std::array<char, 4096> buffer;
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) answer.text += buffer.data();
    const int status = pclose(pipe);
    answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    while (answer.text.ends_with('\n')) answer.text.pop_back();
    return answer;
}

}  // namespace wavesim
