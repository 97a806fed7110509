// SPDX-License-Identifier: MIT
#include "io/result/response_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "io/atomic_file.hpp"
#include "io/result/heard_traces.hpp"
#include "io/result/wav_file.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/impulse_response.hpp"

namespace wavesim {

namespace {

constexpr const char* response_path = "/responses/response";
constexpr const char* heard_path = "/responses/response_in_air";

ImpulseResponses responses_of(const PlanOutline& plan) {
    return {*plan.scene.outputs.rir, plan.scene.sources.at(0).signal, plan.decision.steps, plan.decision.time_step_s};
}

/// Whether a shot is complete.
bool is_whole(const PlanOutline& plan, const TraceSource& traces, std::int64_t shot) {
    return traces.steps(shot) == plan.decision.steps;
}

bool any_whole(const PlanOutline& plan, const TraceSource& traces) {
    for (std::int64_t shot = 0; shot < traces.shots(); ++shot)
        if (is_whole(plan, traces, shot)) return true;
    return false;
}

std::vector<std::string> source_names(const Scene& scene) {
    if (scene.survey && !scene.survey->source_names.empty()) return scene.survey->source_names;
    return {scene.sources.at(0).name};
}

/// Responses (source, receiver, time) of the traces; NaN for incomplete shots.
void write_all(Hdf5Writer& file, const std::string& path, const PlanOutline& plan, const TraceSource& traces,
               const ImpulseResponses& responses) {
    const std::int64_t shots = shot_count(plan.scene);
    file.create(path, {shots, traces.receivers(), responses.length()}, plan.decision.shape.precision);
    file.attribute(path, "units", "1/m");
    for (std::int64_t shot = 0; shot < shots; ++shot)
        for (std::int64_t r = 0; r < traces.receivers(); ++r) {
            const bool whole = shot < traces.shots() && is_whole(plan, traces, shot);
            file.write_block(path, {shot, r, 0}, {1, 1, responses.length()},
                             whole ? responses(traces.block(shot, r, 1))
                                   : std::vector<double>(static_cast<std::size_t>(responses.length()), std::nan("")));
        }
    file.dimension_scale(path, 0, "/responses/source", "source");
    file.dimension_scale(path, 1, "/responses/receiver", "receiver");
    file.dimension_scale(path, 2, "/responses/time", "time");
}

}  // namespace

std::vector<std::string> response_names(const PlanOutline& plan) {
    std::vector<std::string> names;
    if (!plan.scene.outputs.rir) return names;
    const std::size_t receivers = plan.scene.receivers.size();
    const std::size_t width = std::max<std::size_t>(2, fmt::format("{}", receivers).size());
    for (std::int64_t shot = 1; shot <= shot_count(plan.scene); ++shot)
        for (std::size_t r = 1; r <= receivers; ++r)
            names.push_back(fmt::format("responses/S{}_R{:0{}}.wav", shot, r, width));
    return names;
}

void write_responses(Hdf5Writer& file, const PlanOutline& plan, const TraceSource& traces) {
    if (!plan.scene.outputs.rir || !any_whole(plan, traces)) return;
    const ResponseOutput& wanted = *plan.scene.outputs.rir;
    const ImpulseResponses responses = responses_of(plan);
    file.group("/responses");
    file.strings("/responses/source", source_names(plan.scene));
    std::vector<std::string> receivers;
    for (const ReceiverRequest& receiver : plan.scene.receivers) receivers.push_back(receiver.name);
    file.strings("/responses/receiver", receivers);
    std::vector<double> time(static_cast<std::size_t>(responses.length()));
    for (std::size_t n = 0; n < time.size(); ++n) time[n] = static_cast<double>(n) / wanted.wav_rate_hz;
    file.numbers("/responses/time", time, {responses.length()});
    file.attribute("/responses/time", "units", "s");
    const std::array<double, 2> band{wanted.low_hz, wanted.high_hz};
    file.attribute("/responses", "band_hz", std::span<const double>(band));
    file.attribute("/responses", "sample_rate_hz", wanted.wav_rate_hz);
    write_all(file, response_path, plan, traces, responses);
    if (plan.scene.medium.air) write_all(file, heard_path, plan, HeardTraces(plan, traces), responses);
    file.strings("/responses/wav_file", response_names(plan));
}

void write_response_wavs(OutputFiles& files, const PlanOutline& plan, const TraceSource& traces) {
    if (!plan.scene.outputs.rir || !any_whole(plan, traces)) return;
    const ImpulseResponses responses = responses_of(plan);
    std::optional<HeardTraces> heard;
    if (plan.scene.medium.air) heard.emplace(plan, traces);
    const TraceSource& from = heard ? static_cast<const TraceSource&>(*heard) : traces;
    const std::vector<std::string> names = response_names(plan);
    bool any = false;
    for (std::int64_t shot = 0; shot < traces.shots(); ++shot) {
        if (!is_whole(plan, traces, shot)) continue;
        for (std::int64_t r = 0; r < traces.receivers() && !files.leaves_out(); ++r) {
            const std::vector<double> response = responses(from.block(shot, r, 1));
            const std::vector<float> samples(response.begin(), response.end());
            const std::string& name = names.at(static_cast<std::size_t>(shot * traces.receivers() + r));
            write_file(files.folder() / name, wav_bytes(samples, static_cast<int>(plan.scene.outputs.rir->wav_rate_hz)),
                       AtomicFile::Folder::later);
            files.add(name);
            any = true;
        }
    }
    if (any) sync_folder(files.folder() / "responses");
}

}  // namespace wavesim
