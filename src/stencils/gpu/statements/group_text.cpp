// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/group_text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>

#include "stencils/equations/grid_terms.hpp"
#include "stencils/gpu/common/source_text.hpp"

namespace wavesim {

namespace {

using equations::Access;
using equations::GridTerm;
using equations::Operation;
using equations::Origin;

/// Infinities and NaN have no text of their own, and "-0" is 0.
std::string real_number(double value) {
    if (value == 0 && std::signbit(value)) return "Real(-0.0)";
    if (std::isfinite(value)) return "Real(" + number(value) + ")";
    return "Real(double_of(" + std::to_string(std::bit_cast<std::uint64_t>(value)) + "ULL))";
}

/// Values that a thread of columns may keep, in words of 32 bits; all others it reads again.
constexpr int words_kept_max = 64;

/// Reads that a kernel keeps together, in words of 32 bits; more would not fit its registers.
constexpr std::size_t words_together_max = 120;

std::size_t words_of(Precision precision) { return precision == Precision::float64 ? 2 : 1; }

/// The line that keeps reads together.
std::string end_of_reads(Precision precision, std::size_t reads) {
    return reads * words_of(precision) > words_together_max ? "" : "        reads_end();\n";
}

/// A value of an array, some nodes away.
struct Place {
    std::size_t slot = 0;  ///< in the order of the reads and writes of the group
    Offset offset{};
    bool per_node = true;  ///< otherwise the array may have one value for all nodes
    bool operator==(const Place&) const = default;
};

std::string address(const Place& place) {
    const auto shift = [](int by, const char* unit) {
        return by == 0 ? std::string() : (by < 0 ? " - " : " + ") + std::to_string(std::abs(by)) + unit;
    };
    const Offset& by = place.offset;
    const std::string node = "at" + shift(by.z, " * plane") + shift(by.y, " * pitch") + shift(by.x, "");
    const std::string number = std::to_string(place.slot);
    return "a.array[" + number + "] + " + (place.per_node ? node : "(a.per_node[" + number + "] ? " + node + " : 0)");
}

std::string read_of(const Place& place) { return "load(" + address(place) + ")"; }

/// A value of the first stage of a group, some nodes away, in shared memory.
struct ChipPlace {
    std::size_t number = 0;  ///< in ChipStage::kept
    Offset offset{};
    bool operator==(const ChipPlace&) const = default;
};

/// Which statements of a group a text has.
enum class Stage { all, early, late };

/// Statements of a stage, in order.
std::vector<int> statements_of(const StatementGroup& group, Stage stage) {
    std::vector<int> of = group.statements;
    if (stage != Stage::all)
        std::erase_if(of, [&](int s) {
            const bool early = std::ranges::count(group.chip->statements, s) > 0;
            return early != (stage == Stage::early);
        });
    return of;
}

/// Writes the statements of a group, or of one stage of it, and notes what they read.
class GroupWriter {
  public:
    GroupWriter(const StatementPlan& plan, const StatementGroup& group, Stage stage = Stage::all)
        : plan_(plan), group_(group), stage_(stage), statements_(statements_of(group, stage)) {
        for (const int s : statements_) write_statement(s);
    }
    const std::string& lines() const { return lines_; }
    /// Everything that is read, in the order of the first use; the value of the i-th is in the variable v<i>.
    const std::vector<Place>& reads() const { return reads_; }
    /// What the late stage reads of the early one; the value of the i-th is in the variable k<i>.
    const std::vector<ChipPlace>& chip_reads() const { return chip_reads_; }
    static std::string variable(std::size_t i) { return "v" + std::to_string(i); }
    static std::string result(int statement) { return "s" + std::to_string(statement); }
    std::string stores() const {
        std::string stores;
        for (std::size_t w = 0; w < group_.writes.size(); ++w) {
            const Access& value = group_.writes[w];
            const int giver = value.origin == Origin::field ? plan_.program().giver(value.index) : value.index;
            if (std::ranges::count(statements_, giver) > 0)
                stores += "        store(" + address(place(group_.reads.size() + w, value, {})) + ", " + result(giver) +
                          ");\n";
        }
        return stores;
    }

