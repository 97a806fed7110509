// SPDX-License-Identifier: MIT
#include "io/text_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "solvers/scene/fault.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

/// Whether the name means an open file of the program, such as /dev/stdin or the /dev/fd/63 of `<(...)`.
bool is_open_already(const fs::path& file) {
    const std::string name = file.string();
    return name.starts_with("/dev/") || name.starts_with("/proc/");
}

/// Reason not to open a file; empty if it may be opened.
std::string refusal(const fs::path& file, OtherFiles others) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found) return "there is no such file";
    if (error) return error.message();
    if (fs::is_directory(status)) return "it is a folder";
    if (others == OtherFiles::none && !fs::is_regular_file(status)) return "it is no regular file";
    if (fs::is_fifo(status) && !is_open_already(file))
        return "it is a named pipe, which perhaps nobody ever writes; use a file or /dev/stdin";
    return "";
}

}  // namespace

std::string read_text_file(const fs::path& file, std::string_view kind, std::size_t bytes_max, OtherFiles others) {
    const auto refuse = [&](const std::string& why) {
        throw EnvironmentError(EnvironmentError::Kind::io,
                               fmt::format("cannot read the {} {}: {}", kind, file.string(), why));
    };
    const auto last_error = [](const char* otherwise) {
        return errno != 0 ? std::generic_category().message(errno) : otherwise;
    };
    if (const std::string why = refusal(file, others); !why.empty()) refuse(why);
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) refuse(last_error("it cannot be opened"));
    std::string text;
    std::array<char, 16384> part;
    do {  // reads one part more than allowed, to notice a file that is too long
        stream.read(part.data(), static_cast<std::streamsize>(part.size()));
        text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    } while (stream && text.size() <= bytes_max);
    if (stream.bad()) refuse(last_error("reading failed"));
    return text;
}

}  // namespace wavesim
