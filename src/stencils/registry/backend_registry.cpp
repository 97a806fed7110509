// SPDX-License-Identifier: MIT
#include "stencils/registry/backend_registry.hpp"

#include <string>
#include <vector>

#include "stencils/backend/backend_names.hpp"
#include "stencils/gpu/families/gpu_backends.hpp"
#include "stencils/registry/cpu_entry.hpp"

namespace wavesim {

std::span<const BackendEntry> backend_registry() {
    static const std::vector<BackendEntry> table = [] {
        std::vector<BackendEntry> rows{cpu::cpu_entry()};
        for (const BackendEntry& entry : gpu_backends()) rows.push_back(entry);
        return rows;
    }();
    return table;
}

std::span<const BackendEntry> backend_gallery() { return gpu_gallery(); }

std::span<const BackendEntry> backend_pairs() { return gpu_backend_pairs(); }

std::vector<const BackendEntry*> all_backends() {
    std::vector<const BackendEntry*> rows;
    for (const std::span<const BackendEntry> table : {backend_registry(), backend_gallery()})
        for (const BackendEntry& entry : table) rows.push_back(&entry);
    return rows;
}

std::vector<std::string> backend_names() {
    std::vector<std::string> names;
    for (const BackendEntry* entry : all_backends()) names.push_back(entry->name);
    return names;
}

const BackendEntry* find_backend(std::string_view name) {
    for (const std::span<const BackendEntry> rows : {backend_registry(), backend_gallery(), backend_pairs()})
        for (const BackendEntry& entry : rows)
            if (entry.name == name) return &entry;
    return nullptr;
}

}  // namespace wavesim
