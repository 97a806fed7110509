// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "programs/blocking_configuration.hpp"
#include "stencils/backend/gpu.hpp"

namespace wavesim {

/// A configuration and the predictions of the model for it.
struct RankedConfiguration {
    BlockingConfiguration configuration;
    double predicted_ctpn_s = 0;
};

/// All configurations that fit the program and the GPU and are expected to fit the registers, ordered by predicted
/// time. Pure: same arguments, same list.
std::vector<RankedConfiguration> rank_configurations(const ProgramDemand& program, const Extent& inner,
                                                     Precision precision, const Gpu& gpu);

/// The configuration that STENCILGEN uses and AN5D compares with (AN5D, section 6.3): bT = 4, 32 x 32 or 128 nodes,
/// hSN = 128 in 2D, one node per thread, no partial sums in 2D; none where it does not fit.
std::optional<BlockingConfiguration> stencilgen_configuration(const ProgramDemand& program, Precision precision,
                                                              const Gpu& gpu);

/// The configuration to use without measurement: the first of the list with some margin to the number of registers.
/// Throws std::invalid_argument where none fits.
RankedConfiguration choose_configuration(const StencilProgram& program, const Extent& inner, Precision precision,
                                         const Gpu& gpu);

}  // namespace wavesim
