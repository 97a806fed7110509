// SPDX-License-Identifier: MIT
#include "io/library_versions.hpp"

#include <fmt/core.h>
#include <hdf5.h>
#include <png.h>
#include <samplerate.h>
#include <sndfile.h>
#include <xxhash.h>

#include <nlohmann/json.hpp>

namespace wavesim {

namespace {
/// `libsamplerate-0.2.2 (c) ...` -> `0.2.2`
std::string number_in(const std::string& text) {
    const std::size_t first = text.find_first_of("0123456789");
    if (first == std::string::npos) return text;
    return text.substr(first, text.find_first_not_of("0123456789.", first) - first);
}
}  // namespace

std::vector<LibraryVersion> library_versions() {
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    const unsigned xxhash = XXH_versionNumber();
    return {
        {"HDF5", fmt::format("{}.{}.{}", major, minor, release)},
        {"libsndfile", number_in(sf_version_string())},
        {"libsamplerate", number_in(src_get_version())},
        {"libpng", png_get_libpng_ver(nullptr)},
        {"xxHash", fmt::format("{}.{}.{}", xxhash / 10000, xxhash / 100 % 100, xxhash % 100)},
        {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                      NLOHMANN_JSON_VERSION_PATCH)},
        {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
    };
}

}  // namespace wavesim
