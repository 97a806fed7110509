// SPDX-License-Identifier: MIT
#include "stencils/gpu/families/gpu_backends.hpp"

#include <vector>

#include "stencils/gpu/single/single_backend.hpp"
#include "stencils/gpu/temporal/temporal_backend.hpp"
#include "stencils/gpu/tti/tti_backends.hpp"

namespace wavesim {

std::span<const BackendEntry> gpu_backends() {
    static const std::vector<BackendEntry> rows = [] {
        std::vector<BackendEntry> table;
        for (const KernelForm* form : kernel_forms()) {
            // Before semi-stencils, which can run TTI media, too.
            if (form == &forms::semi_tma) table.push_back(tti_backend());
            table.push_back(single_backend({form, form}));
            if (const K73Strategy* strategy = find_k73_strategy(form->backend); strategy != nullptr)
                table.back().media.push_back(k73_support(*strategy, *form));
        }
        table.push_back(temporal_backend());
        return table;
    }();
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
