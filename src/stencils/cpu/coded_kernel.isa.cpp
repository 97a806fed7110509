// SPDX-License-Identifier: MIT
// The bulk step where the wave speed varies and its factors are stored as codes.
#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/sweeps.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

void update_panel(const RowStencilView<float>& s, const CodedPanel<float>& panel) { update(s, panel); }
void update_panel(const RowStencilView<double>& s, const CodedPanel<double>& panel) { update(s, panel); }

}  // namespace wavesim::cpu::WAVESIM_ISA
