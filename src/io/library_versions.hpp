// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

struct LibraryVersion {
    std::string name;
    std::string version;
};

/// The libraries that read and write files, with the versions that are loaded at run time (header-only libraries:
/// the versions that were compiled in).
std::vector<LibraryVersion> library_versions();

}  // namespace wavesim
