// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/tti/tti_boxes.hpp"

namespace wavesim {

/// A kernel of a step, in the order of their launches.
struct TtiKernel {
    std::string name;    ///< wavesim_...
    std::string header;  ///< in stencils/gpu/tti
    std::string form;    ///< the class template of its Spec, and what it calls of it
    std::string entry;
    KernelTile tile;  ///< nodes of a block along x and y (z in 2D), and z where it has a cube of them
    int threads = 0;
    int shared_bytes = 0;
    int resident = 0;     ///< blocks on a multiprocessor, for which it has registers
    bool sweeps = false;  ///< walks along z; else a block per tile of a plane
    int reach = 0;        ///< planes that it reads beyond its chunk
    TtiRegion region = TtiRegion::all;
    bool one_pass = false;        ///< of the self-adjoint form
    bool one_per_thread = false;  ///< node, which the compiler needs less memory for
};
/// How often the self-adjoint form goes over the memory: as is fastest, or once wherever it can.
enum class TtiPasses { fewest_seconds, one };
inline constexpr const char* tti_one_pass_wherever_it_can = "one pass";  ///< as BackendOptions::tile
/// The kernels of a step where a block may have so much shared memory; `tile` as BackendOptions has it.
using TtiKernelChoice =
    std::function<std::vector<TtiKernel>(const StencilProblem& problem, int shared_limit, const std::string& tile)>;
/// k73: one kernel, in 3D a plane sweep, which has fewer rows where a block may have less shared memory; self-adjoint:
/// one for the fluxes and one for the update, before which in 3D one does its part along z. Or one for all of it: in
/// 3D in float, where a block may have the shared memory, and where there are layers in the box between them.
std::vector<TtiKernel> tti_kernels(const StencilProblem& problem, int shared_limit = most_shared_bytes,
                                   TtiPasses passes = TtiPasses::fewest_seconds);
/// A TtiKernelChoice: those above.
std::vector<TtiKernel> fastest_tti_kernels(const StencilProblem& problem, int shared_limit, const std::string& tile);
/// Whether one kernel goes over the memory once.
bool tti_in_one_pass(const StencilProblem& problem, int shared_limit = most_shared_bytes);
/// Share of the nodes of the self-adjoint form that move in one pass.
double tti_one_pass_share(const StencilProblem& problem, int shared_limit = most_shared_bytes);
/// The kernels as one translation unit. Layers of k73 have kernels of their own (layer_source), which run after these.
std::string tti_source(const StencilProblem& problem, const std::vector<TtiKernel>& kernels);

}  // namespace wavesim
