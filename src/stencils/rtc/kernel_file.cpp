// SPDX-License-Identifier: MIT
#include "stencils/rtc/kernel_file.hpp"

#include <xxhash.h>

#include <cstdio>

#include "stencils/rtc/embedded_headers.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {

namespace {

std::string all_headers() {
    std::string text;
    for (const EmbeddedHeader& header : embedded_headers())
        text += '\n' + std::string(header.name) + '\n' + header.text;
    return text;
}

}  // namespace

std::string kernel_file(const std::string& name, const std::string& source, const std::string& architecture,
                        const std::string& compiler) {
    std::string text = compiler;
    for (const std::string& option : nvrtc_options(architecture)) text += '\n' + option;
    text += all_headers();
    text += '\n' + source;
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return name + "-" + architecture + "-" + digits + ".cubin";
}

std::string kernel_version() {
    const std::string text = all_headers();
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx",
                  static_cast<unsigned long long>(XXH3_64bits(text.data(), text.size())));
    return digits;
}

}  // namespace wavesim
