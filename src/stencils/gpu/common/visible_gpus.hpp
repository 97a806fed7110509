// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"

namespace wavesim {

// Needs the CUDA driver. In a build without the toolkit each function reports that.

/// Empty when a GPU can be used, else one sentence why not (no toolkit at build time, no driver, no device, no
/// run-time compiler).
std::string cuda_why_not();
/// Every visible GPU, including GPUs that cannot be used.
std::vector<Gpu> visible_gpus();

/// Empty when GPU `index` can be used, else one sentence that lists the existing devices.
std::string device_why_not(int index);
/// Makes the device the current one and creates its context. Throws KernelError with the sentence of device_why_not.
Gpu open_gpu(int index);
/// The first visible GPU, opened. If it cannot be used, a value that contains the reason.
Gpu first_gpu();

/// Facts about a visible GPU that need no context: all but its memory. Not defined in a build without the toolkit.
Gpu properties_of(int index);

}  // namespace wavesim
