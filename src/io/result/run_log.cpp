// SPDX-License-Identifier: MIT
#include "io/result/run_log.hpp"

#include <fmt/format.h>

namespace wavesim {

std::string log_head(const PlanOutline& plan, const RunOrigin& origin, const std::string& started,
                     const std::string& ended, const std::vector<std::string>& notes) {
    std::string text = fmt::format("wavesim {}\nscene: {} ({})\nhost: {}, process {}\nuser: {}\n", wavesim_version(),
                                   plan.scene.name, plan.scene.hash, origin.host, origin.process, origin.user);
    if (!origin.job.empty()) text += fmt::format("job: {}\n", origin.job);
    text += fmt::format("command: {}\nstarted: {}\nended: {}\n", origin.command, started, ended);
    for (const std::string& note : notes) text += note + "\n";
    return text;
}

std::string log_scales(const PlanOutline& plan, const std::vector<WrittenWav>& wavs, const PendingPictures* pictures) {
    std::string text;
    if (!wavs.empty())
        text += fmt::format("sound files: sample = {:.6g} /Pa x pressure (one gain for all)\n", wavs[0].gain);
    if (pictures && plan.scene.survey)
        text += "pictures: the darkest colour is that of the shot (largest 99.5th percentile of |p|)\n";
    else if (pictures && pictures->scale_pa() == 0)
        text += "pictures: all white, the pressure is 0 at 99.5 % of every plane\n";
    else if (pictures)
        text += fmt::format("pictures: darkest colour = {:.6g} Pa (largest 99.5th percentile of |p|)\n",
                            pictures->scale_pa());
    return text;
}

}  // namespace wavesim
