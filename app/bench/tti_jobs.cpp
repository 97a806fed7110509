// SPDX-License-Identifier: MIT
#include "app/bench/tti_jobs.hpp"

#include <fmt/format.h>

#include "app/bench/tti_cases.hpp"
#include "app/quantity_text.hpp"

namespace wavesim {

BenchJobs tti_jobs(const std::vector<const BackendEntry*>& backends, const std::vector<Precision>& precisions,
                   const std::optional<Extent>& size, const Machine& machine) {
    expect_room_for_layers(size, "tti");
    BenchJobs made;
    LeftOut left_out;
    struct Grid {
        Extent extent;
        bool all;  // run all ends; else layers only
    };
    for (const BackendEntry* backend : backends) {
        std::vector<Grid> grids{{{256, 256, 256}, true}};
        if (backend->on_gpu()) grids = {{{600, 600, 600}, true}, {{900, 900, 900}, false}};
        if (size) grids = {{*size, true}};
        for (const Precision precision : precisions)
            for (const Grid& grid : grids)
                for (const TtiForm form : {TtiForm::k73, TtiForm::self_adjoint})
                    for (const Ends ends : {Ends::nothing, Ends::sponge, Ends::layers}) {
                        if (ends != Ends::layers && !grid.all) continue;
                        if (ends == Ends::sponge && form != TtiForm::k73) continue;
                        const StencilProblem problem{tti_case(form, grid.extent, precision, ends), {}, {}};
                        if (const std::string reason = backend->propose(problem, machine).why_not; !reason.empty()) {
                            left_out.add(reason, backend->name, problem.stencil.name);
                            continue;
                        }
                        if (memory_fault(problem, *backend, machine, tti_case_bytes(problem.extent)).empty())
                            made.jobs.push_back({problem, backend, {}, tti_case_maker(ends)});
                        else
                            made.left_out.push_back(
                                fmt::format("{} on {} by {}: not enough memory is free", problem.stencil.name,
                                            extent_text(grid.extent, problem.stencil.dims), backend->name));
                    }
    }
    const std::vector<std::string> sentences = left_out.sentences();
    made.left_out.insert(made.left_out.end(), sentences.begin(), sentences.end());
    return made;
}

}  // namespace wavesim
