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

/// Folder of the compiled kernels: $WAVESIM_CACHE, else $XDG_CACHE_HOME/wavesim, else ~/.cache/wavesim.
std::filesystem::path kernel_cache_folder();

/// Names of the compiled kernels in the cache (kernel_file.hpp).
std::set<std::string> cached_kernel_files();

/// Removes the least recently used files of a folder until the others have at most `most_bytes` bytes.
void drop_oldest(const std::filesystem::path& folder, std::uintmax_t most_bytes);

/// Size of the cache from which on the oldest files are removed, bytes.
inline constexpr std::uintmax_t usual_cache_limit = std::uintmax_t{256} << 20;

/// Compiles a source or reads the result from the disk cache. kernel_file.hpp describes the file name. Files are
/// renamed into place; beyond `most_bytes` the oldest are removed. A cache that cannot be written is no error. Throws
/// KernelError; a source that fails is saved, and the message contains its path.
CachedKernel cached_compile(const std::string& name, const std::string& source, const std::string& architecture,
                            std::uintmax_t most_bytes = usual_cache_limit);

}  // namespace wavesim
