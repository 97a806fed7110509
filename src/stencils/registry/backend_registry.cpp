// SPDX-License-Identifier: MIT
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/cpu/cpu_entry.hpp"
#include "stencils/gpu/families/gpu_backends.hpp"

namespace wavesim {

std::span<const BackendEntry> backend_registry() {
    static const std::vector<BackendEntry> table = [] {
        std::vector<BackendEntry> rows{cpu::cpu_entry()};
        for (const BackendEntry& entry : gpu_backends()) rows.push_back(entry);
        return rows;
    }();
    return table;
}

const BackendEntry* find_backend(std::string_view name) {
    for (const std::span<const BackendEntry> rows : {backend_registry(), gpu_backend_pairs()})
        for (const BackendEntry& entry : rows)
            if (entry.name == name) return &entry;
    return nullptr;
}

}  // namespace wavesim