  private:
    static Place place(std::size_t slot, const Access& value, const Offset& offset) {
        return {slot, offset, value.origin == Origin::field};
    }
    void line(const std::string& name, const std::string& value) {
        lines_ += "        const Real " + name + " = " + value + ";\n";
    }
    std::string read(Access value, const Offset& offset) {
        value.offset = {};
        const auto slot = std::ranges::find(group_.reads, value);
        if (slot == group_.reads.end()) {
            const int giver = value.origin == Origin::field ? plan_.program().giver(value.index) : value.index;
            return stage_ == Stage::late && std::ranges::count(statements_, giver) == 0 ? chip_read(giver, offset)
                                                                                        : result(giver);
        }
        const Place from = place(static_cast<std::size_t>(slot - group_.reads.begin()), value, offset);
        const auto known = std::ranges::find(reads_, from);
        const auto i = static_cast<std::size_t>(known - reads_.begin());
        if (known == reads_.end()) reads_.push_back(from);
        return variable(i);
    }
    std::string chip_read(int giver, const Offset& offset) {
        const std::vector<int>& kept = group_.chip->kept;
        const ChipPlace from{static_cast<std::size_t>(std::ranges::find(kept, giver) - kept.begin()), offset};
        const auto known = std::ranges::find(chip_reads_, from);
        const auto i = known - chip_reads_.begin();
        if (known == chip_reads_.end()) chip_reads_.push_back(from);
        return "k" + std::to_string(i);
    }
    void write_statement(int s) {
        const equations::Statement& statement = plan_.program().statements[static_cast<std::size_t>(s)];
        const std::vector<GridTerm> terms =
            equations::terms_on_grid(statement, plan_.differences(), plan_.time_step(), plan_.spacing());
        const auto name = [&](int i) {
            const GridTerm& term = terms[static_cast<std::size_t>(i)];
            if (term.operation == Operation::number) return real_number(term.number);
            return i + 1 == static_cast<int>(terms.size()) ? result(s) : result(s) + "_" + std::to_string(i);
        };
        lines_ += "        // " + statement.name + "\n";
        for (int i = 0; i < static_cast<int>(terms.size()); ++i) {
            const GridTerm& term = terms[static_cast<std::size_t>(i)];
            if (term.operation == Operation::laplace)
                write_sum(name(i), term);
            else if (term.operation != Operation::number)
                line(name(i), operation(term, name));
            else if (i + 1 == static_cast<int>(terms.size()))
                line(result(s), real_number(term.number));
        }
    }
    template <class Name>
    std::string operation(const GridTerm& term, const Name& name) {
        if (term.operation == Operation::access) return read(term.value, term.value.offset);
        const std::string a = name(term.a);
        const std::string b = term.b < 0 ? std::string() : name(term.b);
        const auto chosen = [&](const char* sign) { return a + sign + b + " ? " + a + " : " + b; };
        switch (term.operation) {
            case Operation::negative: return "-" + a;
            // A root in double, rounded to float, is the root rounded once.
            case Operation::root: return "Real(square_root(static_cast<double>(" + a + ")))";
            case Operation::magnitude: return a + " < 0 ? -" + a + " : " + a;
            case Operation::sum: return a + " + " + b;
            case Operation::difference: return a + " - " + b;
            case Operation::product: return a + " * " + b;
            case Operation::quotient: return a + " / " + b;
            case Operation::least: return chosen(" < ");
            default: return chosen(" > ");
        }
    }
    /// Nodes of equal weight are added first, then the groups, each times its weight.
    void write_sum(const std::string& name, const GridTerm& term) {
        std::string total;
        for (std::size_t g = 0; g < term.groups.size(); ++g) {
            const equations::WeightGroup& nodes = term.groups[g];
            std::string sum;
            for (const Offset& offset : nodes.offsets) sum += (sum.empty() ? "" : " + ") + read(term.value, offset);
            const std::string part = real_number(nodes.weight) + " * (" + sum + ")";
            const std::string so_far = g + 1 == term.groups.size() ? name : name + "g" + std::to_string(g);
            line(so_far, total.empty() ? part : total + " + " + part);
            total = so_far;
        }
    }

