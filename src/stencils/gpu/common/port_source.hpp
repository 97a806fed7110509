// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/support_text.hpp"

namespace wavesim {

/// The kernels of wall ports as one translation unit: wavesim_ports and _pushes.
std::string port_source(Precision precision);
KernelText port_text(Precision precision, const Gpu& gpu);

}  // namespace wavesim
