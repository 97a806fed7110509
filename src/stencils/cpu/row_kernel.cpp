// SPDX-License-Identifier: MIT
#include "stencils/cpu/row_kernel.hpp"

#include "stencils/cpu/kernel_table.hpp"

namespace wavesim::cpu {

template <class T, class AnyPanel>
PanelKernel<T, AnyPanel> panel_kernel(Isa isa) {
    switch (isa) {
        case Isa::v2: return &isa_v2::update_panel;
        case Isa::v3: return &isa_v3::update_panel;
        case Isa::v4: return &isa_v4::update_panel;
    }
    return nullptr;
}

template PanelKernel<float> panel_kernel<float>(Isa);
template PanelKernel<double> panel_kernel<double>(Isa);
template PanelKernel<float, VariablePanel<float>> panel_kernel(Isa);
template PanelKernel<double, VariablePanel<double>> panel_kernel(Isa);
template PanelKernel<float, CodedPanel<float>> panel_kernel(Isa);
template PanelKernel<double, CodedPanel<double>> panel_kernel(Isa);

}  // namespace wavesim::cpu
