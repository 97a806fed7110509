// SPDX-License-Identifier: MIT
#include "app/study/own_program.hpp"

#include <fstream>

namespace wavesim {

namespace {

std::size_t words_in_main = 0;

/// The command line of the process from /proc, where each word ends with NUL.
std::vector<std::string> words_of_process() {
    std::vector<std::string> words;
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
    return words;
}

}  // namespace

std::vector<std::string> words_of_program(const std::vector<std::string>& words, std::size_t own) {
    // A loader passes the words from the program's file on to the program.
    std::vector<std::string> start{"/proc/self/exe"};
    if (own > 0 && words.size() > own)
        start.insert(start.end(), words.begin() + 1,
                     words.begin() + static_cast<std::ptrdiff_t>(words.size() - own + 1));
    return start;
}

std::vector<std::string> own_program() { return words_of_program(words_of_process(), words_in_main); }

void remember_own_words(int argc) { words_in_main = static_cast<std::size_t>(argc); }

}  // namespace wavesim
