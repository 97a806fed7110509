// SPDX-License-Identifier: MIT
#include "programs/sum_text.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "programs/formula_text.hpp"

namespace wavesim {

namespace {

bool in_column(const Offset& o) { return o.x == 0 && o.y == 0; }

std::string node_text(const Offset& o) { return "u(" + std::to_string(o.x) + ", " + std::to_string(o.y) + ")"; }
/// The sum of a class. Pairs of nodes left and right in a row come first. Nodes above and below in the same thread add
/// the same pairs, so the compiler computes them once.
std::string class_text(const std::vector<Offset>& nodes) {
    std::vector<std::string> parts;
    for (const Offset& o : nodes) {
        const bool has_mirror = std::ranges::count(nodes, Offset{-o.x, o.y, 0}) > 0;
        if (o.x > 0 && has_mirror) continue;
        parts.push_back(o.x < 0 && has_mirror ? "(" + node_text(o) + " + " + node_text({-o.x, o.y, 0}) + ")"
                                              : node_text(o));
    }
    std::string text = parts[0];
    for (std::size_t k = 1; k < parts.size(); ++k) text += " + " + parts[k];
    return text;
}

std::string sum_name(int output) { return "sum(" + std::to_string(output) + ")"; }
std::string partial_name(int output) {
    return output < 0 ? "below" + std::to_string(-output) : "above" + std::to_string(output);
}

/// Writes products into one sum after the other; the first product of a sum starts it.
class SumWriter {
  public:
    SumWriter(const SumPlan& plan, SumScheme scheme) : plan_(plan), scheme_(scheme) {}

    std::string text() {
        for (const SumPlan::Column& column : plan_.column)
            add(plan_.ahead, column.weight, "u.before(" + std::to_string(column.before) + ")");
        for (std::size_t i = 0; i < plan_.classes.size(); ++i) {
            const PlaneClass& one = plan_.classes[i];
            std::string value = node_text(one.nodes[0]);
            if (one.nodes.size() > 1) {
                line("const Real class" + std::to_string(i) + " = " + class_text(one.nodes));
                value = "class" + std::to_string(i);
            }
            for (const PlaneClass::Use& use : one.uses) add(use.output, use.weight, value);
        }
        if (scheme_ == SumScheme::associative)
            for (const int output : started_) {
                const std::string partial = partial_name(output);
                if (output != plan_.ahead)
                    line(sum_name(output) + " = " + sum_name(output) + " + " + partial);
                else
                    line(sum_name(output) + " = " + partial +
                         (plan_.constant != 0 ? " + " + real_text(plan_.constant) : ""));
            }
        if (!started_.contains(plan_.ahead)) line(sum_name(plan_.ahead) + " = " + real_text(plan_.constant));
        return text_;
    }

  private:
    void line(const std::string& statement) { text_ += "        " + statement + ";\n"; }
    void add(int output, double weight, const std::string& value) {
        const bool first = started_.insert(output).second;
        const std::string w = real_text(weight);
        if (scheme_ == SumScheme::associative) {
            const std::string partial = partial_name(output);
            line(first ? "Real " + partial + " = " + w + " * " + value
                       : partial + " = fused(" + w + ", " + value + ", " + partial + ")");
            return;
        }
        const std::string sum = sum_name(output);
        if (first && output == plan_.ahead)
            line(plan_.constant != 0 ? sum + " = fused(" + w + ", " + value + ", " + real_text(plan_.constant) + ")"
                                     : sum + " = " + w + " * " + value);
        else
            line(sum + " = fused(" + w + ", " + value + ", " + sum + ")");
    }

    const SumPlan& plan_;
    SumScheme scheme_;
    std::string text_;
    std::set<int> started_;
};

}  // namespace

SumPlan plan_sums(const LinearForm& form) {
    SumPlan plan;
    plan.constant = form.constant;
    for (const LinearForm::Weight& w : form.weights)
        if (!in_column(w.offset)) plan.ahead = std::max(plan.ahead, -w.offset.z);
    std::map<Offset, std::vector<PlaneClass::Use>> uses;
    for (const LinearForm::Weight& w : form.weights) {
        const Offset& o = w.offset;
        if (-o.z > plan.ahead)
            plan.column.push_back({-plan.ahead - o.z, w.value});
        else
            uses[{o.x, o.y, 0}].push_back({-o.z, w.value});
    }
    std::ranges::sort(plan.column, std::greater<>{}, &SumPlan::Column::before);
    std::map<std::vector<std::pair<int, double>>, std::size_t> known;
    for (auto& [offset, of_node] : uses) {
        std::vector<std::pair<int, double>> key;
        std::ranges::sort(of_node, {}, &PlaneClass::Use::output);
        for (const PlaneClass::Use& use : of_node) key.emplace_back(use.output, use.weight);
        const auto [found, is_new] = known.emplace(key, plan.classes.size());
        if (is_new) plan.classes.push_back({{}, of_node});
        plan.classes[found->second].nodes.push_back(offset);
    }
    return plan;
}

int operations_of(const SumPlan& plan) {
    std::size_t count = plan.column.size();
    for (const PlaneClass& one : plan.classes) count += one.nodes.size() - 1 + one.uses.size();
    return static_cast<int>(count);
}

std::string add_function(const SumPlan& plan, SumScheme scheme) {
    return "    template <class Around, class Sums>\n    static WAVESIM_DEVICE void add(const Around& u, const Sums& "
           "sum) {\n" +
           SumWriter(plan, scheme).text() + "    }\n";
}

}  // namespace wavesim
