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
#include "solvers/scene/ambisonic_receivers.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/impulse_response.hpp"

namespace wavesim {

namespace {

constexpr const char* response_path = "/responses/response";
constexpr const char* ambisonic_ending = "_ambisonics";
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

std::string response_name(const Scene& scene, std::int64_t shot, std::size_t receiver, const char* ending) {
    const std::size_t width = std::max<std::size_t>(2, fmt::format("{}", scene.receivers.size()).size());
    return fmt::format("responses/S{}_R{:0{}}{}.wav", shot + 1, receiver + 1, width, ending);
}

/// Writes the sound files of a complete shot, until the run is stopped. Whether any was written.
bool write_shot_responses(OutputFiles& files, const PlanOutline& plan, const TraceSource& from, std::int64_t shot,
                          const ImpulseResponses& responses) {
    bool any = false;
    const auto samples = [&](std::int64_t receiver) {
        const std::vector<double> response = responses(from.block(shot, receiver, 1));
        return std::vector<float>(response.begin(), response.end());
    };
    const auto write = [&](const std::string& name, const std::vector<float>& sound, std::size_t channels) {
        const int rate = static_cast<int>(plan.scene.outputs.rir->wav_rate_hz);
        write_file(files.folder() / name, wav_bytes(sound, rate, static_cast<int>(channels)),
                   AtomicFile::Folder::later);
        files.add(name);
        any = true;
    };
    for (std::int64_t r = 0; r < from.receivers() && !files.leaves_out(); ++r)
        write(response_name(plan.scene, shot, static_cast<std::size_t>(r), ""), samples(r), 1);
    for (const std::size_t first : ambisonic_receivers(plan.scene.receivers)) {
        if (files.leaves_out()) break;
        std::vector<std::vector<float>> channels;
        for (std::size_t c = 0; c < ambisonic_channels; ++c)
            channels.push_back(samples(static_cast<std::int64_t>(first + c)));
        write(response_name(plan.scene, shot, first, ambisonic_ending), interleaved(channels), ambisonic_channels);
    }
    return any;
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
    for (std::int64_t shot = 0; shot < shot_count(plan.scene); ++shot)
        for (std::size_t r = 0; r < plan.scene.receivers.size(); ++r)
            names.push_back(response_name(plan.scene, shot, r, ""));
    return names;
}

std::vector<std::string> ambisonic_names(const PlanOutline& plan) {
    std::vector<std::string> names;
    if (!plan.scene.outputs.rir) return names;
    for (std::int64_t shot = 0; shot < shot_count(plan.scene); ++shot)
        for (const std::size_t first : ambisonic_receivers(plan.scene.receivers))
            names.push_back(response_name(plan.scene, shot, first, ambisonic_ending));
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
    const std::vector<std::size_t> ambisonic = ambisonic_receivers(plan.scene.receivers);
    if (!ambisonic.empty())
        file.integers("/responses/ambisonics", std::vector<std::int64_t>(ambisonic.begin(), ambisonic.end()));
}

void write_response_wavs(OutputFiles& files, const PlanOutline& plan, const TraceSource& traces) {
    if (!plan.scene.outputs.rir || !any_whole(plan, traces)) return;
    const ImpulseResponses responses = responses_of(plan);
    std::optional<HeardTraces> heard;
    if (plan.scene.medium.air) heard.emplace(plan, traces);
    const TraceSource& from = heard ? static_cast<const TraceSource&>(*heard) : traces;
    bool any = false;
    for (std::int64_t shot = 0; shot < traces.shots(); ++shot)
        if (is_whole(plan, traces, shot)) any = write_shot_responses(files, plan, from, shot, responses) || any;
    if (any) sync_folder(files.folder() / "responses");
}

}  // namespace wavesim
