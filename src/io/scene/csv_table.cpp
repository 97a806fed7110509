// SPDX-License-Identifier: MIT
#include "io/scene/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/input_file.hpp"

namespace wavesim {

namespace {

constexpr std::size_t most_rows = 10'000;

bool has_number(const std::vector<CsvField>& fields) {
    return std::ranges::any_of(fields, [](const CsvField& field) { return number_in(field.text).has_value(); });
}

}  // namespace

void CsvFileTable::refuse(const Row& row, const CsvField& field, const std::string& why) const {
    throw InputFileError(rule, fmt::format("{}:{}:{}: {}", name, row.line, field.column, why));
}

double CsvFileTable::number(const Row& row, const CsvField& field) const {
    const std::optional<double> value = number_in(field.text);
    if (!value)
        refuse(row, field,
               field.text.empty() ? "a number is missing"
                                  : "must be a number, not " + shown(field.text) +
                                        (field.text.find(',') == field.text.npos ? "" : " (write decimal points)"));
    if (!std::isfinite(*value)) refuse(row, field, "must be a finite number, not " + shown(field.text));
    return *value;
}

CsvFileTable read_csv_table(std::string_view text, const std::string& name, Rule rule, CsvTitles titles) {
    CsvFileTable table{name, rule, {}, {}};
    std::optional<char> separator;
    std::size_t columns = 0;
    std::int64_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (++number == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // mark of Windows programs
        if (csv_trimmed(line).empty() || line.front() == '#') continue;
        const bool first = !separator;
        if (first) separator = csv_separator_of(line);
        CsvFileTable::Row row{number, {}};
        split_csv(line, *separator, row.fields);
        if (first) columns = row.fields.size();
        if (row.fields.size() != columns)
            table.refuse(row, row.fields.back(),
                         fmt::format("the row has {} columns (those before have {})", row.fields.size(), columns));
        if (first && (titles == CsvTitles::first_line || !has_number(row.fields)))
            table.titles = std::move(row);
        else
            table.rows.push_back(std::move(row));
        if (table.rows.size() > most_rows) table.refuse(row, {}, fmt::format("there are more than {} rows", most_rows));
    }
    if (table.rows.empty()) throw InputFileError(rule, "the file " + shown(name) + " holds no rows of numbers");
    return table;
}

}  // namespace wavesim
