// SPDX-License-Identifier: MIT
#include "studies/study_schema.hpp"

#include <nlohmann/json.hpp>

#include "io/scene/schema_words.hpp"
#include "studies/samples.hpp"
#include "studies/study.hpp"

namespace wavesim {

namespace {

using namespace schema;

json parameter_schema() {
    const json spacing = with(choice<Spacing>(), "linear or log", word_of(Spacing::linear));
    json range = object({{"from", with(text(), "first value, with or without a unit")},
                         {"to", with(text(), "last value")},
                         {"count", with(integer(1, most_cases), "number of values, both ends included")},
                         {"step", with(text(), "distance of values; the last one is at most `to`")},
                         {"spacing", spacing}},
                        {"from", "to"});
    one_of(range, {"count", "step"});
    const json sampled = object({{"from", with(text(), "smallest value, with or without a unit")},
                                 {"to", with(text(), "largest value")},
                                 {"spacing", spacing}},
                                {"from", "to"});
    json result =
        object({{"set", with(text(),
                             "scene key such as grid.stencil or sources[0].position[2]; absent: only for derived "
                             "values and names")},
                {"values", with(list(text(), 1, most_cases), "list of values")},
                {"range", with(range, "equally spaced values")},
                {"sample", with(sampled, "values drawn at random, see samples")},
                {"column", with(text(), "column of the table")}});
    return one_of(result, {"values", "range", "sample", "column"});
}

json collect_schema() {
    const json plot = object({{"x", with(text(), "parameter, time or quantity along x")},
                              {"y", with(text(), "the same along y")},
                              {"series", with(text(), "parameter whose values have a line each")}},
                             {"x", "y"});
    return object({{"quantities", with(list(choice<Quantity>(), 1, 100), "what is gathered of each receiver and case",
                                       json::array({"peak", "energy", "arrival", "times"}))},
                   {"octaves", with(list(quantity(Dimension::frequency, positive(1e6)), 1, 100),
                                    "middles of the octave bands of the reverberation time")},
                   {"plot", with(plot, "a picture of the cases, both axes logarithmic: collected.png")},
                   {"arrival_threshold", with(number(above(0, 1)), "share of the peak that counts as arrival", 0.1)}});
}

}  // namespace

json study_schema() {
    json parameters = {{"type", "object"}, {"additionalProperties", parameter_schema()}};
    const json one_derived = object({{"set", with(text(), "scene key that takes the value")},
                                     {"value", with(text(), "formula of the parameters, such as 4 * size / 343")}},
                                    {"value"});
    json derived = {{"type", "object"}, {"additionalProperties", one_derived}};
    const json samples =
        object({{"count", with(integer(1, most_cases), "number of samples")},
                {"seed", with(integer(0, 1'000'000'000), "the same seed gives the same samples", 1)},
                {"method", with(choice<Sampling>(), "how samples are drawn", word_of(Sampling::random))}},
               {"count"});
    return object({{"study", with({{"type", "integer"}, {"const", 1}}, "version of the study format")},
                   {"name", with(name(), "title; the file name when absent")},
                   {"scene", with(text(), "base scene, relative to the folder of the study")},
                   {"parameters", with(parameters, "what varies, by name; all values with all values of the others")},
                   {"zip", with(list(list(text(), 2, 1000), 1, 1000), "groups of parameters that vary together")},
                   {"samples", with(samples, "how many cases the sampled parameters make")},
                   {"table", with(text(), "CSV file with a line of names, relative to the folder of the study")},
                   {"derived", with(derived, "values computed from parameters, by name")},
                   {"case_name", with(text(), "name of a case, with {parameter} and {index} in it")},
                   {"collect", with(collect_schema(), "what `study collect` gathers", json::object())}},
                  {"study", "scene", "parameters"});
}

}  // namespace wavesim
