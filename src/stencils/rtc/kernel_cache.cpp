// SPDX-License-Identifier: MIT
#include "stencils/rtc/kernel_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "stencils/rtc/kernel_error.hpp"
#include "stencils/rtc/kernel_file.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {

namespace fs = std::filesystem;

namespace {

/// Writes to a temporary name and renames, so that a reader never sees an incomplete file.
bool write_file(const fs::path& path, const char* data, std::size_t size) {
    static std::atomic<int> written{0};  // threads may compile the same kernel at the same time
    const fs::path temporary =
        path.string() + "." + std::to_string(::getpid()) + "." + std::to_string(++written) + ".tmp";
    {
        std::ofstream out(temporary, std::ios::binary);
        out.write(data, static_cast<std::streamsize>(size));
        if (!out) {
            std::error_code ignored;
            fs::remove(temporary, ignored);
            return false;
        }
    }
    std::error_code error;
    fs::rename(temporary, path, error);
    if (error) fs::remove(temporary, error);
    return !error;
}

}  // namespace

void drop_oldest(const fs::path& folder, std::uintmax_t most_bytes) {
    struct Item {
        fs::file_time_type time;
        std::uintmax_t size;
        fs::path path;
    };
    std::vector<Item> items;
    std::uintmax_t total = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (!entry.is_regular_file(error)) continue;
        items.push_back({entry.last_write_time(error), entry.file_size(error), entry.path()});
        total += items.back().size;
    }
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.time < b.time; });
    for (const Item& item : items) {
        if (total <= most_bytes) return;
        fs::remove(item.path, error);
        total -= item.size;
    }
}

// NOLINTBEGIN(concurrency-mt-unsafe): nobody changes the environment
fs::path kernel_cache_folder() {
    if (const char* folder = std::getenv("WAVESIM_CACHE")) return folder;
    if (const char* folder = std::getenv("XDG_CACHE_HOME")) return fs::path(folder) / "wavesim";
    if (const char* home = std::getenv("HOME")) return fs::path(home) / ".cache" / "wavesim";
    return fs::temp_directory_path() / "wavesim-cache";
}
// NOLINTEND(concurrency-mt-unsafe)

std::set<std::string> cached_kernel_files() {
    std::set<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(kernel_cache_folder(), error))
        if (entry.path().extension() == ".cubin") names.insert(entry.path().filename().string());
    return names;
}

CachedKernel cached_compile(const std::string& name, const std::string& source, const std::string& architecture,
                            std::uintmax_t most_bytes) {
    if (const std::string reason = nvrtc_why_not(); !reason.empty()) throw KernelError(reason);
    const fs::path folder = kernel_cache_folder();
    std::error_code error;
    fs::create_directories(folder, error);
    const fs::path path = folder / kernel_file(name, source, architecture, nvrtc_version());

    CachedKernel kernel;
    if (std::ifstream in(path, std::ios::binary); in) {
        std::ostringstream content;
        content << in.rdbuf();
        const std::string bytes = std::move(content).str();
        if (bytes.size() > 4 && bytes.compare(0, 4,
                                              "\x7f"
                                              "ELF") == 0) {
            kernel.cubin.assign(bytes.begin(), bytes.end());
            kernel.from_cache = true;
            fs::last_write_time(path, fs::file_time_type::clock::now(), error);
            return kernel;
        }
    }
    const auto start = std::chrono::steady_clock::now();
    const fs::path source_path = fs::path(path).replace_extension(".cu");
    write_file(source_path, source.data(), source.size());
    try {
        kernel.cubin = nvrtc_compile(name, source, architecture).cubin;
    } catch (const KernelError& failure) {
        throw KernelError(std::string(failure.what()) + "\nthe source is saved in " + source_path.string());
    }
    kernel.compile_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (write_file(path, kernel.cubin.data(), kernel.cubin.size())) drop_oldest(folder, most_bytes);
    return kernel;
}

}  // namespace wavesim