    const StatementPlan& plan_;
    const StatementGroup& group_;
    Stage stage_;
    std::vector<int> statements_;
    std::vector<Place> reads_;
    std::vector<ChipPlace> chip_reads_;
    std::string lines_;
};

/// The windows of a group whose reads are known, those that save the most reads first, as many as registers hold.
std::vector<ColumnWindow> windows_of(const StatementPlan& plan, const std::vector<Place>& reads) {
    std::map<std::tuple<std::size_t, int, int>, ColumnWindow> columns;
    for (const Place& place : reads) {
        const Offset& by = place.offset;
        const auto [found, added] =
            columns.try_emplace({place.slot, by.y, by.x}, ColumnWindow{place.slot, by.x, by.y, by.z, by.z, 0});
        ColumnWindow& window = found->second;
        window.low = std::min(window.low, by.z);
        window.high = std::max(window.high, by.z);
        ++window.reads;
    }
    const bool ahead = plan.schedule().ahead;
    std::vector<ColumnWindow> windows;
    for (const auto& [where, window] : columns) {
        const bool at_node = window.x == 0 && window.y == 0;
        const bool dense = window.high - window.low < 2 * window.reads;
        if (dense && (window.reads > 1 || (ahead && at_node))) windows.push_back(window);
    }
    std::ranges::stable_sort(windows, std::greater<>(), &ColumnWindow::reads);
    int words = 0;
    const int more = ahead ? 1 : 0;
    const auto of_value = static_cast<int>(words_of(plan.precision()));
    std::erase_if(windows, [&](const ColumnWindow& window) {
        const int then = words + of_value * (window.high - window.low + more);
        if (then <= words_kept_max) words = then;
        return then > words_kept_max;
    });
    return windows;
}

/// Writes the function that computes a node of a column, with the struct Column and start().
class ColumnWriter {
  public:
    ColumnWriter(const StatementPlan& plan, const GroupWriter& group)
        : group_(group),
          windows_(windows_of(plan, group.reads())),
          ahead_(plan.schedule().ahead),
          end_(end_of_reads(plan.precision(), group.reads().size())) {
        for (std::size_t w = 0; w < windows_.size(); ++w) {
            const ColumnWindow& window = windows_[w];
            for (int z = window.low; z < end_of(window); ++z) {
                members_ += "        Real " + member(w, z) + ";\n";
                starts_ += "        column." + member(w, z) + " = " + read_of(place(window, z)) + ";\n";
            }
            move_on(w);
        }
        for (std::size_t i = 0; i < group.reads().size(); ++i)
            reads_ += "        const Real " + GroupWriter::variable(i) + " = " + source(group.reads()[i]) + ";\n";
    }
    /// `declared`: name and parameters of the function that computes a node; `stores`: what it does with the results.
    std::string text(const std::string& declared, const std::string& stores) const {
        return "    struct Column {\n" + members_ +
               "    };\n    static WAVESIM_DEVICE void start([[maybe_unused]] const StatementArguments<Real>& a,\n"
               "        [[maybe_unused]] Int64 at, [[maybe_unused]] Column& column) {\n" +
               starts_ + "    }\n    static WAVESIM_DEVICE void " + declared + " {\n" + reads_ + reads_ahead_ + end_ +
               group_.lines() + stores + moves_ + "    }\n";
    }

  private:
    /// One beyond the last plane that is kept.
    int end_of(const ColumnWindow& window) const { return window.high + (ahead_ ? 1 : 0); }
    static std::string member(std::size_t w, int z) {
        return "c" + std::to_string(w) + (z < 0 ? "m" : "p") + std::to_string(std::abs(z));
    }
    bool per_node(std::size_t slot) const { return std::ranges::find(group_.reads(), slot, &Place::slot)->per_node; }
    Place place(const ColumnWindow& window, int z) const {
        return {window.slot, {window.x, window.y, z}, per_node(window.slot)};
    }
    /// What update() takes for a read: a value that is kept, or one from memory.
    std::string source(const Place& from) const {
        for (std::size_t w = 0; w < windows_.size(); ++w) {
            const ColumnWindow& window = windows_[w];
            if (window.slot == from.slot && window.x == from.offset.x && window.y == from.offset.y &&
                from.offset.z < end_of(window))
                return "column." + member(w, from.offset.z);
        }
        return read_of(from);
    }
    /// Lines that move the values of a window to the next plane.
    void move_on(std::size_t w) {
        const ColumnWindow& window = windows_[w];
        const int end = end_of(window);
        for (int z = window.low; z + 1 < end; ++z)
            moves_ += "        column." + member(w, z) + " = column." + member(w, z + 1) + ";\n";
        if (end == window.low) return;
        std::string last;
        if (ahead_) {
            last = "n" + std::to_string(w);
            reads_ahead_ += "        const Real " + last + " = more ? " + read_of(place(window, end)) + " : Real(0);\n";
        } else {
            const auto top = std::ranges::find(group_.reads(), place(window, window.high));
            last = GroupWriter::variable(static_cast<std::size_t>(top - group_.reads().begin()));
        }
        moves_ += "        column." + member(w, end - 1) + " = " + last + ";\n";
    }

