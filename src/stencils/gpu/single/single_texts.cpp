// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/single_texts.hpp"

#include "stencils/gpu/common/port_source.hpp"
#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/gpu/single/bulk_source.hpp"

namespace wavesim {

std::string bulk_name(const KernelForm& form, const Stencil& stencil) {
    return "bulk-" + form.name() + "-" + std::to_string(point_count(stencil));
}

std::vector<KernelText> isotropic_texts(const RegionForms& forms, const StencilProblem& problem, const Gpu& gpu,
                                        const std::string& tile) {
    const std::string architecture = gpu.architecture();
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const auto bulk_text = [&](const std::string& name, const KernelForm& form, const KernelTile& of) {
        return KernelText{name, bulk_source(problem.stencil, problem.courant, problem.precision, form, of),
                          architecture,
                          form.compiling ? form.compiling(of, problem.precision, problem.stencil) : usual_memory};
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
    if (slabs.form != nullptr)
        for (const LayerSlabs::Slab& slab : slabs.slabs)
            texts.push_back(bulk_text(slab_name(slab), *slabs.form, slab.tile));
    for (const BulkPart& part : bulk_parts(forms, problem, layout, slabs, tile, gpu.shared_per_block))
        texts.push_back(bulk_text(bulk_name(*part.form, problem.stencil), *part.form, part.tile));
    return texts;
}

}  // namespace wavesim
