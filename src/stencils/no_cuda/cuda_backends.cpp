// SPDX-License-Identifier: MIT
// Stands in for stencils/cuda and stencils/rtc in a build without the CUDA toolkit.
#include "stencils/cuda/cuda_backends.hpp"

#include <stdexcept>

#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::string cuda_why_not() { return "this program was built without the CUDA toolkit"; }

std::vector<DeviceReport> cuda_devices() { return {}; }

std::string device_why_not(int index) { return "GPU " + std::to_string(index) + " cannot be used: " + cuda_why_not(); }

OpenDevice open_device(int index) { throw KernelError(device_why_not(index)); }

std::unique_ptr<TriadRate> make_device_floor(std::int64_t, Precision, int device) {
    throw KernelError(device_why_not(device));
}

EnergyReading read_energy(int device) { return {{}, device_why_not(device)}; }

std::span<const BackendEntry> cuda_backends() {
    static const std::vector<BackendEntry> rows = [] {
        std::vector<BackendEntry> table;
        for (const BackendName& backend : cuda_backend_names)
            table.push_back({backend.name, backend.summary, [](const StencilProblem&) { return cuda_why_not(); },
                             [](const StencilProblem&) { return std::int64_t{0}; },
                             [](const StencilProblem&, const BackendOptions&) -> std::unique_ptr<StencilBackend> {
                                 throw std::logic_error(cuda_why_not());
                             },
                             [](const StencilProblem&) { return std::int64_t{0}; },
                             [](const StencilProblem&, const BackendOptions&) {}});
        return table;
    }();
    return rows;
}

}  // namespace wavesim
