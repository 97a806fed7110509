// SPDX-License-Identifier: MIT
#include "stencils/gpu/families/gpu_backends.hpp"

#include <vector>

#include "stencils/gpu/single/single_backend.hpp"
#include "stencils/gpu/temporal/temporal_backend.hpp"
#include "stencils/gpu/tti/tti_backends.hpp"

namespace wavesim {

namespace {

/// Rows of those forms that stand in the gallery, or of the others.
std::vector<BackendEntry> rows_of(bool gallery) {
    std::vector<BackendEntry> table;
    for (const KernelForm* form : kernel_forms()) {
        if (form->gallery != gallery) continue;
        table.push_back(single_backend({form, form}));
        if (const K73Strategy* strategy = find_k73_strategy(form->backend); strategy != nullptr)
            table.back().media.push_back(k73_support(*strategy, *form));
    }
    return table;
}

}  // namespace

std::span<const BackendEntry> gpu_backends() {
    static const std::vector<BackendEntry> rows = [] {
        std::vector<BackendEntry> table = rows_of(false);
        table.push_back(tti_backend());
        table.push_back(temporal_backend());
        return table;
    }();
    return rows;
}

std::span<const BackendEntry> gpu_gallery() {
    static const std::vector<BackendEntry> rows = rows_of(true);
    return rows;
}

std::span<const BackendEntry> gpu_backend_pairs() {
    static const std::vector<BackendEntry> rows = [] {
        std::vector<BackendEntry> table;
        for (const KernelForm* inner : kernel_forms())
            for (const KernelForm* layers : kernel_forms())
                if (inner != layers && !inner->density && !layers->density)
                    table.push_back(single_backend({inner, layers}));
        return table;
    }();
    return rows;
}

}  // namespace wavesim
