// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/single_model.hpp"

#include "stencils/backend/pass_share.hpp"
#include "stencils/gpu/common/fluid_places.hpp"
#include "stencils/gpu/common/kernel_tile.hpp"
#include "stencils/gpu/common/step_time.hpp"

namespace wavesim {

namespace {

constexpr double lone_launch_s = 1.2e-6;    ///< of a bare step in 2D, with nothing between it and the next one
constexpr double passes_launch_s = 1.5e-6;  ///< of what follows a bulk step that is launched early
constexpr double layer_launch_s = 4e-6;     ///< of the layers of an axis
/// A sweep walks the planes that a sum reaches before it finishes its first one, one after the other.
double sweep_launch_s(const Stencil& stencil) {
    return 1e-6 + 2.5e-6 * radius(stencil) + 0.02e-6 * point_count(stencil);
}

/// A wall node costs several scattered accesses of whole sectors (32 bytes), each once per face.
constexpr double bytes_per_face = 140;

/// Values per layer node and axis: in slabs with sweeps of their own, and in kernels after the bulk step. The latter is
/// between 12 after texture.density and 21 after texture.unrolled.
constexpr double values_in_slabs = 7.5;
constexpr double values_after_bulk = 18;
/// What it takes to turn four codes of a medium whose density varies into floats [ps]; measured with both forms and
/// half orders 1 to 4: 2.8 to 6.1.
constexpr double fluid_code_ps = 4;
/// What a thread per node takes more in slabs beside layers, whose boxes are thin and are launched one by one [ps];
/// from one measurement of texture.unrolled beside layers of 20 cells.
constexpr double thread_ps_in_slabs = 10;

/// Bytes that the factor of a node is worth: to look one up in a table takes as long as its bytes save.
double factor_bytes(const SpeedShape& speed) {
    return looked_up(speed) ? sizeof(float) : static_cast<double>(speed.bytes_per_node());
}

int layered_axes(const StencilProblem& problem) {
    int axes = 0;
    for (int axis = 0; axis < 3; ++axis)
        axes += problem.layers.of(axis, false) + problem.layers.of(axis, true) > 0 ? 1 : 0;
    return axes;
}

/// All launches of a step. Slabs of layers run side by side; what is left of other axes in them follows.
double launches_s(const RegionForms& forms, const StencilProblem& problem) {
    const bool passes = wall_faces(problem) > 0 || !problem.sources.empty() || !problem.receivers.empty() ||
                        !problem.walls.solids.empty();
    const int axes = layered_axes(problem);
    const bool alone = problem.stencil.dims == 2 && !passes && axes == 0;
    const bool runs_up = forms.inner->sweeps || (forms.inner->density && forms.inner->walks_along_z);
    const double bulk = runs_up ? sweep_launch_s(problem.stencil) : alone ? lone_launch_s : launch_s;
    const bool slabs = axes > 0 && forms.inner->sweeps && !forms.cut();
    const double more = forms.inner->more_s == nullptr ? 0 : forms.inner->more_s(problem);
    return bulk + more + (passes ? passes_launch_s : 0) +
           (slabs ? sweep_launch_s(problem.stencil) + layer_launch_s * (axes - 1) : layer_launch_s * axes);
}

}  // namespace

double gpu_ctpn(const RegionForms& forms, const StencilProblem& problem, const Machine& machine) {
    const auto value = static_cast<double>(bytes_of(problem.precision));
    const double layer_values = forms.inner->sweeps && !forms.cut() ? values_in_slabs : values_after_bulk;
    const double inner = inner_share(forms, problem);
    const auto ps_of = [&problem](const KernelForm& form) {
        return form.thread_ps(problem.stencil, problem.precision);
    };
    const double code_ps = forms.inner->density && problem.speed.coded() ? fluid_code_ps : 0;
    const double slab_ps = ps_of(*forms.layers) + (forms.layers->sweeps ? 0 : thread_ps_in_slabs);
    const double bytes =
        3 * value +
        (forms.inner->density ? static_cast<double>(fluid_value_bytes(problem)) * (1 + problem.stencil.dims)
                              : factor_bytes(problem.speed)) +
        layer_values * value * layer_share(problem) +
        bytes_per_face * wall_faces(problem) / static_cast<double>(problem.extent.nodes());
    return seconds_per_node(problem, machine.gpu, bytes, inner * ps_of(*forms.inner) + (1 - inner) * slab_ps + code_ps,
                            launches_s(forms, problem));
}

}  // namespace wavesim
