// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/energy_meter.hpp"

#include <dlfcn.h>

#include "stencils/gpu/common/cuda/device_memory.hpp"

namespace wavesim {

namespace {

/// The required functions of NVML, with the signatures in its documentation; status 0 is success.
struct Nvml {
    int (*init)() = nullptr;
    int (*handle_by_bus)(const char* bus, void** device) = nullptr;
    int (*total_energy)(void* device, unsigned long long* millijoules) = nullptr;
    std::string reason;

    Nvml() {
        void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            reason = "the driver's management library (libnvidia-ml.so.1) is not on this machine";
            return;
        }
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
            if (function == nullptr) reason = std::string("the driver's management library lacks ") + name;
        };
        find(init, "nvmlInit_v2");
        find(handle_by_bus, "nvmlDeviceGetHandleByPciBusId_v2");
        find(total_energy, "nvmlDeviceGetTotalEnergyConsumption");
        if (reason.empty() && init() != 0) reason = "the driver's management library does not start";
    }
};

const Nvml& nvml() {
    static const Nvml loaded;
    return loaded;
}

}  // namespace

EnergyReading read_energy(int device) {
    if (!nvml().reason.empty()) return {{}, nvml().reason};
    char bus[32] = {};
    cuda_check(cudaDeviceGetPCIBusId(bus, sizeof bus, device), "cudaDeviceGetPCIBusId");
    void* handle = nullptr;
    unsigned long long millijoules = 0;
    if (nvml().handle_by_bus(bus, &handle) != 0) return {{}, "the driver's management library does not know this GPU"};
    if (nvml().total_energy(handle, &millijoules) != 0) return {{}, "this GPU does not count its energy"};
    return {1e-3 * static_cast<double>(millijoules), ""};
}

}  // namespace wavesim
