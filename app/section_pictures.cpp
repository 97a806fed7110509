// SPDX-License-Identifier: MIT
#include "app/section_pictures.hpp"

#include "io/atomic_file.hpp"
#include "io/result/section_view.hpp"

namespace wavesim {

std::vector<std::string> write_sections(const std::string& folder, const PlanOutline& plan, const WallPasses& walls) {
    make_folder(folder);
    std::vector<std::string> files;
    const auto draw = [&](int axis, const std::string& name) {
        files.push_back(folder + '/' + name);
        write_file(files.back(), draw_section(section_view(plan, walls.solids, axis)).png());
    };
    if (plan.scene.dims == 2) {
        draw(1, "section.png");
        return files;
    }
    for (const int axis : {0, 1, 2}) draw(axis, std::string("section_") + "xyz"[axis] + ".png");
    return files;
}

}  // namespace wavesim
