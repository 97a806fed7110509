// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem/state.hpp"

namespace wavesim {

/// The part of a sink whose arrays are named `prefix...`. Its users write names without the prefix.
class SinkSection final : public StateSink {
  public:
    SinkSection(StateSink& whole, std::string prefix) : whole_(whole), prefix_(std::move(prefix)) {}
    void begin(const ArrayInfo& info) override;
    void write(std::span<const std::byte> part) override { whole_.write(part); }

  private:
    StateSink& whole_;
    std::string prefix_;
};

/// The arrays of a source named `prefix...`, without the prefix.
class SourceSection final : public StateSource {
  public:
    SourceSection(StateSource& whole, std::string prefix);
    const std::vector<ArrayInfo>& arrays() const override { return arrays_; }
    void open(const std::string& name) override { whole_.open(prefix_ + name); }
    void read(std::span<std::byte> part) override { whole_.read(part); }

  private:
    StateSource& whole_;
    std::string prefix_;
    std::vector<ArrayInfo> arrays_;
};

}  // namespace wavesim
