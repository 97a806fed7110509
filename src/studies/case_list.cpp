// SPDX-License-Identifier: MIT
#include "studies/case_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "studies/case_names.hpp"
#include "studies/flow_text.hpp"
#include "studies/formula.hpp"
#include "studies/parameter_values.hpp"

namespace wavesim {

namespace {

using nlohmann::json;

/// Parameters that vary together.
struct CaseAxis {
    std::vector<std::size_t> columns;
    std::size_t count = 0;
};

bool is_identifier(const std::string& name) {
    const auto word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
           std::ranges::all_of(name, word);
}

class CaseMaker {
  public:
    CaseMaker(Study& study, const SceneNode& root, const json& values, const Places& places, SceneFaults& faults)
        : study_(study), root_(root), values_(values), places_(places), faults_(faults) {}

    void make() {
        if (values_.contains("table"))
            sources_.table = read_csv_table(study_.file.parent_path() / values_["table"].get<std::string>());
        sources_.samples = values_.value("samples", json());
        read_parameters();
        if (faults_.empty()) make_axes();
        if (faults_.empty()) count_cases();
        if (!faults_.empty()) return;
        read_derived();
        if (faults_.empty()) fill();
    }

  private:
    void read_parameters() {
        for (const SceneNode::Entry& entry : root_.find("parameters")->entries) {
            const std::string path = key_path("parameters", entry.key);
            const json& checked = values_["parameters"][entry.key];
            add_column(entry.key, checked.value("set", ""), path);
            parameters_.push_back(read_parameter(entry.key, entry.value, checked, sources_, places_, faults_));
        }
        if (parameters_.empty()) fault("parameters", "a study needs at least one parameter");
        const auto sampled = [](const ParameterValues& one) { return one.kind == ParameterValues::Kind::sampled; };
        if (!sources_.samples.is_null() && std::ranges::none_of(parameters_, sampled))
            fault("samples", "no parameter is sampled", "write sample: {from: 1, to: 2} in a parameter");
    }

    void add_column(const std::string& name, const std::string& key, const std::string& path) {
        if (!is_identifier(name))
            fault(path, "the name of a parameter has letters, digits and _ only, and no digit first");
        if (name == "index") fault(path, "index is the number of a case", "choose another name");
        for (const StudyColumn& other : study_.columns) {
            if (other.name == name) fault(path, "there is a parameter of this name already");
            if (!key.empty() && other.key == key)
                fault(key_path(path, "set"), shown(key) + " is set by '" + other.name + "' already");
        }
        const Place at = place(key.empty() ? path : key_path(path, "set"));
        study_.columns.push_back({name, key, {study_.file.string(), at.line, at.column}});
    }

    void make_axes() {
        const std::vector<int> groups = zip_groups();
        std::map<int, std::size_t> axis_of;  // group -> axis
        for (std::size_t i = 0; i < parameters_.size(); ++i) {
            const bool first = !axis_of.contains(groups[i]);
            if (first) {
                axis_of[groups[i]] = axes_.size();
                axes_.push_back({{}, parameters_[i].values.size()});
            }
            CaseAxis& axis = axes_[axis_of[groups[i]]];
            axis.columns.push_back(i);
            if (parameters_[i].values.size() != axis.count)
                fault("zip", fmt::format("'{}' has {} values and '{}' has {}; parameters that vary together need as "
                                         "many values",
                                         study_.columns[axis.columns[0]].name, axis.count, study_.columns[i].name,
                                         parameters_[i].values.size()));
        }
    }

