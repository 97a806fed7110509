// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "io/hdf5_reader.hpp"

namespace wavesim {

/// An anechoic recording, as the signal of a source, in Pa m.
struct DryRecording {
    std::vector<double> samples;
    double sample_rate_hz = 0;
};

/// Convolves a recording with the responses of the receivers in a result.
class Auralisation {
  public:
    /// The responses of a result, with the absorption of air if the result has it. Throws EnvironmentError (io) if it
    /// has no responses, or if its sampling rate is too far from that of the recording (Resampler).
    Auralisation(const Hdf5Reader& result, const DryRecording& dry);

    double sample_rate_hz() const { return rate_hz_; }
    /// Names of the sound files: as those of the impulse responses, without a folder.
    const std::vector<std::string>& names() const { return names_; }
    /// Indices of the first of the four sounds of an ambisonic receiver, and the names of the files of all four.
    const std::vector<std::pair<std::size_t, std::string>>& ambisonics() const { return ambisonics_; }
    /// Sound of response i, Pa.
    std::vector<double> sound(std::size_t i) const;

  private:
    struct Place {
        std::int64_t source, receiver;
    };
    std::vector<double> response(const Place& place) const;

    const Hdf5Reader& result_;
    std::string dataset_;
    std::int64_t length_;
    double rate_hz_;
    std::vector<double> dry_;  ///< recording at the sampling rate of the responses
    std::vector<std::string> names_;
    std::vector<Place> places_;
    std::vector<std::pair<std::size_t, std::string>> ambisonics_;
};

/// Writes all sounds, and those of ambisonic receivers also as files of four channels, into a folder as 32-bit float,
/// with one common gain that brings the largest sample to wav_peak. Returns the gain, 1/Pa. `done` is called after each
/// file.
double write_auralisation(const Auralisation& sounds, const std::filesystem::path& folder,
                          const std::function<void(std::size_t)>& done);

}  // namespace wavesim
