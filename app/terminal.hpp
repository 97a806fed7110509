// SPDX-License-Identifier: MIT
#pragma once
#include <cstdio>
#include <string>
#include <string_view>

namespace wavesim {

enum class Colour { bold, red, yellow, green, dim };

bool is_terminal(std::FILE* stream);
/// Whether to use colours: on terminals only, and never when NO_COLOR is set or TERM is `dumb`.
bool shows_colour(std::FILE* stream);
/// Width of the terminal in columns; 80 without a terminal.
int terminal_columns(std::FILE* stream);
/// `text` in a colour if the stream shows colours, else `text` itself.
std::string painted(std::FILE* stream, Colour colour, std::string_view text);

/// Writes to standard error. Text that cannot be written (closed stream, full disk, pipe without reader) is dropped: a
/// run must not end because its messages cannot be shown.
void tell(std::string_view text);
/// Writes to standard output at once. Text that cannot be written is dropped, too, but the program then ends with code
/// 5.
void put(std::string_view text);
/// errno of the first failed write to standard output; 0 if none failed.
int output_error();
/// `error: sentence` and `warning: sentence` on standard error.
void print_error(std::string_view sentence);
void print_warning(std::string_view sentence);

}  // namespace wavesim
