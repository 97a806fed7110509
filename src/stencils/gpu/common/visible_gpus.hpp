// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"

namespace wavesim {

// Needs the CUDA driver; a build without the toolkit says so in each.

/// Empty when a GPU can be used, else one sentence why not (no toolkit at build time, no driver, no device, no
/// run-time compiler).
std::string cuda_why_not();
/// Every visible GPU, those included that cannot be used.
std::vector<Gpu> visible_gpus();

/// Empty when GPU `index` can be used, else one sentence that names what exists.
std::string device_why_not(int index);
/// Makes the device the current one and creates its context. Throws KernelError with the sentence of device_why_not.
Gpu open_gpu(int index);
/// The first visible GPU, opened; where it cannot be used, a value that says why.
Gpu first_gpu();

/// What can be known of a visible GPU without a context: all but its memory. Not there in a build without the toolkit.
Gpu properties_of(int index);

}  // namespace wavesim
