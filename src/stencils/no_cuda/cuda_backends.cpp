// SPDX-License-Identifier: MIT
// Stands in for stencils/cuda and stencils/rtc in a build without the CUDA toolkit.
#include "stencils/cuda/cuda_backends.hpp"

#include <stdexcept>

namespace wavesim {

std::string cuda_why_not() { return "this program was built without the CUDA toolkit"; }

std::vector<DeviceReport> cuda_devices() { return {}; }

std::span<const BackendEntry> cuda_backends() {
    static const std::vector<BackendEntry> rows = [] {
        std::vector<BackendEntry> table;
        for (const BackendName& backend : cuda_backend_names)
            table.push_back({backend.name, backend.summary, [](const StencilProblem&) { return cuda_why_not(); },
                             [](const StencilProblem&) { return std::int64_t{0}; },
                             [](const StencilProblem&, const BackendOptions&) -> std::unique_ptr<StencilBackend> {
                                 throw std::logic_error(cuda_why_not());
                             }});
        return table;
    }();
    return rows;
}

}  // namespace wavesim