    /// A group number per parameter, equal for parameters that vary together.
    std::vector<int> zip_groups() {
        std::vector<int> groups(parameters_.size());
        for (std::size_t i = 0; i < groups.size(); ++i)
            groups[i] = parameters_[i].kind == ParameterValues::Kind::alone ? static_cast<int>(i)
                                                                            : -static_cast<int>(parameters_[i].kind);
        std::vector<std::string> names;
        for (const StudyColumn& column : study_.columns) names.push_back(column.name);
        const json zips = values_.value("zip", json::array());
        std::vector<std::string> zipped;
        for (std::size_t group = 0; group < zips.size(); ++group) {
            for (std::size_t i = 0; i < zips[group].size(); ++i) {
                const std::string name = zips[group][i];
                const std::string path = item_path(item_path("zip", group), i);
                const auto found = std::ranges::find(names, name);
                if (found == names.end()) {
                    fault(path, "there is no parameter " + shown(name), did_you_mean(name, names));
                    continue;
                }
                const auto index = static_cast<std::size_t>(found - names.begin());
                if (parameters_[index].kind != ParameterValues::Kind::alone)
                    fault(path, shown(name) + " varies with the other samples or columns already");
                if (std::ranges::count(zipped, name) > 0) fault(path, shown(name) + " stands in a group already");
                zipped.push_back(name);
                groups[index] = static_cast<int>(parameters_.size() + group);
            }
        }
        return groups;
    }

    void count_cases() {
        double cases = 1;
        for (const CaseAxis& axis : axes_) cases *= static_cast<double>(axis.count);
        if (cases <= static_cast<double>(most_cases)) return;
        fault("parameters", fmt::format("make {:.6g} cases (at most {} are allowed)", cases, most_cases),
              "take fewer values, zip some parameters, or sample them");
    }

    void read_derived() {
        if (!root_.find("derived")) return;
        for (const SceneNode::Entry& entry : root_.find("derived")->entries) {
            const json& checked = values_["derived"][entry.key];
            add_column(entry.key, checked.value("set", ""), key_path("derived", entry.key));
            try {
                formulas_.emplace_back(checked["value"].get<std::string>());
            } catch (const FormulaError& error) {
                fault("derived." + entry.key + ".value", fmt::format("the formula {}", error.what()));
            }
        }
    }

    void fill() {
        std::size_t cases = 1;
        for (const CaseAxis& axis : axes_) cases *= axis.count;
        for (std::size_t number = 0; number < cases; ++number) {
            StudyCase one;
            one.values.resize(parameters_.size());
            std::size_t rest = number;
            for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis) {
                for (const std::size_t column : axis->columns)
                    one.values[column] = parameters_[column].values[rest % axis->count];
                rest /= axis->count;
            }
            if (!derive(one)) return;
            for (std::size_t i = 0; i < study_.columns.size(); ++i)
                if (!study_.columns[i].key.empty())
                    one.settings.push_back({study_.columns[i].key + '=' + one.values[i], static_cast<int>(i) + 1});
            study_.cases.push_back(std::move(one));
        }
        name_cases(study_, values_.value("case_name", ""), place("case_name"), faults_);
    }

    /// Adds the derived values of a case; false if one cannot be computed.
    bool derive(StudyCase& one) {
        if (formulas_.empty()) return true;
        std::map<std::string, double> numbers;
        for (std::size_t i = 0; i < one.values.size(); ++i)
            if (const std::optional<double> value = plain_number(one.values[i]))
                numbers[study_.columns[i].name] = *value;
        for (Formula& formula : formulas_) {
            const std::string& name = study_.columns[one.values.size()].name;
            try {
                const double value = formula.at(numbers);
                numbers[name] = value;
                one.values.push_back(number_text(value));
            } catch (const FormulaError& error) {
                fault("derived." + name + ".value",
                      fmt::format("the formula {} (case {})", error.what(), study_.cases.size() + 1));
                return false;
            }
        }
        return true;
    }

    Place place(const std::string& key) const {
        const auto found = places_.find(key);
        return found == places_.end() ? Place{} : found->second;
    }
    void fault(const std::string& key, std::string message, std::string suggestion = {}) {
        faults_.push_back({Rule::out_of_range, place(key), key, std::move(message), std::move(suggestion)});
    }

    Study& study_;
    const SceneNode& root_;
    const json& values_;
    const Places& places_;
    SceneFaults& faults_;
    StudySources sources_;
    std::vector<ParameterValues> parameters_;
    std::vector<CaseAxis> axes_;
    std::vector<Formula> formulas_;
};

}  // namespace

void make_cases(Study& study, const SceneNode& root, const json& values, const Places& places, SceneFaults& faults) {
    CaseMaker(study, root, values, places, faults).make();
}

}  // namespace wavesim
