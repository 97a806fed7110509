// SPDX-License-Identifier: MIT
#include "app/room_responses.hpp"

#include <fmt/format.h>

#include <cctype>
#include <iterator>

#include "acoustics/strength_reference.hpp"
#include "app/errors.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5_reader.hpp"
#include "io/result/run_numbers.hpp"
#include "io/result/written_file.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/signal_file.hpp"
#include "solvers/scene/fault.hpp"
#include "studies/result_octaves.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

void visit_sound_file(const fs::path& file, std::size_t bands, const ResponseVisitor& visit) {
    std::error_code missing;
    const fs::path real = fs::canonical(file, missing);
    if (missing) throw io_error("read", file, missing.value());
    RoomResponse response{{}, {}, 0, {}, std::vector<DecayFault>(bands, DecayFault::none)};
    try {
        const int channels = channels_of(real);
        for (int channel = 1; channel <= channels; ++channel) {
            SignalFile sound = read_signal_file({real.parent_path()}, real.filename().string(), channel, std::nullopt);
            response.name = file.filename().string() + (channels == 1 ? "" : fmt::format(" channel {}", channel));
            response.samples = std::move(sound.samples);
            response.step_s = 1 / sound.sample_rate_hz;
            visit(response, channels);
        }
    } catch (const InputFileError& error) {
        throw EnvironmentError(EnvironmentError::Kind::io, error.what());
    }
}

void visit_result_file(const fs::path& file, const std::vector<AnalysedBand>& bands, const std::vector<fs::path>& data,
                       const ResponseVisitor& visit) {
    const Hdf5Reader result(file, {"traces", "scene"});
    const Scene scene = parse_scene(result.strings("/scene/canonical").at(0), file, {}, data).scene;
    if (scene.dims == 2)
        throw UsageError("room acoustic numbers are those of rooms, and " + file.string() +
                         " is the result of a 2D scene");
    std::vector<double> middles;
    middles.reserve(bands.size());
    for (const AnalysedBand& band : bands) middles.push_back(band.middle_hz);
    const std::vector<std::int64_t> shape = result.shape("/traces/pressure");
    if (shape.size() != 3 || shape[1] == 0)
        throw UsageError(file.string() + " has no traces to analyse: its scene has no receivers");
    const std::vector<std::string> names = result.strings("/traces/receiver");
    const std::string heard = heard_dataset(result);
    RoomResponse response;
    response.band_faults = octave_faults(scene, result, middles, bands.at(0).per_octave);
    response.step_s = result.attribute("/traces", "time_step_s", 1).at(0);
    response.at_10_m = free_field_at_10_m(scene, response.step_s, shape.at(2));
    const auto is_eight = [&scene](std::int64_t receiver) {
        const auto r = static_cast<std::size_t>(receiver);
        return r < scene.receivers.size() && scene.receivers[r].eight.has_value();
    };
    std::vector<std::int64_t> pressures;  // the numbers are those of the pressure
    for (std::int64_t receiver = 0; receiver < shape[1]; ++receiver)
        if (!is_eight(receiver)) pressures.push_back(receiver);
    if (pressures.empty() && shape[1] > 0)
        throw UsageError("room acoustic numbers are those of the pressure, and all receivers of " + file.string() +
                         " have a direction");
    for (std::int64_t shot = 0; shot < shape[0]; ++shot)
        for (const std::int64_t receiver : pressures) {
            response.name = response_name(scene, shot, names.at(static_cast<std::size_t>(receiver)));
            response.samples = result.block(heard, {shot, receiver, 0}, {1, 1, shape[2]});
            visit(response, shape[0] * std::ssize(pressures));
        }
}

}  // namespace

void visit_responses(const fs::path& path, const std::vector<AnalysedBand>& bands, const std::vector<fs::path>& data,
                     const ResponseVisitor& visit) {
    std::string ending = path.extension().string();
    for (char& letter : ending) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    if (ending == ".wav") return visit_sound_file(path, bands.size(), visit);
    fs::path file = result_folder(path);
    if (fs::is_directory(file)) file /= "result.h5";
    visit_result_file(file, bands, data, visit);
}

}  // namespace wavesim
