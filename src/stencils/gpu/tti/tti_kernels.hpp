// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/tti/tti_boxes.hpp"

namespace wavesim {

/// A kernel of a step. A step launches its kernels in the order of the list.
struct TtiKernel {
    std::string name;    ///< wavesim_...
    std::string header;  ///< in stencils/gpu/tti
    std::string form;    ///< the class template for its Spec, and the member that it calls
    std::string entry;
    KernelTile tile;  ///< nodes of a block along x and y (z in 2D), and along z if a block is a cube
    int threads = 0;
    int shared_bytes = 0;
    int resident = 0;     ///< resident blocks of a multiprocessor, which limit its registers
    bool sweeps = false;  ///< walks along z; else a block per tile of a plane
    int reach = 0;        ///< planes beyond its chunk that it reads
    TtiRegion region = TtiRegion::all;
    bool one_pass = false;        ///< of the self-adjoint form
    bool one_per_thread = false;  ///< one node per thread, for which the compiler needs less memory
};
/// How often the self-adjoint form passes over the memory: the faster choice, or once wherever possible.
enum class TtiPasses { fewest_seconds, one };
inline constexpr const char* tti_one_pass_wherever_it_can = "one pass";  ///< value of BackendOptions::tile
/// Chooses the kernels of a step for a given limit of shared memory per block; `tile` as in BackendOptions.
using TtiKernelChoice =
    std::function<std::vector<TtiKernel>(const StencilProblem& problem, int shared_limit, const std::string& tile)>;
/// The kernels of a step. k73: one kernel, in 3D a plane sweep, which has fewer rows if a block has less shared memory.
/// Self-adjoint form: one kernel for the fluxes and one for the update; in 3D a third one before the update computes
/// the part along z. In 3D in float one kernel may do all of it, if a block has enough shared memory. With layers it
/// updates the box between them.
std::vector<TtiKernel> tti_kernels(const StencilProblem& problem, int shared_limit = most_shared_bytes,
                                   TtiPasses passes = TtiPasses::fewest_seconds);
/// A TtiKernelChoice that returns tti_kernels().
std::vector<TtiKernel> fastest_tti_kernels(const StencilProblem& problem, int shared_limit, const std::string& tile);
/// True if one kernel does the whole step in one pass over the memory.
bool tti_in_one_pass(const StencilProblem& problem, int shared_limit = most_shared_bytes);
/// Fraction of the nodes of the self-adjoint form that are updated in one pass.
double tti_one_pass_share(const StencilProblem& problem, int shared_limit = most_shared_bytes);
/// The kernels as one translation unit. Layers of k73 have separate kernels (layer_source), which run after these.
std::string tti_source(const StencilProblem& problem, const std::vector<TtiKernel>& kernels);

}  // namespace wavesim
