// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace wavesim {

/// What may be read besides regular files.
enum class OtherFiles {
    none,
    streams,  ///< /dev/stdin, the /dev/fd/63 of `<(...)`, devices; no named pipes, which perhaps nobody ever writes
};

/// The text of a file that the user names, which is a `kind` ("scene"). A longer file is cut off after at least
/// `bytes_max` + 1 bytes, so the caller can see that it is too long. Throws EnvironmentError (io): cannot read the
/// `kind` `file`: why.
std::string read_text_file(const std::filesystem::path& file, std::string_view kind, std::size_t bytes_max,
                           OtherFiles others = OtherFiles::none);

}  // namespace wavesim
