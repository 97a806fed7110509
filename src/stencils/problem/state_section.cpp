// SPDX-License-Identifier: MIT
#include "stencils/problem/state_section.hpp"

namespace wavesim {

void SinkSection::begin(const ArrayInfo& info) {
    ArrayInfo full = info;
    full.name = prefix_ + info.name;
    whole_.begin(full);
}

SourceSection::SourceSection(StateSource& whole, std::string prefix) : whole_(whole), prefix_(std::move(prefix)) {
    for (const ArrayInfo& info : whole.arrays()) {
        if (!info.name.starts_with(prefix_)) continue;
        arrays_.push_back(info);
        arrays_.back().name.erase(0, prefix_.size());
    }
}

}  // namespace wavesim
