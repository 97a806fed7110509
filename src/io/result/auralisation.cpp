// SPDX-License-Identifier: MIT
#include "io/result/auralisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "io/atomic_file.hpp"
#include "io/result/resampler.hpp"
#include "io/result/wav_file.hpp"
#include "solvers/scene/ambisonic_receivers.hpp"
#include "solvers/signal/convolution.hpp"

namespace wavesim {

namespace {

std::vector<double> at_rate(const DryRecording& dry, double rate_hz) {
    if (dry.sample_rate_hz == rate_hz) return dry.samples;
    const Resampler resampled(std::ssize(dry.samples), 1 / dry.sample_rate_hz, 1 / rate_hz);
    const std::vector<float> samples = resampled(dry.samples);
    return {samples.begin(), samples.end()};
}

}  // namespace

Auralisation::Auralisation(const Hdf5Reader& result, const DryRecording& dry) : result_(result) {
    if (!result.has("/responses/response"))
        throw result.refusal("it has no impulse responses; write outputs.rir in its scene and run it again");
    dataset_ = result.has("/responses/response_in_air") ? "/responses/response_in_air" : "/responses/response";
    rate_hz_ = result.attribute("/responses", "sample_rate_hz", 1).at(0);
    const std::vector<std::int64_t> shape = result.shape(dataset_);
    const std::vector<std::string> files = result.strings("/responses/wav_file");
    if (shape.size() != 3 || std::ssize(files) != shape[0] * shape[1] || shape[2] < 1)
        throw result.refusal("its impulse responses do not fit their names");
    length_ = shape[2];
    std::vector<double> ambisonic;  // first of the four receivers
    if (result.has("/responses/ambisonics"))
        ambisonic = result.block("/responses/ambisonics", {0}, result.shape("/responses/ambisonics"));
    for (std::int64_t source = 0; source < shape[0]; ++source)
        for (std::int64_t receiver = 0; receiver < shape[1]; ++receiver) {
            const Place place{source, receiver};
            if (!std::isfinite(response(place).front())) continue;  // response of a source that was not computed
            places_.push_back(place);
            const std::string& file = files[static_cast<std::size_t>(source * shape[1] + receiver)];
            names_.push_back(std::filesystem::path(file).filename().string());
            if (receiver + static_cast<std::int64_t>(ambisonic_channels) <= shape[1] &&
                std::ranges::find(ambisonic, static_cast<double>(receiver)) != ambisonic.end())
                ambisonics_.emplace_back(names_.size() - 1,
                                         std::filesystem::path(file).stem().string() + "_ambisonics.wav");
        }
    if (places_.empty()) throw result.refusal("none of its impulse responses is complete");
    try {
        dry_ = at_rate(dry, rate_hz_);
    } catch (const std::domain_error&) {
        throw result.refusal(
            fmt::format("its responses have {:g} samples per second, too far from {:g} of the recording", rate_hz_,
                        dry.sample_rate_hz));
    }
}

std::vector<double> Auralisation::response(const Place& place) const {
    return result_.block(dataset_, {place.source, place.receiver, 0}, {1, 1, length_});
}

std::vector<double> Auralisation::sound(std::size_t i) const { return Convolution(response(places_.at(i)))(dry_); }

double write_auralisation(const Auralisation& sounds, const std::filesystem::path& folder,
                          const std::function<void(std::size_t)>& done) {
    double peak = 0;
    for (std::size_t i = 0; i < sounds.names().size(); ++i)
        for (const double p : sounds.sound(i)) peak = std::max(peak, std::abs(p));
    const double gain = peak > 0 ? wav_peak / peak : 1;
    const auto samples = [&](std::size_t i) {
        std::vector<float> scaled;
        for (const double p : sounds.sound(i)) scaled.push_back(static_cast<float>(gain * p));
        return scaled;
    };
    const int rate = static_cast<int>(sounds.sample_rate_hz());
    for (std::size_t i = 0; i < sounds.names().size(); ++i) {
        write_file(folder / sounds.names()[i], wav_bytes(samples(i), rate));
        done(i + 1);
    }
    for (const auto& [first, name] : sounds.ambisonics()) {
        std::vector<std::vector<float>> channels;
        for (std::size_t c = 0; c < ambisonic_channels; ++c) channels.push_back(samples(first + c));
        write_file(folder / name, wav_bytes(interleaved(channels), rate, static_cast<int>(ambisonic_channels)));
    }
    return gain;
}

}  // namespace wavesim
