// SPDX-License-Identifier: MIT
#include "stencils/launch/kernel_texts.hpp"

#include <algorithm>
#include <cmath>

#include "stencils/launch/kernel_source.hpp"
#include "stencils/launch/layer_plan.hpp"
#include "stencils/launch/strip_plan.hpp"
#include "stencils/launch/temporal_plan.hpp"
#include "stencils/launch/tti_launch.hpp"
#include "stencils/rtc/kernel_file.hpp"

namespace wavesim {

namespace {

constexpr CompilerMemory mebibytes(std::int64_t kept, std::int64_t peak) { return {kept << 20, peak << 20}; }

// Resident size after compiling and at its peak, less that with the compiler loaded; CUDA 13.0, measured without a GPU.
// tests/kernels/kernel_texts_test.cpp measures again.
constexpr CompilerMemory usual = mebibytes(48, 60);  // any sweep or stream, semi-stencils, the kernels of every run
constexpr CompilerMemory of_layers = mebibytes(66, 66);
constexpr CompilerMemory of_densities = mebibytes(50, 65);
constexpr CompilerMemory of_tti = mebibytes(66, 69);
constexpr CompilerMemory of_passes = mebibytes(69, 96);  // it keeps 60 to 77: not the same in every run
constexpr CompilerMemory of_strips = mebibytes(70, 72);  // and in 2D

/// texture.unrolled writes out every value that a thread reads, every product that it adds, and asks for each place
/// of a cube whether it is one of them. Within 3 % from leggy-1 to leggy-8 and for 19, 27 and 57 points; 19 MiB too
/// much for 125.
CompilerMemory unrolled(const Stencil& stencil, Precision precision, const KernelForm& form, const KernelTile& tile) {
    const int width = 2 * radius(stencil) + 1;
    const double places = stencil.dims == 2 ? width : width * width;
    const double products = point_count(stencil);
    const double values = form.loaded_values(tile, precision, stencil) - 1;
    const double mib = 49 + tile.rows * (0.15 * products + 0.31 * values + 0.18 * places);
    const std::int64_t bytes = std::llround(mib * 0x1p20);
    return {bytes, bytes};
}

CompilerMemory bulk_memory(const StencilProblem& problem, const KernelForm& form, const KernelTile& tile) {
    if (form.density && !form.walks_along_z) return of_densities;
    if (form.tables == PointTables::none && !form.walks_along_z)
        return unrolled(problem.stencil, problem.precision, form, tile);
    return usual;
}

KernelText support_text(Precision precision, const Gpu& gpu) {
    return {"support", support_source(precision), gpu.architecture(), usual};
}

}  // namespace

std::string bulk_name(const KernelForm& form, const Stencil& stencil) {
    return "bulk-" + form.name() + "-" + std::to_string(point_count(stencil));
}

std::string pass_name(const Stencil& stencil) { return "pass-" + std::to_string(point_count(stencil)); }

std::vector<KernelText> isotropic_texts(const RegionForms& forms, const StencilProblem& problem, const Gpu& gpu,
                                        const std::string& tile) {
    const std::string architecture = gpu.architecture();
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const auto bulk_text = [&](const std::string& name, const KernelForm& form, const KernelTile& of) {
        return KernelText{name, bulk_source(problem.stencil, problem.courant, problem.precision, form, of),
                          architecture, bulk_memory(problem, form, of)};
    };
    std::vector<KernelText> texts{support_text(problem.precision, gpu)};
    if (problem.layers.any())
        texts.push_back({"layers",
                         layer_source(problem, plan_layers(problem, layout),
                                      forms.inner->density ? LayeredFields::of_fluid : LayeredFields::one),
                         architecture, of_layers});
    const LayerSlabs slabs =
        forms.cut() ? LayerSlabs{} : plan_slabs(problem, *forms.inner, layout, gpu.shared_per_block);
    for (const LayerSlabs::Slab& slab : slabs.slabs)
        texts.push_back(bulk_text(slab_name(slab), *forms.inner, slab.tile));
    for (const BulkPart& part : bulk_parts(forms, problem, layout, slabs, tile, gpu.shared_per_block))
        texts.push_back(bulk_text(bulk_name(*part.form, problem.stencil), *part.form, part.tile));
    return texts;
}

std::vector<KernelText> strip_texts(const StencilProblem& problem, const Gpu& gpu) {
    std::vector<KernelText> texts = isotropic_texts(single_steps_in_2d(), problem, gpu);
    const StripTiling tiling = strip_tiling(problem, gpu);
    texts.push_back({pass_name(problem.stencil), strip_source(problem, tiling), gpu.architecture(), of_strips});
    return texts;
}

std::vector<KernelText> temporal_texts(const StencilProblem& problem, const Gpu& gpu, const DecidedPasses* decided) {
    if (problem.stencil.dims == 2) return strip_texts(problem, gpu);
    std::vector<KernelText> texts =
        isotropic_texts({&forms::sweep_between_passes, &forms::sweep_between_passes}, problem, gpu);
    const TemporalTiling tiling = decided_tiling(decided, problem, gpu);
    texts.push_back({pass_name(problem.stencil), temporal_source(problem, tiling), pass_architecture(gpu), of_passes});
    return texts;
}

std::vector<KernelText> tti_texts(const StencilProblem& problem, const Gpu& gpu, const TtiKernelChoice& kernels,
                                  const std::string& tile) {
    std::vector<KernelText> texts{support_text(problem.precision, gpu)};
    if (problem.layers.any() && tti_form(problem) == TtiForm::k73)
        texts.push_back({"layers",
                         layer_source(problem, plan_layers(problem, tti_device_layout(problem)), LayeredFields::two),
                         gpu.architecture(), of_layers});
    const std::vector<TtiKernel> chosen = kernels(problem, gpu.shared_per_block, tile);
    texts.push_back(
        {"tti", tti_source(problem, chosen), gpu.architecture(), chosen.front().one_per_thread ? usual : of_tti});
    return texts;
}

CompilerMemory compiler_memory(const std::vector<KernelText>& texts, const Gpu& gpu) {
    CompilerMemory most;
    for (const KernelText& text : texts) {
        if (!gpu.cached_kernels.empty() &&
            gpu.cached_kernels.contains(kernel_file(text.name, text.source, text.architecture, gpu.compiler)))
            continue;
        most.kept = std::max(most.kept, text.memory.kept);
        most.peak = std::max(most.peak, text.memory.peak);
    }
    return most;
}

}  // namespace wavesim
