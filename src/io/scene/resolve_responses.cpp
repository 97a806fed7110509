// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/scene/resolve.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/impulse_response.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

const std::string rir_key = "outputs.rir";

bool same_pulse(const SourceRequest& a, const SourceRequest& b) {
    return a.signal.kind == b.signal.kind && a.signal.amplitude_pa_m == b.signal.amplitude_pa_m &&
           a.signal.frequency_hz == b.signal.frequency_hz && a.signal.width_s == b.signal.width_s &&
           a.signal.delay_s == b.signal.delay_s && a.signal.zero_at_peak == b.signal.zero_at_peak &&
           a.placement == b.placement && a.time_filter == b.time_filter && a.directivity.even == b.directivity.even &&
           a.directivity.axis == b.directivity.axis;
}

/// Frequency range of a pulse, as text.
std::string carried_text(const SignalRequest& signal) {
    constexpr double step = 1.01, lowest = 0.01;
    constexpr int steps = 1850;  // to 1 MHz
    double from = 0, to = 0;
    for (int k = 0; k < steps; ++k) {
        const double hz = lowest * std::pow(step, k);
        if (pulse_level(signal, hz) < least_pulse_level) continue;
        if (from == 0) from = hz;
        to = hz;
    }
    return from <= lowest ? fmt::format("up to {:.3g} Hz", to) : fmt::format("{:.3g} to {:.3g} Hz", from, to);
}

}  // namespace

void SceneResolver::resolve_responses(const json& values) {
    const json outputs = values.value("outputs", json::object());
    if (!outputs.contains("rir") || !outputs["rir"].is_object()) return;
    const json& value = outputs["rir"];
    const json band = value.value("band", json::array());
    if (band.size() != 2 || !band[0].is_number() || !band[1].is_number()) return;  // fault reported elsewhere
    const ResponseOutput wanted{band[0], band[1], std::round(value.value("rate", ResponseOutput{}.wav_rate_hz))};
    const std::string band_key = key_path(rir_key, "band");
    if (wanted.low_hz >= wanted.high_hz)
        return fault(Rule::response_band, band_key, "must begin below the frequency at which it ends");
    if (response_stop * wanted.high_hz > wanted.wav_rate_hz / 2)
        fault(Rule::response_band, band_key,
              fmt::format("ends at {:.4g} Hz, and sound files of {:.4g} Hz carry responses up to {:.4g} Hz",
                          wanted.high_hz, wanted.wav_rate_hz, wanted.wav_rate_hz / 2 / response_stop));
    check_response_grid(wanted, band_key);
    check_response_pulses(wanted, band_key);
    scene_.outputs.rir = wanted;
    if (scene_.sources.size() > 1 && !values.contains("survey")) run_sources_by_themselves();
}

void SceneResolver::resolve_metrics(const json& values) {
    const json value = values.value("outputs", json::object()).value("metrics", json(false));
    if (value == false || !(value.is_boolean() || value.is_string())) return;
    const std::string key = "outputs.metrics";
    if (scene_.dims == 2) fault(Rule::response_band, key, "is for rooms, and this scene is 2D");
    if (scene_.tti) fault(Rule::response_band, key, "is for rooms, and does not go with 'tti'");
    if (values.contains("survey"))
        fault(Rule::response_band, key, "is for scenes without a survey", "list its shots as 'sources', with 'rir'");
    if (scene_.receivers.empty()) fault(Rule::response_band, key, "there are no receivers who would hear");
    scene_.outputs.metrics.emplace(MetricsOutput{value == "third" ? 3 : 1});
}

/// Finds bands above the frequencies of the grid, and scenes that cannot have responses.
void SceneResolver::check_response_grid(const ResponseOutput& wanted, const std::string& band_key) {
    if (scene_.dims == 2) fault(Rule::response_band, rir_key, "is for rooms, and this scene is 2D");
    if (scene_.tti) fault(Rule::response_band, rir_key, "is for rooms, and does not go with 'tti'");
    if (scene_.survey)
        fault(Rule::response_band, rir_key, "is for scenes without a survey", "list its shots as 'sources'");
    if (scene_.receivers.empty()) fault(Rule::response_band, rir_key, "there are no receivers who would hear");
    const GridRequest& grid = scene_.grid;
    if (!grid.max_frequency_hz && !grid.spacing_m) return;
    const double carried = grid.max_frequency_hz.value_or(speed_range(scene_.medium).slowest /
                                                          (grid.spacing_m.value_or(1) * grid.points_per_wavelength));
    if (wanted.high_hz > carried * (1 + 1e-9))
        fault(Rule::response_band, band_key,
              fmt::format("ends at {:.4g} Hz, and the grid carries {:.4g} Hz", wanted.high_hz, carried),
              "raise grid.max_frequency, or lower the band");
}

/// Finds bands outside the spectra of the pulses, and runs that end before a response begins.
void SceneResolver::check_response_pulses(const ResponseOutput& wanted, const std::string& band_key) {
    for (std::size_t i = 0; i < scene_.sources.size(); ++i) {
        const SignalRequest& signal = scene_.sources[i].signal;
        if (signal.kind == SignalKind::sine || signal.kind == SignalKind::samples) {
            fault(Rule::response_band, source_key(scene_, i) + ".signal",
                  "is no pulse, out of which 'outputs.rir' could make impulse responses",
                  "take kind ricker, gaussian, dgauss or impulse");
            continue;
        }
        if (!std::isfinite(when_heard(signal).end)) continue;  // fault reported elsewhere
        if (std::min(pulse_level(signal, wanted.low_hz), pulse_level(signal, wanted.high_hz)) < least_pulse_level)
            return fault(
                Rule::response_band, band_key,
                fmt::format("goes beyond what the pulse of source '{}' carries within 40 dB of its loudest: {}",
                            scene_.sources[i].name, carried_text(signal)));
        const double lost_s = when_heard(signal).end + 0.5 / wanted.low_hz + 4 / wanted.high_hz;
        if (scene_.duration_s > 0 && scene_.duration_s < lost_s + 0.5 / wanted.low_hz)
            return fault(
                Rule::response_band, rir_key,
                fmt::format("needs more than {:.3g} s of time.duration: the pulse and half a period of the lowest "
                            "frequency leave no response",
                            lost_s + 0.5 / wanted.low_hz));
    }
}

/// Gives each source its own run, like the shots of a survey.
void SceneResolver::run_sources_by_themselves() {
    for (std::size_t i = 1; i < scene_.sources.size(); ++i)
        if (!same_pulse(scene_.sources[i], scene_.sources[0]))
            return fault(Rule::response_band, source_key(scene_, i),
                         "differs from the first source, and 'outputs.rir' runs each source by itself with one pulse",
                         "give both the same signal, placement, directivity and time_filter");
    if (scene_.outputs.traces.wav_rate_hz)
        fault(Rule::response_band, "outputs.traces.wav",
              "several sources of 'outputs.rir' have sound files of their responses, not of their traces");
    if (scene_.outputs.compare != ExactReference::none)
        fault(Rule::response_band, "outputs.compare", "is for one source where 'outputs.rir' is asked for");
    std::vector<Point> places;
    std::vector<std::string> names;
    for (const SourceRequest& source : scene_.sources) {
        places.push_back(source.position);
        names.push_back(source.name);
    }
    scene_.sources.resize(1);
    scene_.survey = make_survey(scene_, std::move(places), Survey::Spread::fixed);
    scene_.survey->source_names = std::move(names);
    scene_.survey->key = "sources";
}

}  // namespace wavesim
