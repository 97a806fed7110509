// SPDX-License-Identifier: MIT
#include "stencils/measure/processor_energy.hpp"

#include <algorithm>
#include <fstream>
#include <optional>

namespace wavesim {

namespace {

std::optional<std::int64_t> number_in(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::int64_t value = 0;
    if (!(stream >> value)) return {};
    return value;
}

std::string word_in(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string word;
    stream >> word;
    return word;
}

}  // namespace

ProcessorEnergy::ProcessorEnergy(const std::filesystem::path& powercap) {
    std::error_code absent;
    for (const auto& zone : std::filesystem::directory_iterator(powercap, absent)) {
        // Zones within a package, such as its cores, are part of it.
        if (!word_in(zone.path() / "name").starts_with("package")) continue;
        const std::filesystem::path counter = zone.path() / "energy_uj";
        const std::optional<std::int64_t> range = number_in(zone.path() / "max_energy_range_uj");
        const std::optional<std::int64_t> now = number_in(counter);
        if (!now || !range) {
            why_not_ =
                "only the administrator may read the energy counters of the processors (" + counter.string() + ")";
            return;
        }
        packages_.push_back({counter, *range, *now});
    }
    if (packages_.empty()) why_not_ = "the kernel shows no energy counters of processors in " + powercap.string();
}

EnergyReading ProcessorEnergy::read() {
    if (!why_not_.empty()) return {{}, why_not_};
    for (Package& package : packages_) {
        const std::optional<std::int64_t> now = number_in(package.counter);
        if (!now) return {{}, "the energy counter " + package.counter.string() + " cannot be read any more"};
        microjoules_ += *now - package.last + (*now < package.last ? package.range : 0);
        package.last = *now;
    }
    return {1e-6 * static_cast<double>(microjoules_), ""};
}

}  // namespace wavesim
