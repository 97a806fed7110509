// SPDX-License-Identifier: MIT
#include "studies/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "solvers/scene/fault.hpp"

namespace wavesim {

namespace {

[[noreturn]] void refuse_csv(const std::filesystem::path& file, std::size_t line, const std::string& why) {
    throw EnvironmentError(EnvironmentError::Kind::io,
                           line > 0 ? fmt::format("cannot read the table {}:{}: {}", file.string(), line, why)
                                    : fmt::format("cannot read the table {}: {}", file.string(), why));
}

std::string without_spaces(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> fields_of(const std::string& line, const std::filesystem::path& file, std::size_t number) {
    std::vector<std::string> fields{""};
    bool quoted = false, was_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += line[i++];
        } else if (line[i] == '"' && (quoted || without_spaces(fields.back()).empty())) {
            if (!quoted) fields.back().clear();
            quoted = !quoted;
            was_quoted = true;
        } else if (line[i] == ',' && !quoted) {
            if (!was_quoted) fields.back() = without_spaces(fields.back());
            fields.emplace_back();
            was_quoted = false;
        } else if (!was_quoted || quoted) {
            fields.back() += line[i];
        }
    }
    if (quoted) refuse_csv(file, number, "a double quote is not closed");
    if (!was_quoted) fields.back() = without_spaces(fields.back());
    return fields;
}

}  // namespace

std::vector<std::string> CsvTable::column(const std::string& name) const {
    const auto found = std::ranges::find(names, name);
    std::vector<std::string> fields;
    if (found == names.end()) return fields;
    for (const auto& row : rows) fields.push_back(row[static_cast<std::size_t>(found - names.begin())]);
    return fields;
}

CsvTable read_csv_table(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) refuse_csv(file, 0, "there is no such file");
    std::ifstream stream(file, std::ios::binary);
    if (!stream) refuse_csv(file, 0, "it cannot be opened");
    CsvTable table;
    std::string line;
    for (std::size_t number = 1; std::getline(stream, line); ++number) {
        if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
        if (without_spaces(line).empty()) continue;
        std::vector<std::string> fields = fields_of(line, file, number);
        if (table.names.empty()) {
            table.names = std::move(fields);
            for (const std::string& name : table.names)
                if (std::ranges::count(table.names, name) > 1)
                    refuse_csv(file, number, fmt::format("two columns are called '{}'", name));
            continue;
        }
        if (fields.size() != table.names.size())
            refuse_csv(file, number,
                       fmt::format("the line has {} fields and the first one {}", fields.size(), table.names.size()));
        table.rows.push_back(std::move(fields));
    }
    if (table.rows.empty()) refuse_csv(file, 0, "it needs a line of names and at least one row");
    return table;
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

}  // namespace wavesim
