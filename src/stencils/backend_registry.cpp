// SPDX-License-Identifier: MIT
#include <array>

#include "stencils/backend.hpp"
#include "stencils/cpu/cpu_backend.hpp"

namespace wavesim {

std::span<const BackendEntry> backend_registry() {
    static const std::array<BackendEntry, 1> table{cpu::cpu_entry()};
    return table;
}

const BackendEntry* find_backend(std::string_view name) {
    for (const BackendEntry& entry : backend_registry()) {
        if (entry.name == name) return &entry;
    }
    return nullptr;
}

}  // namespace wavesim
