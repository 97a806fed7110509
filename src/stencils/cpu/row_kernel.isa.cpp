// SPDX-License-Identifier: MIT
// The bulk step in a medium of one wave speed.
#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/sweeps.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

void update_panel(const RowStencilView<float>& s, const Panel<float>& panel) { update(s, panel); }
void update_panel(const RowStencilView<double>& s, const Panel<double>& panel) { update(s, panel); }

}  // namespace wavesim::cpu::WAVESIM_ISA
