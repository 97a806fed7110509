// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/common/support_text.hpp"
#include "stencils/gpu/single/bulk_parts.hpp"

namespace wavesim {

std::string bulk_name(const KernelForm& form, const Stencil& stencil);

/// All sources for the bulk step of isotropic media, in the order in which a backend compiles them. `tile`: one of
/// tiles_to_try, empty for the first.
std::vector<KernelText> isotropic_texts(const RegionForms& forms, const StencilProblem& problem, const Gpu& gpu,
                                        const std::string& tile = {});

}  // namespace wavesim
