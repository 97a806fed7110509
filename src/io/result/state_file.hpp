// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/result/program.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// The run to which the state in a file belongs.
struct StateOrigin {
    std::string scene_hash;
    Program program;
    std::string stencil;
    double time_step_s = 0;
    std::int64_t shot = 0;  ///< shot of the scene's survey
    std::int64_t step = 0;
    std::int64_t number = 0;  ///< counter of the states that have been saved in a folder; the largest is the newest
    std::vector<std::string> earlier = {};  ///< parts computed by other programs, one sentence each

    bool operator==(const StateOrigin&) const = default;
};

/// Writes the state of a run to a file: a first line, the bytes of the arrays one after the other, a table, and the
/// table's length and checksum. The table (JSON) contains the origin, and name, type, shape, version, position and XXH3
/// checksum of each array. So missing or damaged data is found before it is used. Bytes go to the system's cache, so
/// that the run continues soon; commit() makes them durable. All functions throw EnvironmentError (io).
class StateFileWriter final : public StateSink {
  public:
    StateFileWriter(const std::filesystem::path& target, StateOrigin origin);
    ~StateFileWriter() override;

    void begin(const ArrayInfo& info) override;
    void write(std::span<const std::byte> part) override;
    /// Writes the table; nothing may follow.
    void finish();
    /// Waits for the disk, then gives the file its name. May be called by another thread.
    void commit();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A state on disk.
class StateFile final : public StateSource {
  public:
    /// Reads the table. Throws StateError with a few words that follow the name of the file ("is cut off").
    explicit StateFile(const std::filesystem::path& file);
    ~StateFile() override;

    const StateOrigin& origin() const;
    /// Reads every array and compares it with its checksum. Throws StateError with the first damaged one.
    void expect_whole();

    const std::vector<ArrayInfo>& arrays() const override;
    void open(const std::string& name) override;
    /// Throws StateError if the file ends early or cannot be read.
    void read(std::span<std::byte> part) override;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace wavesim
