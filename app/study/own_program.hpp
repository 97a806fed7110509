// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// The words that start this program again, without its arguments: its file. If a loader runs it (the archive for other
/// distributions), they are that loader with its options and the file. `words` are all words of the process as stored
/// by the kernel, `own` is the number of words passed to main().
std::vector<std::string> words_of_program(const std::vector<std::string>& words, std::size_t own);
/// The same for this process.
std::vector<std::string> own_program();
/// Stores the number of words passed to main(); must be called there.
void remember_own_words(int argc);

}  // namespace wavesim
