// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "stencils/backend.hpp"
#include "stencils/measure/triad_rate.hpp"

namespace wavesim {

/// A GPU as `wavesim doctor` shows it.
struct DeviceReport {
    int index = 0;
    std::string name;
    std::string architecture;  ///< e.g. sm_90
    int multiprocessors = 0;
    std::int64_t memory_total = 0;  ///< bytes
    std::int64_t memory_free = 0;   ///< bytes
};

/// Empty when a GPU can be used, else one sentence why not (no toolkit at build time, no driver, no device, no
/// run-time compiler).
std::string cuda_why_not();
/// Every visible GPU; empty when cuda_why_not() is not.
std::vector<DeviceReport> cuda_devices();

/// Empty when GPU `index` can be used, else one sentence that names what exists.
std::string device_why_not(int index);
/// Makes the device the current one and creates its context; `seconds` is how long that took. Throws KernelError with
/// the sentence of device_why_not.
struct OpenDevice {
    DeviceReport report;
    double seconds = 0;
};
OpenDevice open_device(int index);

/// F on the device: a = k b - a over two arrays of random values, timed by events. Throws KernelError.
std::unique_ptr<TriadRate> make_device_floor(std::int64_t elements, Precision precision, int device);

/// Energy that a GPU has used since its driver was loaded, or one sentence why the driver does not tell.
struct EnergyReading {
    std::optional<double> joules;
    std::string why_not;
};
EnergyReading read_energy(int device);

/// Name and one line of a GPU backend; the same in every build.
struct BackendName {
    const char* name;
    const char* summary;
};
inline constexpr BackendName cuda_backend_names[] = {
    {"stream25.sweep", "GPU: plane sweep, in-plane class sums, running sums along z"},
    {"texture.unrolled", "GPU: node per thread, points known at compile time"},
    {"stream25.register", "GPU: 2.5D streaming, planes through the cache, sums in registers"},
    {"stream25.hybrid", "GPU: 2.5D streaming, newest plane in shared memory, sums in registers"},
    {"stream25.shared", "GPU: 2.5D streaming, all planes in shared memory"},
    {"stream25.global", "GPU: 2.5D streaming, nothing kept: the baseline"},
    {"texture.leggy", "GPU: node per thread, leggy loop (KernelB)"},
    {"texture.loop", "GPU: node per thread, list of points (KernelA)"},
    {"texture.factored", "GPU: node per thread, list of points, those of one weight added first"},
    {"texture.density", "GPU: media whose density varies, node per thread"},
    {"stream25.tti", "GPU: both forms of TTI media, as plane sweeps in 3D"},
};

/// The registry rows of the GPU backends, best first; in a build without CUDA they say why they cannot run.
std::span<const BackendEntry> cuda_backends();

}  // namespace wavesim
