// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/density_kernel.hpp"
#include "stencils/cpu/layer_kernel.hpp"
#include "stencils/cpu/row_kernel.hpp"

// Functions that the *.isa.cpp files define once per instruction set. These files must not instantiate the standard
// library: the linker would keep one copy of its inline functions for all instruction sets.
#define WAVESIM_DECLARE_KERNELS(isa)                                                                                \
    namespace wavesim::cpu::isa {                                                                                   \
    void update_panel(const RowStencilView<float>&, const Panel<float>&);                                           \
    void update_panel(const RowStencilView<double>&, const Panel<double>&);                                         \
    void update_panel(const RowStencilView<float>&, const VariablePanel<float>&);                                   \
    void update_panel(const RowStencilView<double>&, const VariablePanel<double>&);                                 \
    void update_panel(const RowStencilView<float>&, const CodedPanel<float>&);                                      \
    void update_panel(const RowStencilView<double>&, const CodedPanel<double>&);                                    \
    void update_psi(const LayerStencil<float>&, const LayerRows<float>&, float* const*);                            \
    void update_psi(const LayerStencil<double>&, const LayerRows<double>&, double* const*);                         \
    void update_layer_rows(const LayerStencil<float>&, const LayerRows<float>&, const float* const*, float* const*, \
                           float*, const FactorView<float>&);                                                       \
    void update_layer_rows(const LayerStencil<double>&, const LayerRows<double>&, const double* const*,             \
                           double* const*, double*, const FactorView<double>&);                                     \
    void update_layer_ends(const LayerStencil<float>&, const LayerEnds<float>&);                                    \
    void update_layer_ends(const LayerStencil<double>&, const LayerEnds<double>&);                                  \
    void density_flux(const DensityWeights<float>&, const DensityFluxRow<float>&);                                  \
    void density_flux(const DensityWeights<double>&, const DensityFluxRow<double>&);                                \
    void update_density_row(const DensityWeights<float>&, const DensityRow<float>&);                                \
    void update_density_row(const DensityWeights<double>&, const DensityRow<double>&);                              \
    void triad(float* a, const float* b, float k, std::int64_t count);                                              \
    void triad(double* a, const double* b, double k, std::int64_t count);                                           \
    }

WAVESIM_DECLARE_KERNELS(isa_v2)
WAVESIM_DECLARE_KERNELS(isa_v3)
WAVESIM_DECLARE_KERNELS(isa_v4)

#undef WAVESIM_DECLARE_KERNELS
