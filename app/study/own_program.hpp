// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// The words that start this program once more, before its own arguments: its file or, where a loader was asked to run
/// it (the archive for other distributions), that loader with its options and the file.
/// `words` are all words of the process as the kernel keeps them, `own` those that the program itself got in main().
std::vector<std::string> words_of_program(const std::vector<std::string>& words, std::size_t own);
/// The same for this process.
std::vector<std::string> own_program();
/// How many words main() got; to be called there.
void remember_own_words(int argc);

}  // namespace wavesim
