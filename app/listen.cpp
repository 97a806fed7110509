// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/result/auralisation.hpp"
#include "io/result/manifest.hpp"
#include "io/result/written_file.hpp"
#include "io/scene/signal_file.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

struct ListenArguments {
    std::string result;
    std::string recording;
    std::string output;
    int channel = 0;  ///< 0: the only one
};

DryRecording read_recording(const ListenArguments& arguments) {
    std::error_code missing;
    const fs::path file = fs::canonical(arguments.recording, missing);
    if (missing) throw io_error("read", arguments.recording, missing.value());
    try {
        const int channels = channels_of(file);
        if (arguments.channel == 0 && channels > 1)
            throw UsageError(fmt::format("{} has {} channels, and a source sends one: choose it with --channel",
                                         arguments.recording, channels));
        SignalFile sound = read_signal_file({file.parent_path()}, file.filename().string(),
                                            std::max(arguments.channel, 1), std::nullopt);
        return {std::move(sound.samples), sound.sample_rate_hz};
    } catch (const InputFileError& error) {
        throw EnvironmentError(EnvironmentError::Kind::io, error.what());
    }
}

void listen(const ListenArguments& arguments) {
    fs::path file = result_folder(arguments.result);
    if (fs::is_directory(file)) file /= "result.h5";
    const DryRecording dry = read_recording(arguments);
    const Hdf5Reader result(file, {"traces", "responses", "scene"});
    const Auralisation sounds(result, dry);
    const fs::path folder =
        arguments.output.empty() ? fs::path(arguments.recording).stem() : fs::path(arguments.output);
    make_folder(folder);
    if (dry.sample_rate_hz != sounds.sample_rate_hz())
        put(fmt::format("{} is resampled from {:g} to {:g} samples per second, the rate of the responses.\n",
                        arguments.recording, dry.sample_rate_hz, sounds.sample_rate_hz()));
    const double gain = write_auralisation(sounds, folder, [&](std::size_t done) {
        if (done < sounds.names().size()) tell(fmt::format("{} of {} sound files\n", done, sounds.names().size()));
    });
    put(fmt::format(
        "Wrote {} to {} in {}. All have the same gain: full scale is {:.4g} Pa if the recording is in Pa m.\n",
        sounds.names().front(), sounds.names().back(), folder.string(), 1 / gain));
    if (!sounds.ambisonics().empty())
        put(fmt::format("Receivers with ambisonics are also in files of four channels (ACN, SN3D), as {}.\n",
                        sounds.ambisonics().front().second));
}

}  // namespace

void add_listen_command(CLI::App& app) {
    auto arguments = std::make_shared<ListenArguments>();
    CLI::App* command = app.add_subcommand("listen", "let a recording sound in a room");
    command->add_option("RESULT", arguments->result, "result of a run with outputs.rir (its folder or result.h5)")
        ->required()
        ->type_name("RESULT");
    command->add_option("RECORDING", arguments->recording, "WAV file, recorded without a room")
        ->required()
        ->type_name("FILE");
    command->add_option("-o,--output", arguments->output, "folder (default: the name of the recording)")
        ->type_name("DIR");
    command->add_option("--channel", arguments->channel, "of a recording with several channels, from 1")
        ->check(CLI::Range(1, 1024).description(""))
        ->type_name("N");
    command->footer(
        "Convolves the recording with the impulse response of each source and receiver. All files\n"
        "have one gain, so they can be compared by their loudness.\n\n"
        "Examples:\n"
        "  wavesim listen results/hall voice.wav\n"
        "  wavesim listen results/hall voice.wav --output listening/voice");
    command->callback([arguments] { listen(*arguments); });
}

}  // namespace wavesim
