// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/input_file.hpp"

namespace wavesim {

/// One channel of a sampled signal.
struct SignalFile {
    std::vector<double> samples;
    double sample_rate_hz = 0;
    std::string content;  ///< hash of the samples
};

/// Reads one channel (from 1) of a WAV file, or one column of values of a CSV file. CSV columns are separated by
/// commas, semicolons or blanks, the same in the complete file, and every row has the same number of values. `#`
/// comments and one line of titles are allowed. The first of several columns is time in seconds, evenly spaced from 0
/// on. If `sample_rate_hz` is given, there must be no time column; an evenly increasing first column is refused. `name`
/// is a path below one of the folders. At most 256 MiB and 2^24 samples. Throws InputFileError.
SignalFile read_signal_file(const InputFolders& folders, const std::string& name, int channel,
                            std::optional<double> sample_rate_hz);

/// How many channels a WAV file has. Throws InputFileError.
int channels_of(const std::filesystem::path& wav);

}  // namespace wavesim
