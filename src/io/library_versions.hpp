// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

struct LibraryVersion {
    std::string name;
    std::string version;
};

/// The libraries that read and write files, with the versions loaded at run time; for header-only libraries the
/// versions compiled in.
std::vector<LibraryVersion> library_versions();

}  // namespace wavesim
