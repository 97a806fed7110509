// SPDX-License-Identifier: MIT
#include "studies/parameter_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "studies/flow_text.hpp"
#include "studies/samples.hpp"
#include "studies/study.hpp"

namespace wavesim {

namespace {

using nlohmann::json;

/// Reads one parameter.
class ParameterReader {
  public:
    ParameterReader(std::string path, const Places& places, SceneFaults& faults)
        : path_(std::move(path)), places_(places), faults_(faults) {}

    std::vector<std::string> listed(const SceneNode& values) {
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < values.items.size(); ++i) {
            const SceneNode& item = values.items[i];
            const std::string text = flow_text(item);
            if (item.kind == SceneNode::Kind::null)
                fault_at(item.place, item_path("values", i), "the value is missing");
            else if (std::ranges::count(texts, text) > 0)
                fault_at(item.place, item_path("values", i), shown(text) + " stands in the list already");
            texts.push_back(text);
        }
        return texts;
    }

    std::vector<std::string> spaced(const json& range) {
        const Ends ends = read_ends(range, "range");
        if (!ends.ok) return {};
        std::int64_t count = range.value("count", std::int64_t{0});
        double last = 1;  // position of the last value as a fraction of the range
        if (range.contains("step")) {
            const std::optional<double> step = number(range, "range", "step");
            if (!step) return {};
            const double parts = (ends.to - ends.from) / *step;
            if (ends.spacing == Spacing::log) return fault("range.step", "steps are for linear spacing", "write count");
            if (!(parts >= 0))
                return fault("range.step",
                             fmt::format("steps of {} never lead from {} to {}", *step, ends.from, ends.to));
            if (parts > 1e12) return fault("range.step", "makes more than 1e12 values");
            const double whole = std::floor(parts * (1 + 1e-12) + 1e-9);
            count = static_cast<std::int64_t>(whole) + 1;
            last = parts > 0 ? whole / parts : 0;
        } else if (count > 1 && ends.from == ends.to) {
            return fault("range.to", "is the same as range.from, so all values would be equal");
        }
        if (count > most_cases)
            return fault("range", fmt::format("makes {} values (at most {} are allowed)", count, most_cases));
        std::vector<std::string> texts;
        for (std::int64_t i = 0; i < count; ++i) {
            const double share = count > 1 ? last * static_cast<double>(i) / static_cast<double>(count - 1) : 0;
            const double value = between_ends(ends.from, ends.to, ends.spacing, share);
            texts.push_back(is_zero(value, ends) ? "0" : rounded(value));
        }
        return texts;
    }

    std::vector<std::string> sampled(const json& sample, const json& samples, const std::string& name) {
        const Ends ends = read_ends(sample, "sample");
        if (!ends.ok) return {};
        if (ends.from == ends.to) return fault("sample.to", "is the same as sample.from");
        if (samples.is_null()) return fault("sample", "needs the number of samples", "write samples: {count: 20}");
        const Sampling method = *value_of<Sampling>(samples["method"].get<std::string>());
        std::vector<std::string> texts;
        for (const double share : sample_shares(method, samples["seed"], name, samples["count"]))
            texts.push_back(number_text(between_ends(ends.from, ends.to, ends.spacing, share)));
        return texts;
    }

    std::vector<std::string> tabled(const std::string& column, const CsvTable& table) {
        if (table.names.empty()) return fault("column", "needs a table", "write table: FILE.csv at the top");
        std::vector<std::string> texts = table.column(column);
        if (texts.empty())
            return fault("column", "the table has no column " + shown(column), did_you_mean(column, table.names));
        for (std::size_t i = 0; i < texts.size(); ++i)
            if (texts[i].empty()) return fault("column", fmt::format("row {} of the table has no value", i + 1));
        return texts;
    }

  private:
    struct Ends {
        bool ok = false;
        double from = 0, to = 0;
        Spacing spacing = Spacing::linear;
    };

    Ends read_ends(const json& block, const std::string& key) {
        const std::optional<double> from = number(block, key, "from");
        const std::optional<double> to = number(block, key, "to");
        if (!from || !to) return {};
        const Ends ends{true, *from, *to, *value_of<Spacing>(block["spacing"].get<std::string>())};
        if (ends.spacing == Spacing::linear || (ends.from > 0 && ends.to > 0)) return ends;
        fault(key + ".spacing", "log needs two values above 0");
        return {};
    }

    std::optional<double> number(const json& block, const std::string& key, const char* name) {
        const std::string text = block[name];
        std::optional<double> value = plain_number(text);
        if (!value) fault(key + '.' + name, shown(text) + " is no number, with or without a unit");
        return value;
    }

    /// Removes rounding errors of sums of steps, so that values look as written by people.
    static std::string rounded(double value) { return number_text(std::stod(fmt::format("{:.12g}", value))); }
    /// Whether a value between the ends is 0 but for rounding errors.
    static bool is_zero(double value, const Ends& ends) {
        const bool between = value > std::min(ends.from, ends.to) && value < std::max(ends.from, ends.to);
        const double largest = std::max(std::abs(ends.from), std::abs(ends.to));
        return ends.spacing == Spacing::linear && between && std::abs(value) < 1e-13 * largest;
    }

    std::vector<std::string> fault(const std::string& key, std::string message, std::string suggestion = {}) {
        const auto place = places_.find(key_path(path_, key));
        fault_at(place == places_.end() ? Place{} : place->second, key, std::move(message), std::move(suggestion));
        return {};
    }
    void fault_at(Place place, const std::string& key, std::string message, std::string suggestion = {}) {
        faults_.push_back({Rule::out_of_range, place, key_path(path_, key), std::move(message), std::move(suggestion)});
    }

    std::string path_;
    const Places& places_;
    SceneFaults& faults_;
};

}  // namespace

ParameterValues read_parameter(const std::string& name, const SceneNode& node, const json& checked,
                               const StudySources& sources, const Places& places, SceneFaults& faults) {
    using Kind = ParameterValues::Kind;
    ParameterReader reader("parameters." + name, places, faults);
    if (const SceneNode* values = node.find("values")) return {Kind::alone, reader.listed(*values)};
    if (checked.contains("range")) return {Kind::alone, reader.spaced(checked["range"])};
    if (checked.contains("sample")) return {Kind::sampled, reader.sampled(checked["sample"], sources.samples, name)};
    return {Kind::tabled, reader.tabled(checked["column"], sources.table)};
}

}  // namespace wavesim
