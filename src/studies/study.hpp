// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/scene/reader.hpp"
#include "stencils/grid/enum_words.hpp"

namespace wavesim {

/// Largest number of cases of a study. All their scenes are read before the first one runs.
inline constexpr std::int64_t most_cases = 100'000;

/// A parameter or a derived value: a column of the table of cases.
struct StudyColumn {
    std::string name;
    std::string key;  ///< scene key that it sets, such as `boundaries.floor.absorption`; empty: none
    Mark place;       ///< in the study file
};

/// One run of a study.
struct StudyCase {
    std::string name;
    std::vector<std::string> values;  ///< one per column, as YAML
    std::vector<Override> settings;   ///< changes of the base scene; `position` is the number of the column, from 1
};

/// The data that `collect` gathers.
enum class Quantity {
    peak,           ///< largest |pressure| of a receiver
    energy,         ///< integral of the squared pressure
    arrival,        ///< time of the first sample above a fraction of the peak
    reverberation,  ///< reverberation time per octave
    traces,         ///< the pressure itself
    times,          ///< seconds of the phases and compute time per node
    metrics,        ///< all numbers of ISO 3382-1 per octave
    error,          ///< largest error relative to the peak of the exact solution (outputs.compare)
};
template <>
struct EnumWords<Quantity> {
    static constexpr auto words = std::to_array<std::string_view>(
        {"peak", "energy", "arrival", "reverberation", "traces", "times", "metrics", "error"});
};

/// A picture of the cases. Both axes are logarithmic and show a parameter, a time, or a quantity of the receiver with
/// the largest value.
struct PlotRequest {
    std::string x, y;
    std::string series;  ///< parameter whose values have a line each; empty: one line
};

struct CollectRequest {
    std::vector<Quantity> quantities;
    std::vector<double> octaves_hz;  ///< centre frequencies of the bands of reverberation time and metrics
    double arrival_threshold = 0.1;  ///< share of the peak
    std::optional<PlotRequest> plot;
    bool wants(Quantity quantity) const;
};

/// A base scene and the cases made of it.
struct Study {
    std::string name;
    std::filesystem::path file;
    std::filesystem::path scene;  ///< file of the base scene
    std::vector<StudyColumn> columns;
    std::vector<StudyCase> cases;
    CollectRequest collect;
    SceneMarks marks;
};

}  // namespace wavesim
