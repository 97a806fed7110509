// SPDX-License-Identifier: MIT
#include "studies/sent_cases.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "io/atomic_file.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string line_of(const ordered_json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

std::string head_line(const Study& study) {
    ordered_json columns = ordered_json::array();
    for (const StudyColumn& column : study.columns)
        columns.push_back({{"name", column.name},
                           {"key", column.key},
                           {"file", column.place.file},
                           {"line", column.place.line},
                           {"column", column.place.column}});
    return line_of({{"format", "wavesim-cases"},
                    {"format_version", 1},
                    {"study", study.name},
                    {"file", study.file.string()},
                    {"scene", study.scene.string()},
                    {"columns", columns}});
}

void read_head(const json& line, Study& study) {
    if (line.at("format") != "wavesim-cases" || line.at("format_version") != 1) throw std::invalid_argument("format");
    study.name = line.at("study");
    study.file = line.at("file").get<std::string>();
    study.scene = line.at("scene").get<std::string>();
    for (const json& one : line.at("columns"))
        study.columns.push_back(
            {one.at("name"), one.at("key"), {one.at("file").get<std::string>(), one.at("line"), one.at("column")}});
}

void read_case(const json& line, SentCases& sent) {
    StudyCase one{line.at("name"), line.at("values").get<std::vector<std::string>>(), {}};
    for (std::size_t i = 0; i < sent.study.columns.size(); ++i)
        if (const std::string& key = sent.study.columns[i].key; !key.empty())
            one.settings.push_back({key + '=' + one.values.at(i), static_cast<int>(i) + 1});
    sent.study.cases.push_back(std::move(one));
    sent.scenes.scenes.push_back({line.at("id"), line.at("scene_hash"), line.at("nodes")});
    sent.forecasts.push_back({line.at("memory_bytes"), line.at("gpu"), line.at("seconds"), line.at("gpus")});
}

}  // namespace

void write_sent_cases(const std::filesystem::path& file, const SentCases& sent) {
    std::string text = head_line(sent.study);
    for (std::size_t i = 0; i < sent.study.cases.size(); ++i) {
        const StudyCase& one = sent.study.cases[i];
        const CaseScene& scene = sent.scenes.scenes[i];
        const CaseForecast& forecast = sent.forecasts[i];
        text += line_of({{"name", one.name},
                         {"id", scene.id},
                         {"scene_hash", scene.scene_hash},
                         {"nodes", scene.nodes},
                         {"values", one.values},
                         {"memory_bytes", forecast.memory_bytes},
                         {"gpu", forecast.on_gpu},
                         {"gpus", forecast.gpus},
                         {"seconds", forecast.seconds}});
    }
    write_file(file, text);
}

SentCases read_sent_cases(const std::filesystem::path& file) {
    std::ifstream stream(file);
    SentCases sent;
    try {
        std::string line;
        std::getline(stream, line);
        read_head(json::parse(line), sent.study);
        while (std::getline(stream, line)) read_case(json::parse(line), sent);
    } catch (const std::exception&) {  // invalid JSON, or missing data
        throw EnvironmentError(
            EnvironmentError::Kind::io,
            fmt::format("{} is no list of cases that `wavesim study run --slurm` wrote", file.string()));
    }
    return sent;
}

}  // namespace wavesim
