// SPDX-License-Identifier: MIT
#include "stencils/gpu/families/gpu_backends.hpp"

#include <algorithm>

#include "stencils/gpu/families/gpu_families.hpp"
#include "stencils/gpu/single/single_backend.hpp"
#include "stencils/gpu/tti/tti_backends.hpp"

namespace wavesim {

namespace {

BackendEntry row_of(const KernelForm& form) {
    BackendEntry row = single_backend({&form, &form});
    row.same_bits_as = form.same_bits_as;
    if (const K73Strategy* strategy = find_k73_strategy(form.backend); strategy != nullptr)
        row.media.push_back(k73_support(*strategy, form));
    return row;
}

/// The backends of the families, either without the gallery or only the gallery.
std::vector<BackendEntry> rows_of(bool gallery) {
    std::vector<BackendEntry> table;
    for (const GpuFamily& family : gpu_families()) {
        if (family.row != nullptr && family.gallery_row == gallery) table.push_back(family.row());
        if (family.forms == nullptr) continue;
        for (const KernelForm* form : family.forms())
            if (form->gallery == gallery) table.push_back(row_of(*form));
    }
    return table;
}

}  // namespace

std::span<const BackendEntry> gpu_backends() {
    static const std::vector<BackendEntry> rows = rows_of(false);
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

std::vector<const KernelForm*> kernel_forms() {
    std::vector<const KernelForm*> all;
    for (const GpuFamily& family : gpu_families())
        if (family.forms != nullptr) all.insert(all.end(), family.forms().begin(), family.forms().end());
    std::stable_partition(all.begin(), all.end(), [](const KernelForm* form) { return !form->gallery; });
    return all;
}

}  // namespace wavesim
