// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace wavesim {

/// A kernel ready to be loaded.
struct CachedKernel {
    std::vector<char> cubin;
    bool from_cache = false;
    double compile_s = 0;
};

/// Where compiled kernels are kept: $WAVESIM_CACHE, else $XDG_CACHE_HOME/wavesim, else ~/.cache/wavesim.
std::filesystem::path kernel_cache_folder();

/// Names of the compiled kernels there (kernel_file.hpp).
std::set<std::string> cached_kernel_files();

/// Removes the files of a folder that have not been used for longest, until the others have at most so many bytes.
void drop_oldest(const std::filesystem::path& folder, std::uintmax_t most_bytes);

/// Compiles a source or takes it from the disk cache. kernel_file.hpp says what its name covers.
/// Files appear by rename; beyond 256 MiB the oldest go. A cache that
/// cannot be written is no error. Throws KernelError; a source that fails is saved and named in the message.
CachedKernel cached_compile(const std::string& name, const std::string& source, const std::string& architecture);

}  // namespace wavesim
