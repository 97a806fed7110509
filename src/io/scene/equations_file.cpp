// SPDX-License-Identifier: MIT
#include "io/scene/equations_file.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/scene/check.hpp"
#include "io/scene/enum_value.hpp"
#include "io/scene/equations_words.hpp"
#include "io/scene/file_kind.hpp"
#include "io/scene/marks.hpp"
#include "io/scene/place_in_value.hpp"
#include "io/scene/schema_words.hpp"
#include "io/scene/text.hpp"
#include "io/scene/yaml.hpp"
#include "io/text_file.hpp"
#include "stencils/equations/names.hpp"
#include "stencils/equations/program_text.hpp"

namespace wavesim {

namespace {

using equations::Declarations;
using equations::Mirror;
using nlohmann::json;

json map_of(json value) { return {{"type", "object"}, {"additionalProperties", std::move(value)}}; }

json constants_schema() {
    return schema::with(map_of(schema::number(schema::between(-1e30, 1e30))), "numbers that statements name",
                        json::object());
}

json first_schema() {
    using namespace schema;
    return object({{"program", with({{"type", "integer"}, {"const", 1}}, "version of the format of programs")},
                   {"name", with(name(), "title; the file name when absent")},
                   {"dims", with(integer(2, 3), "dimensions of the grid")},
                   {"constants", constants_schema()},
                   {"statements", with(list(text(), 1, 1000), "name = expression; the last one gives u")},
                   {"size", integer(1, 100000)},
                   {"iterations", integer(1, 1'000'000'000)},
                   {"flops", integer(1, 1'000'000)}},
                  {"program", "dims", "statements"});
}

json second_schema() {
    using namespace schema;
    const json sides = object({{"rigid", with(choice<Mirror>(), "beyond rigid sides")},
                               {"pressure_release", with(choice<Mirror>(), "beyond sides that release the pressure")}});
    json units = text();
    units["maxLength"] = 40;
    const json field =
        object({{"levels", with(integer(1, 2), "steps that statements read: n, or n and n-1", 1)},
                {"at", with(list(number(between(0, 0.5)), 2, 3), "0 or 0.5 per axis: cells further than the node")},
                {"source", with(boolean(), "sources act on it", false)},
                {"receiver", with(boolean(), "receivers and snapshots show it", false)},
                {"sides", with(sides, "values beyond sides, where they are not those of a pressure")},
                {"units", with(units, "of its numbers, for plans and files")},
                {"time", with(number(between(-0.5, 0.5)),
                              "-0.5, 0 or 0.5: steps later than the fields that sources act on", 0)}});
    const json parameter =
        object({{"from", with(choice<equations::ParameterSource>(), "where the values come from",
                              word_of(equations::ParameterSource::value))},
                {"default", with(number(between(-1e30, 1e30)), "value where a scene says nothing", 0)}});
    const json dims = {{"anyOf", {integer(2, 3), list(integer(2, 3), 1, 2)}}};
    return object({{"program", with({{"type", "integer"}, {"const", 2}}, "version of the format of programs")},
                   {"name", with(name(), "title; the file name when absent")},
                   {"dims", with(dims, "dimensions of grids: 2, 3 or [2, 3]")},
                   {"order", with(integer(2, 24), "of differences along axes; that of the stencil when absent")},
                   {"fields", with(map_of(field), "what moves")},
                   {"parameters", with(map_of(parameter), "values per node that do not move", json::object())},
                   {"constants", constants_schema()},
                   {"statements", with(list(text(), 1, 1000), "name = expression, and field.new = expression")}},
                  {"program", "dims", "fields", "statements"});
}

class Reader {
  public:
    Reader(const std::string& text, const std::filesystem::path& file) : text_(text), file_(file) {}

    equations::Program read() {
        if (!parse_scene_yaml(text_, 0, root_, faults_)) refuse();
        if (root_.kind == SceneNode::Kind::null) {
            faults_.push_back(
                {Rule::no_value, root_.place, "", "the program is empty", "configs/programs has examples"});
            refuse();
        }
        if (!expect_kind(root_, "program", faults_)) refuse();
        if (SceneNode* const statements = root_.find("statements"))  // a statement may take several lines
            for (SceneNode& item : statements->items) std::ranges::replace(item.text, '\n', ' ');
        const SceneNode* const version = root_.find("program");
        const bool first = version != nullptr && version->text == "1";
        values_ = check_structure(root_, first ? first_schema() : second_schema(), places_, faults_);
        if (!faults_.empty()) refuse();
        Declarations declared = first ? first_version() : second_version();
        for (const auto& [name, value] : values_.at("constants").items()) {
            expect_name(name, "constants", declared.version);
            declared.constants[name] = value;
        }
        if (first && declared.constants.contains("u")) fault(Rule::bad_name, "constants.u", "u is the field");
        for (const std::string& name : equations::shared_names(declared))
            if (!first) fault(Rule::same_name, key_of(name), "the name '" + name + "' is taken already");
        if (!faults_.empty()) refuse();
        try {
            return equations::read_statements(values_.value("name", file_.stem().string()), declared,
                                              values_.at("statements").get<std::vector<std::string>>());
        } catch (const equations::StatementFaults& found) {
            refuse(found);
        }
    }

  private:
    void fault(Rule rule, const std::string& key, const std::string& message, const std::string& suggestion = "") {
        const auto place = places_.find(key);
        faults_.push_back({rule, place == places_.end() ? Place{} : place->second, key, message, suggestion});
    }

    void expect_name(const std::string& name, const std::string& section, int version) {
        if (const std::string why = equations::name_fault(name, version); !why.empty())
            fault(Rule::bad_name, key_path(section, name), why);
    }

    /// The last of the sections that contains a name.
    std::string key_of(const std::string& name) const {
        for (const char* section : {"constants", "parameters"})
            if (values_.at(section).contains(name)) return key_path(section, name);
        return key_path("fields", name);
    }

    static Declarations first_version_of(int dims) {
        Declarations declared;
        declared.version = 1;
        declared.dims = {dims};
        equations::Field u;
        u.name = "u";
        u.source = u.receiver = true;
        declared.fields = {u};
        return declared;
    }
    Declarations first_version() const { return first_version_of(values_.at("dims")); }

    Declarations second_version() {
        Declarations declared;
        const json& dims = values_.at("dims");
        declared.dims = dims.is_array() ? dims.get<std::vector<int>>() : std::vector<int>{dims};
        if (declared.dims.size() == 2 && declared.dims[0] == declared.dims[1])
            fault(Rule::dimensions, "dims", "names one number of dimensions twice");
        declared.order = values_.value("order", 0);
        if (declared.order % 2 != 0) fault(Rule::out_of_range, "order", "the order of a difference is even");
        // In the order of the file, which only the tree contains.
        for (const SceneNode::Entry& entry : root_.find("fields")->entries) declared.fields.push_back(field(entry.key));
        if (const SceneNode* const parameters = root_.find("parameters"))
            for (const SceneNode::Entry& entry : parameters->entries) {
                expect_name(entry.key, "parameters", 2);
                const json& value = values_.at("parameters").at(entry.key);
                declared.parameters.push_back({entry.key, enum_value(value, "from", equations::ParameterSource::value),
                                               value.value("default", 0.0)});
            }
        if (declared.fields.empty()) fault(Rule::no_value, "fields", "there is no field, so nothing moves");
        return declared;
    }

    equations::Field field(const std::string& name) {
        expect_name(name, "fields", 2);
        const json& value = values_.at("fields").at(name);
        const std::string key = key_path("fields", name);
        equations::Field made;
        made.name = name;
        made.levels = value.at("levels");
        made.source = value.at("source");
        made.receiver = value.at("receiver");
        const json at = value.value("at", json::array());
        const json& dims = values_.at("dims");
        if (!at.empty() && (dims.is_array() ? dims.size() != 1 || dims[0] != at.size() : dims != at.size()))
            fault(Rule::dimensions, key_path(key, "at"), "has not one number for each dimension of the program");
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (at[i] != 0 && at[i] != 0.5)
                fault(Rule::out_of_range, key_path(key, "at"), "values stand at nodes, 0, or half a cell further, 0.5");
            made.half[at.size() == 2 && i == 1 ? 2 : i] = at[i] == 0.5;
        }
        if (made.source && made.half != std::array<bool, 3>{})
            fault(Rule::bad_medium, key, "stands between the nodes, where no source is");
        if (const double time = value.at("time"); time != 0 && std::abs(time) != 0.5)
            fault(Rule::out_of_range, key_path(key, "time"), "values stand half a step earlier, -0.5, or later, 0.5");
        const json sides = value.value("sides", json::object());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // At rigid sides a pressure is even, and a velocity along the axis is odd.
            made.rigid[axis] = enum_value(sides, "rigid", made.half[axis] ? Mirror::odd : Mirror::even);
            made.release[axis] = enum_value(sides, "pressure_release", made.half[axis] ? Mirror::even : Mirror::odd);
        }
        return made;
    }

    [[noreturn]] void refuse() const {
        std::vector<MarkedFault> marked;
        for (const SceneFault& found : faults_)
            marked.push_back({{file_.string(), found.place.line, found.place.column},
                              {found.key, found.message, found.suggestion},
                              to_string(found.rule)});
        std::ranges::stable_sort(marked, {},
                                 [](const MarkedFault& m) { return std::pair(m.mark.line, m.mark.column); });
        throw SceneFileError(std::move(marked));
    }

    [[noreturn]] void refuse(const equations::StatementFaults& found) const {
        std::vector<MarkedFault> marked;
        for (const equations::StatementFault& one : found.faults()) {
            const SceneNode& node = root_.find("statements")->items.at(one.statement);
            const Place place = place_in_value(text_, node.place, node.text, one.at);
            const std::string suggestion = one.unknown.empty() ? "" : did_you_mean(one.unknown, one.names);
            marked.push_back({{file_.string(), place.line, place.column},
                              {item_path("statements", one.statement), one.message, suggestion},
                              "statement"});
        }
        throw SceneFileError(std::move(marked));
    }

    const std::string& text_;
    const std::filesystem::path& file_;
    SceneNode root_;
    SceneFaults faults_;
    Places places_;
    json values_;
};

}  // namespace

equations::Program parse_equations(const std::string& text, const std::filesystem::path& file) {
    return Reader(text, file).read();
}

equations::Program read_equations(const std::filesystem::path& file) {
    return parse_equations(read_text_file(file, "program", scene_bytes_max), file);
}

}  // namespace wavesim
