// SPDX-License-Identifier: MIT
#include "stencils/gpu/families/gpu_families.hpp"

#include "stencils/gpu/density/density_forms.hpp"
#include "stencils/gpu/per_node/per_node_forms.hpp"
#include "stencils/gpu/resident/resident_backend.hpp"
#include "stencils/gpu/semi/semi_forms.hpp"
#include "stencils/gpu/statements/statement_backend.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/gpu/temporal/temporal_backend.hpp"
#include "stencils/gpu/tti/tti_backends.hpp"
#include "stencils/gpu/whole_step/whole_step_backend.hpp"

namespace wavesim {

std::span<const GpuFamily> gpu_families() {
    static constexpr GpuFamily table[] = {
        {sweep_forms, nullptr},      {per_node_forms, nullptr},    {density_forms, nullptr},
        {nullptr, tti_backend},      {nullptr, statement_backend}, {nullptr, whole_step_backend, true},
        {nullptr, resident_backend}, {nullptr, temporal_backend},  {semi_forms, nullptr},
    };
    return table;
}

}  // namespace wavesim
