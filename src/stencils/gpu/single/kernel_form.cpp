// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

std::string KernelForm::name() const {
    const std::string full = backend;
    return full.substr(full.find('.') + 1);
}

}  // namespace wavesim
