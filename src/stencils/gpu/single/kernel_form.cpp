// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

std::string KernelForm::name() const {
    const std::string full = backend;
    return full.substr(full.find('.') + 1);
}

std::span<const KernelForm* const> kernel_forms() {
    static constexpr const KernelForm* table[] = {
        &forms::sweep,         &forms::texture_unrolled, &forms::stream_hybrid, &forms::texture_loop,
        &forms::density_sweep, &forms::density,          &forms::semi_tma,      &forms::stream_register,
        &forms::stream_shared, &forms::stream_global,    &forms::texture_leggy, &forms::texture_factored,
        &forms::semi_gmem_3d,  &forms::semi_smem_3d,     &forms::semi_smem_25d, &forms::semi_25d,
        &forms::semi_b,        &forms::semi_ba,          &forms::semi_2z};
    return table;
}

}  // namespace wavesim
