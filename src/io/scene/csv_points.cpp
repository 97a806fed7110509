// SPDX-License-Identifier: MIT
#include "io/scene/csv_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>
#include <string_view>

#include "io/scene/csv_line.hpp"
#include "io/scene/units.hpp"

namespace wavesim {

namespace {

constexpr std::size_t rows_max = 10'000'000;
constexpr std::size_t name_bytes_max = 64;

/// A column of coordinates: its index and its unit in m, negative if it counts downwards.
struct Column {
    std::size_t index = 0;
    double unit_m = 1;
};

/// Meaning of a column title, after source_ or receiver_ if rows are traces.
struct AxisWord {
    std::string_view word;
    std::size_t axis;
    bool elevation;  ///< z is the elevation, whatever the direction of the scene's z
    double sign;
};
constexpr auto axis_words = std::to_array<AxisWord>(
    {{"x", 0, false, 1}, {"y", 1, false, 1}, {"z", 2, false, 1}, {"elevation", 2, true, 1}, {"depth", 2, true, -1}});

/// The size of a unit of length in m.
std::optional<double> metres_in(const std::string& unit) {
    if (unit == "ft" || unit == "feet") return 0.3048;
    const ParsedQuantity one = parse_quantity("1 " + unit, Dimension::length);
    return one.ok ? std::optional(one.value) : std::nullopt;
}
struct PointColumns {
    std::array<std::optional<Column>, 3> axes;
    std::string z_title{};
    bool elevations = false;
    bool any() const { return axes[0] || axes[1] || axes[2]; }
};

class Table {
  public:
    Table(PointFile& file, WantedPoints wanted, int dims) : file_(file), wanted_(wanted), dims_(dims) {}

    void add_line(std::string_view line) {
        ++line_;
        if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // mark of Windows programs
        if (csv_trimmed(line).empty() || line.front() == '#') return;
        if (!separator_) separator_ = csv_separator_of(line);
        split_csv(line, *separator_, fields_);
        if (!columns_known_) {
            columns_known_ = true;
            if (std::ranges::none_of(fields_, [](const CsvField& field) { return number_in(field.text).has_value(); }))
                return read_titles();
            assume_columns();
        }
        add_row();
    }

  private:
    [[noreturn]] void refuse(const CsvField& field, const std::string& why) const {
        throw InputFileError(Rule::point_file, file_.name + ':' + std::to_string(line_) + ':' +
                                                   std::to_string(field.column) + ": " + why);
    }
    [[noreturn]] void refuse(const std::string& why) const { refuse(CsvField{}, why); }

    void read_titles() {
        std::string titles;
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            titles += (i == 0 ? "" : ", ") + std::string(fields_[i].text);
            read_title(fields_[i], i);
        }
        const char* prefixed = wanted_ == WantedPoints::sources ? "source" : "receiver";
        const bool traces = source_.any() && receiver_.any();
        if (points_.any() && traces) refuse("the columns name points twice (x, y, z beside sources and receivers)");
        if (!points_.any() && !traces) points_ = wanted_ == WantedPoints::sources ? source_ : receiver_;
        for (const PointColumns* columns : {&points_, &source_, &receiver_}) {
            if (columns == &points_ ? traces : !traces) continue;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (columns->axes[axis] || (axis == 1 && dims_ == 2)) continue;
                const char letter = "xyz"[axis];
                const char* prefix = traces ? columns == &source_ ? "source_" : "receiver_" : "";
                refuse(fmt::format("there is no column '{}{}'{} (the columns are {})", prefix, letter,
                                   traces ? "" : fmt::format(" or '{}_{}'", prefixed, letter), titles));
            }
        }
        has_traces_ = traces;
        if (traces && source_.elevations != receiver_.elevations)
            refuse("z of sources and of receivers count from different places (" + shown(source_.z_title) + " and " +
                   shown(receiver_.z_title) + ')');
        file_.elevations = traces ? source_.elevations : points_.elevations;
        fields_needed_ = fields_.size();
    }