    const GroupWriter& group_;
    std::vector<ColumnWindow> windows_;
    bool ahead_;
    std::string end_;
    std::string members_, starts_, reads_, reads_ahead_, moves_;
};

/// The stage whose reads are in columns.
Stage stage_of_columns(const StatementGroup& group) { return group.chip ? Stage::early : Stage::all; }

/// The functions of a group with a stage on the chip (statement_chip.cuh).
std::string chip_functions(const StatementPlan& plan, const StatementGroup& group) {
    const std::string arguments =
        "([[maybe_unused]] const StatementArguments<Real>& a, [[maybe_unused]] Int64 at,\n        ";
    const GroupWriter early(plan, group, Stage::early);
    const std::vector<int>& kept = group.chip->kept;
    std::string stores;
    for (std::size_t i = 0; i < kept.size(); ++i)
        stores += "        store(kept + " + std::to_string(i) + " * (tile_x * tile_y), " +
                  GroupWriter::result(kept[i]) + ");\n";
    if (const std::string own = early.stores(); !own.empty()) stores += "        if (own) {\n" + own + "        }\n";
    std::string text = ColumnWriter(plan, early)
                           .text("early" + arguments +
                                     "[[maybe_unused]] bool more, [[maybe_unused]] bool own, [[maybe_unused]] Column& "
                                     "column, Real* kept)",
                                 stores);

    const GroupWriter late(plan, group, Stage::late);
    std::string members, reads, known;
    for (std::size_t i = 0; i < late.reads().size(); ++i) {
        const std::string name = GroupWriter::variable(i);
        members += "        Real " + name + ";\n";
        reads += "        read." + name + " = " + read_of(late.reads()[i]) + ";\n";
        known += "        const Real " + name + " = read." + name + ";\n";
    }
    std::map<int, std::string> planes;
    std::string chip_reads;
    for (std::size_t i = 0; i < late.chip_reads().size(); ++i) {
        const auto& [number, by] = late.chip_reads()[i];
        const std::string plane = "plane_" + std::string(by.z < 0 ? "m" : "p") + std::to_string(std::abs(by.z));
        planes[by.z] = "        const Real* const " + plane + " = kept.plane(" + std::to_string(by.z) + ");\n";
        chip_reads += "        const Real k" + std::to_string(i) + " = load(" + plane + " + (" +
                      std::to_string(number) + " * (tile_x * tile_y) + (" + std::to_string(by.y) + ") * tile_x + (" +
                      std::to_string(by.x) + ")));\n";
    }
    for (const auto& [z, line] : planes) known += line;
    return text + "    struct Late {\n" + members + "    };\n    static WAVESIM_DEVICE void read_late" + arguments +
           "[[maybe_unused]] Late& read) {\n" + reads +
           "    }\n    template <class Planes>\n    static WAVESIM_DEVICE void late" + arguments +
           "[[maybe_unused]] const Late& read, const Planes& kept) {\n" + known + chip_reads + late.lines() +
           late.stores() + "    }\n";
}

}  // namespace

std::vector<ColumnWindow> column_windows(const StatementPlan& plan, const StatementGroup& group) {
    return windows_of(plan, GroupWriter(plan, group, stage_of_columns(group)).reads());
}

int chip_loads(const StatementPlan& plan, const StatementGroup& group) {
    return group.chip ? static_cast<int>(GroupWriter(plan, group, Stage::late).chip_reads().size()) : 0;
}

int early_loads(const StatementPlan& plan, const StatementGroup& group) {
    return group.chip
               ? group_loads(plan, group) - static_cast<int>(GroupWriter(plan, group, Stage::late).reads().size())
               : 0;
}

int group_loads(const StatementPlan& plan, const StatementGroup& group) {
    const GroupWriter writer(plan, group, stage_of_columns(group));
    auto loads = static_cast<int>(writer.reads().size());
    if (plan.by_columns(group))
        for (const ColumnWindow& window : windows_of(plan, writer.reads())) loads -= window.reads - 1;
    if (group.chip) loads += static_cast<int>(GroupWriter(plan, group, Stage::late).reads().size());
    return loads;
}

std::string group_functions(const StatementPlan& plan, const StatementGroup& group) {
    if (group.chip) return chip_functions(plan, group);
    const GroupWriter writer(plan, group);
    if (plan.by_columns(group))
        return ColumnWriter(plan, writer)
            .text(
                "update(const StatementArguments<Real>& a, Int64 at,\n        [[maybe_unused]] bool more, "
                "[[maybe_unused]] Column& column)",
                writer.stores());
    std::string reads;
    for (std::size_t i = 0; i < writer.reads().size(); ++i)
        reads += "        const Real " + GroupWriter::variable(i) + " = " + read_of(writer.reads()[i]) + ";\n";
    return "    static WAVESIM_DEVICE void update(const StatementArguments<Real>& a, Int64 at) {\n" + reads +
           end_of_reads(plan.precision(), writer.reads().size()) + writer.lines() + writer.stores() + "    }\n";
}

}  // namespace wavesim
