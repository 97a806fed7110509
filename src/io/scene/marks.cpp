// SPDX-License-Identifier: MIT
#include "io/scene/marks.hpp"

namespace wavesim {

Mark SceneMarks::find(std::string key) const {
    while (!key.empty()) {
        if (const auto it = marks_.find(key); it != marks_.end()) return it->second;
        const auto cut = key.find_last_of(".[");
        key = cut == std::string::npos ? std::string() : key.substr(0, cut);
    }
    const auto root = marks_.find("");
    return root == marks_.end() ? Mark{} : root->second;
}

std::vector<MarkedFault> SceneMarks::locate(const std::vector<Fault>& faults) const {
    std::vector<MarkedFault> located;
    located.reserve(faults.size());
    for (const Fault& fault : faults) located.push_back({find(fault.key), fault, ""});
    return located;
}

}  // namespace wavesim
