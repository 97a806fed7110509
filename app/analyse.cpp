// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/commands.hpp"
#include "app/data_folders.hpp"
#include "app/decay_pictures.hpp"
#include "app/json_output.hpp"
#include "app/quantity_text.hpp"
#include "app/room_responses.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/result/manifest.hpp"
#include "io/result/room_numbers_file.hpp"
#include "io/result/room_numbers_text.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

namespace {

struct Arguments {
    std::vector<std::string> files;
    std::string bands = "octave";
    std::string csv_file, means_file;
    std::string hdf5_file;
    std::string pictures;
    std::vector<std::string> data;
    bool json = false;
};

/// Prints the progress of the analysis of a file every few seconds.
class AnalysisProgress {
  public:
    explicit AnalysisProgress(const std::string& file) : file_(file) {}

    void count_one(std::int64_t count) {
        ++done_;
        const double seconds = watch_.seconds();
        if (seconds < last_s_ + every_s || done_ == count) return;
        last_s_ = seconds;
        const auto left = static_cast<double>(count - done_) / static_cast<double>(done_);
        tell(fmt::format("{}: {} of {} responses, {} left\n", file_, done_, count, duration_text(seconds * left)));
    }

  private:
    static constexpr double every_s = 5;
    std::string file_;
    Stopwatch watch_;
    std::int64_t done_ = 0;
    double last_s_ = 0;
};

std::vector<ResponseNumbers> analyse(const Arguments& arguments) {
    const std::vector<AnalysedBand> bands = analysed_bands(arguments.bands == "third" ? 3 : 1);
    for (const std::string& file : {arguments.csv_file, arguments.means_file, arguments.hdf5_file})
        if (!file.empty()) expect_writable(file);
    if (!arguments.pictures.empty()) make_folder(arguments.pictures);
    const std::vector<std::filesystem::path> folders = data_folders(arguments.data);
    std::vector<std::string> drawn;  // responses with a picture; files are named after them
    std::vector<ResponseNumbers> all;
    for (const std::string& file : arguments.files) {
        AnalysisProgress progress(file);
        visit_responses(file, bands, folders, [&](const RoomResponse& response, std::int64_t count) {
            ResponseNumbers numbers{response.name, {}};
            for (std::size_t b = 0; b < bands.size(); ++b)
                numbers.bands.push_back(room_numbers(response.samples, response.step_s, bands[b], response.at_10_m,
                                                     response.band_faults[b]));
            if (!arguments.pictures.empty()) {
                drawn.push_back(numbers.name);
                write_decay_picture(arguments.pictures + "/" + file_stems(drawn).back() + ".png", response, numbers);
            }
            all.push_back(std::move(numbers));
            progress.count_one(count);
        });
    }
    if (!arguments.csv_file.empty()) write_file(arguments.csv_file, analysis_csv(all));
    if (!arguments.means_file.empty()) write_file(arguments.means_file, means_csv(all));
    if (!arguments.hdf5_file.empty()) write_analysis(arguments.hdf5_file, all);
    return all;
}

}  // namespace

void add_analyse_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("analyse", "room acoustic numbers of ISO 3382-1, by octaves");
    command
        ->add_option("FILE", arguments->files,
                     "result of a run (its folder or result.h5), or WAV files of impulse responses")
        ->required()
        ->type_name("RESULT");
    command->add_option("--bands", arguments->bands, "octave or third")
        ->check(CLI::IsMember({"octave", "third"}).description(""))
        ->type_name("octave|third")
        ->capture_default_str();
    command->add_option("--csv", arguments->csv_file, "also write CSV")->type_name("FILE");
    command->add_option("--means", arguments->means_file, "also write means over all responses as CSV")
        ->type_name("FILE");
    command->add_option("--hdf5", arguments->hdf5_file, "also write HDF5")->type_name("FILE");
    command
        ->add_option("--pictures", arguments->pictures, "also draw the decays of each response into this folder (PNG)")
        ->type_name("DIR");
    command
        ->add_option("--data", arguments->data, "folder of files that the scene of the result names; may be repeated")
        ->type_name("DIR")
        ->allow_extra_args(false);
    add_json_flag(*command, arguments->json);
    command->footer(
        "Reverberation times EDT, T20 and T30, clarity C50 and C80, definition D50, centre time\n"
        "Ts and strength G. Each holds or is left out, with the reason.\n\n"
        "Examples:\n"
        "  wavesim analyse results/living_room\n"
        "  wavesim analyse measured_1.wav measured_2.wav --bands third --csv hall.csv\n"
        "  wavesim analyse results/living_room --hdf5 numbers.h5 --pictures decays");
    command->callback([arguments] {
        if (arguments->json) return print_json([&] { return analysis_json(analyse(*arguments)); });
        put(analysis_text(analyse(*arguments)));
    });
}

}  // namespace wavesim