    void read_title(const CsvField& field, std::size_t index) {
        std::string title(field.text);
        std::ranges::transform(title, title.begin(),
                               [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
        std::string unit;
        if (const std::size_t open = title.find_first_of("[("); open != std::string::npos) {
            unit = field.text.substr(open + 1, field.text.find_first_of("])") - open - 1);
            title = title.substr(0, open);
            title.resize(title.find_last_not_of(' ') + 1);
        } else if (const std::size_t last = title.find_last_of("_ "); last != std::string::npos) {
            // x_km and the like
            const std::string_view before = std::string_view(title).substr(0, last);
            const bool of_axis = std::ranges::any_of(axis_words, [&](const AxisWord& axis) {
                return before == axis.word || before.ends_with("_" + std::string(axis.word));
            });
            if (of_axis && metres_in(title.substr(last + 1))) {
                unit = title.substr(last + 1);
                title.resize(last);
            }
        }
        PointColumns* columns = &points_;
        std::string_view word = title;
        for (const auto& [prefix, group] : {std::pair{"source_", &source_}, std::pair{"receiver_", &receiver_}})
            if (word.starts_with(prefix)) columns = group, word.remove_prefix(std::string_view(prefix).size());
        if (const auto* axis = std::ranges::find(axis_words, word, &AxisWord::word); axis != axis_words.end()) {
            std::optional<Column>& column = columns->axes[axis->axis];
            if (column)
                refuse(field, columns->z_title.empty() || columns->z_title == title || axis->axis != 2
                                  ? "there are two columns " + shown(title)
                                  : "z stands in two columns, " + shown(columns->z_title) + " and " + shown(title));
            const std::optional<double> unit_m = unit.empty() ? 1 : metres_in(unit);
            if (!unit_m) refuse(field, shown(unit) + " is no unit of length (m, cm, mm, km or ft)");
            column = Column{index, axis->sign * *unit_m};
            if (axis->axis == 2) columns->z_title = title, columns->elevations = axis->elevation;
        }
        if (title == "name") name_ = index;
        if (title == "shot") shot_ = index;
    }

    void assume_columns() {
        const auto dims = static_cast<std::size_t>(dims_);
        const bool named = fields_.size() == dims + 1 && !number_in(fields_.back().text);
        if (fields_.size() != dims && !named)
            refuse("has " + std::to_string(fields_.size()) + " columns (without titles they are " +
                   (dims_ == 2 ? "x and z" : "x, y and z") + ", and perhaps a name)");
        points_.axes[0] = Column{0};
        if (dims_ == 3) points_.axes[1] = Column{1};
        points_.axes[2] = Column{dims - 1};
        if (named) name_ = dims;
        fields_needed_ = fields_.size();
    }

    double value_of(const CsvField& field) const {
        const std::optional<double> value = number_in(field.text);
        if (!value)
            refuse(field, field.text.empty() ? std::string("a number is missing")
                          : field.text.find(',') != std::string_view::npos && *separator_ != ','
                              ? "must be a number, not " + shown(field.text) + " (write decimal points)"
                              : "must be a number, not " + shown(field.text));
        if (!std::isfinite(*value)) refuse(field, "must be a finite number, not " + shown(field.text));
        return *value;
    }

    Point point_in(const PointColumns& columns) const {
        Point point{};
        const auto along = [&](std::size_t axis) {
            const auto& column = columns.axes[axis];
            return column ? column->unit_m * value_of(fields_[column->index]) : 0.0;
        };
        point = {along(0), along(1), along(2)};
        return point;
    }

    void add_row() {
        if (fields_.size() != fields_needed_)
            refuse(fields_.back(), "the row has " + std::to_string(fields_.size()) + " columns (those before have " +
                                       std::to_string(fields_needed_) + ')');
        if (file_.list.points.size() + file_.traces.size() >= rows_max)
            refuse("there are more than " + std::to_string(rows_max) + " rows");
        if (has_traces_) return add_trace();
        file_.list.points.push_back(point_in(points_));
        file_.list.rows.push_back(line_);
        if (!name_) return;
        const CsvField& field = fields_[*name_];
        if (field.text.empty() || field.text.size() > name_bytes_max || field.text.front() == '.' ||
            field.text.find_first_of("/\\") != std::string_view::npos ||
            std::ranges::any_of(field.text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
            refuse(field, "the name " + shown(field.text) +
                              " cannot be that of a file (1 to 64 bytes, no slash, no "
                              "dot at the start)");
        file_.list.names.emplace_back(field.text);
    }

    void add_trace() {
        TraceRow trace{0, point_in(source_), point_in(receiver_), line_};
        if (shot_) {
            const double number = value_of(fields_[*shot_]);
            if (number != std::floor(number) || std::abs(number) > 1e15)
                refuse(fields_[*shot_], "must be a whole number, not " + shown(fields_[*shot_].text));
            trace.shot = static_cast<std::int64_t>(number);
        }
        file_.traces.push_back(trace);
    }

    PointFile& file_;
    WantedPoints wanted_;
    int dims_;
    std::int64_t line_ = 0;
    std::optional<char> separator_;
    std::vector<CsvField> fields_;
    bool columns_known_ = false;
    bool has_traces_ = false;
    std::size_t fields_needed_ = 0;
    PointColumns points_, source_, receiver_;
    std::optional<std::size_t> name_, shot_;
};

}  // namespace

void read_csv_points(const std::filesystem::path& path, WantedPoints wanted, int dims, PointFile& file) {
    std::ifstream stream(path, std::ios::binary);
    Table table(file, wanted, dims);
    std::string line;
    while (std::getline(stream, line)) table.add_line(line);
    if (stream.bad()) throw InputFileError(Rule::point_file, "the file " + shown(file.name) + " cannot be read");
}

}  // namespace wavesim
