// SPDX-License-Identifier: MIT
// The bulk step where the wave speed varies: one more value per node is read from memory.
#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/sweeps.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

void update_panel(const RowStencilView<float>& s, const VariablePanel<float>& panel) { update(s, panel); }
void update_panel(const RowStencilView<double>& s, const VariablePanel<double>& panel) { update(s, panel); }

}  // namespace wavesim::cpu::WAVESIM_ISA
