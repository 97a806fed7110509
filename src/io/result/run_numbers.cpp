// SPDX-License-Identifier: MIT
#include "io/result/run_numbers.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "acoustics/band_faults.hpp"
#include "acoustics/strength_reference.hpp"
#include "io/result/heard_traces.hpp"
#include "io/result/room_numbers_text.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/ways/room_summary.hpp"

namespace wavesim {

namespace {

RoomAir air_of(const PlanOutline& plan) {
    RoomAir air{0, 0, plan.decision.fastest_m_s};
    if (const std::vector<RoomSummary> rooms = room_summaries(plan); !rooms.empty()) {
        air.volume = rooms.front().volume_m3;
        air.surface = rooms.front().surface_m2;
        return air;
    }
    air.volume = plan.report.geometry.volume_asked_m3;
    for (const auto& area : plan.report.geometry.areas) air.surface += area.asked_m2;
    return air;
}

}  // namespace

std::string response_name(const Scene& scene, std::int64_t shot, const std::string& receiver) {
    if (shot_count(scene) == 1) return receiver;
    if (scene.survey && !scene.survey->source_names.empty())
        return scene.survey->source_names.at(static_cast<std::size_t>(shot)) + ' ' + receiver;
    return fmt::format("shot {} {}", shot + 1, receiver);
}

std::vector<ResponseNumbers> run_numbers(const PlanOutline& plan, const TraceSource& recorded) {
    std::vector<ResponseNumbers> all;
    const Scene& scene = plan.scene;
    if (!scene.outputs.metrics) return all;
    const int per_octave = scene.outputs.metrics->per_octave;
    const std::vector<AnalysedBand> bands = analysed_bands(per_octave);
    std::vector<double> middles;
    for (const AnalysedBand& band : bands) middles.push_back(band.middle_hz);
    const OctaveLimits limits(scene, plan.report.dispersion.frequency_hz, air_of(plan), per_octave);
    const std::vector<DecayFault> faults = band_faults(limits, middles);
    const double step_s = plan.decision.time_step_s;
    const std::vector<double> at_10_m = free_field_at_10_m(scene, step_s, plan.decision.steps);
    std::optional<HeardTraces> heard;
    for (std::int64_t shot = 0; shot < recorded.shots(); ++shot) {
        if (recorded.steps(shot) != plan.decision.steps) continue;
        if (scene.medium.air && !heard) heard.emplace(plan, recorded);
        const TraceSource& traces = heard ? static_cast<const TraceSource&>(*heard) : recorded;
        for (std::int64_t r = 0; r < traces.receivers(); ++r) {
            const ReceiverRequest& receiver = scene.receivers.at(static_cast<std::size_t>(r));
            if (receiver.eight) continue;  // the numbers are those of the pressure
            const std::vector<double> response = traces.block(shot, r, 1);
            ResponseNumbers one{response_name(scene, shot, receiver.name), {}};
            for (std::size_t b = 0; b < bands.size(); ++b)
                one.bands.push_back(room_numbers(response, step_s, bands[b], at_10_m, faults[b]));
            all.push_back(std::move(one));
        }
    }
    return all;
}

void write_number_files(OutputFiles& files, const std::vector<ResponseNumbers>& numbers) {
    if (numbers.empty()) return;
    files.write(numbers_csv_name, analysis_csv(numbers));
    files.write(means_csv_name, means_csv(numbers));
    std::string json = "{\"responses\": [";  // one response at a time: a JSON tree of all of them needs much memory
    for (const ResponseNumbers& response : numbers)
        json += (json.ends_with('[') ? "\n" : ",\n") + response_json(response).dump();
    json += "\n],\n\"means\": " + means_json(numbers).dump() +
            ",\n\"single_numbers\": " + single_numbers_json(numbers).dump() + "}\n";
    files.write(numbers_json_name, json);
}

}  // namespace wavesim
