// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/single_texts.hpp"

#include <cmath>

#include "stencils/gpu/common/port_source.hpp"
#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/gpu/single/bulk_source.hpp"

namespace wavesim {

namespace {

// Measured like usual_memory.
constexpr CompilerMemory of_densities = mebibytes(50, 65);

/// Memory for compiling texture.unrolled [MiB]. Its source contains every value that a thread reads and every product
/// that it adds, and tests for each place of a cube whether it is a point.
struct UnrolledMemory {
    double base, product, value, place;
};
/// Fitted to measurements like usual_memory: within 3 % from leggy-1 to leggy-8 and for 19, 27 and 57 points, and 19
/// MiB too high for 125.
constexpr UnrolledMemory unrolled_memory{.base = 49, .product = 0.15, .value = 0.31, .place = 0.18};

CompilerMemory unrolled(const Stencil& stencil, Precision precision, const KernelForm& form, const KernelTile& tile) {
    const int width = 2 * radius(stencil) + 1;
    const double places = stencil.dims == 2 ? width : width * width;
    const double products = point_count(stencil);
    const double values = form.loaded_values(tile, precision, stencil) - 1;
    const UnrolledMemory& of = unrolled_memory;
    const double mib = of.base + tile.rows * (of.product * products + of.value * values + of.place * places);
    const std::int64_t bytes = std::llround(mib * 0x1p20);
    return {bytes, bytes};
}

CompilerMemory bulk_memory(const StencilProblem& problem, const KernelForm& form, const KernelTile& tile) {
    if (form.density && !form.walks_along_z) return of_densities;
    if (form.tables == PointTables::none && !form.walks_along_z)
        return unrolled(problem.stencil, problem.precision, form, tile);
    return usual_memory;
}

}  // namespace

std::string bulk_name(const KernelForm& form, const Stencil& stencil) {
    return "bulk-" + form.name() + "-" + std::to_string(point_count(stencil));
}

std::vector<KernelText> isotropic_texts(const RegionForms& forms, const StencilProblem& problem, const Gpu& gpu,
                                        const std::string& tile) {
    const std::string architecture = gpu.architecture();
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const auto bulk_text = [&](const std::string& name, const KernelForm& form, const KernelTile& of) {
        return KernelText{name, bulk_source(problem.stencil, problem.courant, problem.precision, form, of),
                          architecture, bulk_memory(problem, form, of)};
    };
    std::vector<KernelText> texts{support_text(problem.precision, gpu)};
    if (!problem.walls.ports.empty()) texts.push_back(port_text(problem.precision, gpu));
    if (problem.layers.any())
        texts.push_back({"layers",
                         layer_source(problem, plan_layers(problem, layout),
                                      forms.inner->density ? LayeredFields::of_fluid : LayeredFields::one),
                         architecture, compiling_layers});
    const LayerSlabs slabs =
        forms.cut() ? LayerSlabs{} : plan_slabs(problem, *forms.inner, layout, gpu.shared_per_block);
    for (const LayerSlabs::Slab& slab : slabs.slabs)
        texts.push_back(bulk_text(slab_name(slab), *slabs.form, slab.tile));
    for (const BulkPart& part : bulk_parts(forms, problem, layout, slabs, tile, gpu.shared_per_block))
        texts.push_back(bulk_text(bulk_name(*part.form, problem.stencil), *part.form, part.tile));
    return texts;
}

}  // namespace wavesim
