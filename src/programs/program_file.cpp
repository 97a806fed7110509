// SPDX-License-Identifier: MIT
#include "programs/program_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/scene/check.hpp"
#include "io/scene/file_kind.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/schema_words.hpp"
#include "io/scene/text.hpp"
#include "io/scene/yaml.hpp"
#include "io/text_file.hpp"
#include "programs/formula_parser.hpp"
#include "programs/statement_places.hpp"

namespace wavesim {

namespace {

using nlohmann::json;

json program_schema() {
    using namespace schema;
    const json constants = {{"type", "object"}, {"additionalProperties", number(between(-1e30, 1e30))}};
    return object(
        {{"program", with({{"type", "integer"}, {"const", 1}}, "version of the format of programs")},
         {"name", with(name(), "title; the file name when absent")},
         {"dims", with(integer(2, 3), "dimensions of the grid")},
         {"constants", with(constants, "numbers that statements name", json::object())},
         {"statements", with(list(text(), 1, 1000), "name = expression; the last one gives u")},
         {"size", with(integer(1, 100000), "nodes along each axis, without the ring")},
         {"iterations", with(integer(1, 1'000'000'000), "iterations of a measurement", 1000)},
         {"flops", with(integer(1, 1'000'000), "floating-point operations per node as its source counts them")}},
        {"program", "dims", "statements"});
}

[[noreturn]] void refuse(const SceneFaults& faults, const std::string& file) {
    std::vector<MarkedFault> marked;
    for (const SceneFault& fault : faults)
        marked.push_back({{file, fault.place.line, fault.place.column},
                          {fault.key, fault.message, fault.suggestion},
                          to_string(fault.rule)});
    std::ranges::stable_sort(marked, {}, [](const MarkedFault& m) { return std::pair(m.mark.line, m.mark.column); });
    throw SceneFileError(std::move(marked));
}

[[noreturn]] void refuse_statement(const StencilFormulaError& error, const SceneNode& root, const std::string& text,
                                   const std::string& file) {
    const SceneNode& node = root.find("statements")->items.at(error.statement());
    const std::vector<Place> places = places_in(text, node.place, node.text);
    const Place& place = places.at(std::min(error.at(), places.size() - 1));
    throw SceneFileError({{{file, place.line, place.column},
                           {"statements[" + std::to_string(error.statement()) + "]", error.what(), ""},
                           "statement"}});
}

/// Joins the lines of a statement that is written on several lines.
void join_lines(SceneNode& root) {
    if (SceneNode* const statements = root.find("statements"))
        for (SceneNode& item : statements->items) std::ranges::replace(item.text, '\n', ' ');
}

std::map<std::string, double> constants_of(const json& values, const Places& places, SceneFaults& faults) {
    std::map<std::string, double> constants;
    for (const auto& [key, value] : values.at("constants").items()) {
        const std::string path = "constants." + key;
        const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
        const bool word = is_letter(key[0]) &&
                          std::ranges::all_of(key, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
        const auto found = places.find(path);
        if (!word || key == "u" || key == "sqrt")
            faults.push_back({Rule::bad_name, found == places.end() ? Place{} : found->second, path,
                              "a constant is named by letters, digits and _, and not u or sqrt", ""});
        constants[key] = value.get<double>();
    }
    return constants;
}

}  // namespace

StencilProgram parse_program(const std::string& text, const std::filesystem::path& file) {
    const std::string name = file.string();
    SceneFaults faults;
    SceneNode root;
    if (!parse_scene_yaml(text, 0, root, faults)) refuse(faults, name);
    if (root.kind == SceneNode::Kind::null)
        refuse({{Rule::no_value, root.place, "", "the program is empty", "configs/stencils has examples"}}, name);
    if (!expect_kind(root, "program", faults)) refuse(faults, name);
    join_lines(root);
    static const json schema = program_schema();
    Places places;
    const json values = check_structure(root, schema, places, faults);
    if (!faults.empty()) refuse(faults, name);
    StencilProgram program;
    program.name = values.value("name", file.stem().string());
    program.dims = values.at("dims");
    const std::map<std::string, double> constants = constants_of(values, places, faults);
    if (!faults.empty()) refuse(faults, name);
    try {
        program.formula =
            parse_formula(values.at("statements").get<std::vector<std::string>>(), constants, program.dims);
    } catch (const StencilFormulaError& error) {
        refuse_statement(error, root, text, name);
    }
    program.size = values.value("size", program.dims == 3 ? 512 : 16384);
    program.iterations = values.at("iterations");
    program.flops = values.value("flops", flops_of(program.formula));
    return program;
}

StencilProgram read_program(const std::filesystem::path& file) {
    return parse_program(read_text_file(file, "program", scene_bytes_max), file);
}

StencilProgram shipped_program(const std::string& name) {
    for (const EmbeddedProgram& program : embedded_programs())
        if (program.name == name) return parse_program(program.text, name + ".yaml");
    throw std::out_of_range("no program " + name);
}

}  // namespace wavesim
