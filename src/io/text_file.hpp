// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace wavesim {

/// Kinds of files, other than regular files, that may be read.
enum class OtherFiles {
    none,
    streams,  ///< /dev/stdin, the /dev/fd/63 of `<(...)`, devices; no named pipes, which may never have a writer
};

/// The text of a file named by the user; `kind` is its role ("scene"). A longer file is cut off after at least
/// `bytes_max` + 1 bytes, so that the caller notices. Throws EnvironmentError (io): cannot read the `kind` `file`: why.
std::string read_text_file(const std::filesystem::path& file, std::string_view kind, std::size_t bytes_max,
                           OtherFiles others = OtherFiles::none);

}  // namespace wavesim
