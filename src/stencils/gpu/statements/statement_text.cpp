// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "stencils/equations/grid_terms.hpp"
#include "stencils/gpu/common/source_text.hpp"
#include "stencils/gpu/statements/statement_arguments.cuh"
#include "stencils/gpu/statements/statement_launch.hpp"

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

/// Writes the body of update() of a group.
class GroupWriter {
  public:
    GroupWriter(const StatementPlan& plan, const StatementGroup& group) : plan_(plan), group_(group) {}

    std::string text() {
        for (const int s : group_.statements) write_statement(s);
        std::string stores;
        for (std::size_t w = 0; w < group_.writes.size(); ++w) {
            const Access& value = group_.writes[w];
            const int giver = value.origin == Origin::field ? plan_.program().giver(value.index) : value.index;
            stores += "        store(" + place(group_.reads.size() + w, value, {}) + ", " + result(giver) + ");\n";
        }
        return lines_ + stores;
    }

  private:
    static std::string result(int statement) { return "s" + std::to_string(statement); }
    void line(const std::string& name, const std::string& value) {
        lines_ += "        const Real " + name + " = " + value + ";\n";
    }
    /// The address of a value `offset` nodes away, in array `slot` of the group.
    static std::string place(std::size_t slot, const Access& value, const Offset& offset) {
        const auto shift = [](int by, const char* unit) {
            return by == 0 ? std::string() : (by < 0 ? " - " : " + ") + std::to_string(std::abs(by)) + unit;
        };
        const std::string node = "at" + shift(offset.z, " * plane") + shift(offset.y, " * pitch") + shift(offset.x, "");
        const std::string number = std::to_string(slot);
        const std::string array = "a.array[" + number + "] + ";
        return array + (value.origin == Origin::field ? node : "(a.per_node[" + number + "] ? " + node + " : 0)");
    }
    std::string read(Access value, const Offset& offset) const {
        value.offset = {};
        const auto slot = std::ranges::find(group_.reads, value);
        if (slot != group_.reads.end())
            return "load(" + place(static_cast<std::size_t>(slot - group_.reads.begin()), value, offset) + ")";
        return result(value.origin == Origin::field ? plan_.program().giver(value.index) : value.index);
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
    std::string operation(const GridTerm& term, const Name& name) const {
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
    std::string lines_;
};

std::string constant(const char* type, const char* name, std::int64_t value) {
    return std::string("    static constexpr ") + type + " " + name + " = " + std::to_string(value) + ";\n";
}

template <class Real>
std::string agree_on_arguments(const std::string& real) {
    return agree<kernels::StatementArguments<Real>>("StatementArguments<" + real + ">") +
           agree<kernels::ImageArguments<Real>>("ImageArguments<" + real + ">") +
           agree<kernels::ImageEntry<Real>>("ImageEntry<" + real + ">");
}

std::string kernel(const std::string& name, int threads, int resident, const std::string& arguments,
                   const std::string& call) {
    return "WAVESIM_KERNEL(" + std::to_string(threads) + ", " + std::to_string(resident) + ") " + name +
           "(WAVESIM_PARAMETER " + arguments + " arguments) { wait_for_last(); let_next_start(); " + call +
           "(arguments); }\n";
}

}  // namespace

std::string group_spec(const StatementPlan& plan, const StatementGroup& group, const std::string& name) {
    const StatementTile tile = statement_tile(plan);
    const char* const axes[] = {"x", "y", "z"};
    std::string text = "struct " + name + " {\n    using Real = " + real_name(plan.precision()) + ";\n";
    text += std::string("    static constexpr bool flat = ") + (plan.dims() == 2 ? "true" : "false") + ";\n";
    text += constant("int", "tile_x", tile.x) + constant("int", "tile_y", tile.y) +
            constant("int", "first_x", first_thread_x(plan, group)) +
            constant("int", "tiles_x", group_tiles(plan, group)[0]) +
            constant("int", "panel_tiles", panel_tiles(plan, group));
    for (std::size_t axis = 0; axis < 3; ++axis)
        text += constant("int", (std::string("low_") + axes[axis]).c_str(), group.box.low[axis]) +
                constant("int", (std::string("high_") + axes[axis]).c_str(), group.box.high[axis]);
    text += constant("Int64", "pitch", plan.layout().pitch) + constant("Int64", "plane", plan.layout().plane);
    return text + "    static WAVESIM_DEVICE void update(const StatementArguments<Real>& a, Int64 at) {\n" +
           GroupWriter(plan, group).text() + "    }\n};\n";
}

std::string statement_source(const StatementPlan& plan) {
    const std::string real = real_name(plan.precision());
    std::string text =
        "#include \"stencils/gpu/statements/images.cuh\"\n#include \"stencils/gpu/statements/statements.cuh\"\n\n"
        "namespace wavesim::kernels {\n\n";
    text += plan.precision() == Precision::float32 ? agree_on_arguments<float>(real) : agree_on_arguments<double>(real);
    const StatementTile tile = statement_tile(plan);
    for (std::size_t g = 0; g < plan.groups().size(); ++g) {
        const std::string name = "group_" + std::to_string(g);
        text += group_spec(plan, plan.groups()[g], name);
        text += kernel("wavesim_" + name, tile.threads(), tile.resident, "StatementArguments<" + real + ">",
                       "Statements<" + name + ">::run");
    }
    return text + kernel("wavesim_images", kernels::image_threads, 1, "ImageArguments<" + real + ">", "set_images") +
           "\n}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
