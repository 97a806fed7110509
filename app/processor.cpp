// SPDX-License-Identifier: MIT
#include "app/processor.hpp"

#include <fstream>

namespace wavesim {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("model name")) continue;
        const std::size_t colon = line.find(": ");
        if (colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown processor";
}

}  // namespace wavesim
