// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wavesim {

/// Samples of a shot that are read and written together, 8 MiB.
inline constexpr std::int64_t usual_block_values = 1 << 20;

/// The recorded traces of a run, read shot by shot and some receivers at a time, so that a survey need not fit into
/// memory.
class TraceSource {
  public:
    virtual ~TraceSource() = default;
    /// Number of shots up to the last one with recorded data.
    virtual std::int64_t shots() const = 0;
    virtual std::int64_t receivers() const = 0;
    /// Recorded steps of a shot; may be 0.
    virtual std::int64_t steps(std::int64_t shot) const = 0;
    /// Samples (receiver, time) of `count` receivers from `first` on, Pa.
    virtual std::vector<double> block(std::int64_t shot, std::int64_t first, std::int64_t count) const = 0;

    /// Steps of the longest shot.
    std::int64_t most_steps() const;
    /// Number of receivers of a shot whose traces have at most `values` samples together; at least one.
    std::int64_t receivers_at_once(std::int64_t shot, std::int64_t values) const;
};

/// One shot in memory, samples (step, receiver).
class RecordedTraces final : public TraceSource {
  public:
    RecordedTraces(std::span<const double> samples, std::size_t receivers)
        : samples_(samples), receivers_(static_cast<std::int64_t>(receivers)) {}
    std::int64_t shots() const override { return 1; }
    std::int64_t receivers() const override { return receivers_; }
    std::int64_t steps(std::int64_t shot) const override;
    std::vector<double> block(std::int64_t shot, std::int64_t first, std::int64_t count) const override;

  private:
    std::span<const double> samples_;
    std::int64_t receivers_;
};

class Hdf5Writer;

/// Copies the samples of one shot of `from` into `shot` of the dataset, which is (shot, receiver, time). A
/// block of about `block_values` samples is in memory at a time.
void write_shot(Hdf5Writer& file, const std::string& dataset, std::int64_t shot, const TraceSource& from,
                std::int64_t shot_of_source, std::int64_t block_values = usual_block_values);

}  // namespace wavesim
