// SPDX-License-Identifier: MIT
#include "app/terminal.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace wavesim {

namespace {
const char* escape_of(Colour colour) {
    switch (colour) {
        case Colour::bold: return "\x1b[1m";
        case Colour::red: return "\x1b[1;31m";
        case Colour::yellow: return "\x1b[1;33m";
        case Colour::green: return "\x1b[32m";
        case Colour::dim: return "\x1b[2m";
    }
    return "";
}

/// errno of the first failed write to standard output.
std::atomic<int> output_failure{0};

/// Writes all of the text, also when signals interrupt. Returns 0 or the errno value of the failure.
int write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}
}  // namespace

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

bool shows_colour(std::FILE* stream) {
    // https://no-color.org: colours are off if the variable is set and not empty.
    const char* no_color = ::secure_getenv("NO_COLOR");
    if (no_color != nullptr && no_color[0] != '\0') return false;
    const char* term = ::secure_getenv("TERM");
    if (term == nullptr || std::string_view(term) == "dumb") return false;
    return is_terminal(stream);
}

int terminal_columns(std::FILE* stream) {
    winsize size{};
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

std::string painted(std::FILE* stream, Colour colour, std::string_view text) {
    if (!shows_colour(stream)) return std::string(text);
    return fmt::format("{}{}\x1b[0m", escape_of(colour), text);
}

void tell(std::string_view text) { write_all(STDERR_FILENO, text); }

void put(std::string_view text) {
    std::fflush(stdout);  // texts of the parser come first
    const int failed = write_all(STDOUT_FILENO, text);
    int none = 0;
    if (failed != 0) output_failure.compare_exchange_strong(none, failed);
}

int output_error() {
    int none = 0;
    if (std::fflush(stdout) != 0) output_failure.compare_exchange_strong(none, errno);
    return output_failure.load();
}

void print_error(std::string_view sentence) {
    tell(fmt::format("{} {}\n", painted(stderr, Colour::red, "error:"), sentence));
}

void print_warning(std::string_view sentence) {
    tell(fmt::format("{} {}\n", painted(stderr, Colour::yellow, "warning:"), sentence));
}

}  // namespace wavesim
