// SPDX-License-Identifier: MIT
#include "app/tune/tuned_shapes.hpp"

#include "app/bench/jobs.hpp"
#include "stencils/measure/tile_tuner.hpp"

namespace wavesim {

std::vector<ProblemShape> tuned_shapes(const TuneBoxes& boxes, const Machine& machine,
                                       std::vector<std::string>& left_out) {
    std::vector<ProblemShape> shapes;
    LeftOut reasons;
    for (const Precision precision : boxes.precisions)
        for (const Extent& extent : boxes.extents)
            for (const SpeedShape& speed : boxes.media)
                for (const std::string& name : boxes.stencils) {
                    ProblemShape shape = empty_box(name, extent, precision);
                    shape.speed = speed;
                    const auto backends = alike_backends(shape, machine);
                    if (backends.empty()) {
                        reasons.add("no backend with a choice of tiles runs it", "tiles", name);
                        continue;
                    }
                    const std::string fault = memory_fault({shape, {}, {}}, *backends.front(), machine);
                    fault.empty() ? shapes.push_back(shape) : reasons.add(fault, "memory", name);
                }
    left_out = reasons.sentences();
    return shapes;
}

}  // namespace wavesim
