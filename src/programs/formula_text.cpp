// SPDX-License-Identifier: MIT
#include "programs/formula_text.hpp"

#include <cstdio>
#include <vector>

namespace wavesim {

namespace {

class Writer {
  public:
    explicit Writer(const StencilFormula& formula)
        : formula_(formula), uses_(formula.terms.size(), 0), taken_(formula.terms.size(), false) {
        for (const Term& term : formula.terms)
            for (const int operand : {term.a, term.b})
                if (operand >= 0) ++uses_[static_cast<std::size_t>(operand)];
    }

    std::string text() {
        std::vector<std::string> values;
        for (const Term& term : formula_.terms) values.push_back(value(term));
        std::string body;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Operation operation = formula_.terms[i].operation;
            if (operation == Operation::number || operation == Operation::node || taken_[i]) continue;
            body += "        const Real " + name(static_cast<int>(i)) + " = " + values[i] + ";\n";
        }
        return body + "        return " + name(static_cast<int>(formula_.terms.size()) - 1) + ";\n";
    }

  private:
    const Term& term(int i) const { return formula_.terms[static_cast<std::size_t>(i)]; }
    bool only_here(int i, Operation operation) const {
        return term(i).operation == operation && uses_[static_cast<std::size_t>(i)] == 1;
    }
    std::string name(int i) const {
        const Term& t = term(i);
        if (t.operation == Operation::number) return real_text(t.value);
        if (t.operation == Operation::node)
            return "u(" + std::to_string(t.offset.x) + ", " + std::to_string(t.offset.y) + ", " +
                   std::to_string(t.offset.z) + ")";
        return "t" + std::to_string(i);
    }
    /// a b + c with signs.
    std::string fused(int product, const char* sign, const std::string& c) {
        taken_[static_cast<std::size_t>(product)] = true;
        return "fused(" + (sign + name(term(product).a)) + ", " + name(term(product).b) + ", " + c + ")";
    }
    std::string value(const Term& t) {
        switch (t.operation) {
            case Operation::negative: return "-" + name(t.a);
            case Operation::root: return "square_root(" + name(t.a) + ")";
            case Operation::sum:
                if (only_here(t.b, Operation::product)) return fused(t.b, "", name(t.a));
                if (only_here(t.a, Operation::product)) return fused(t.a, "", name(t.b));
                return name(t.a) + " + " + name(t.b);
            case Operation::difference:
                if (only_here(t.b, Operation::product)) return fused(t.b, "-", name(t.a));
                if (only_here(t.a, Operation::product)) return fused(t.a, "", "-" + name(t.b));
                return name(t.a) + " - " + name(t.b);
            case Operation::product: return name(t.a) + " * " + name(t.b);
            case Operation::quotient:
                if (term(t.b).operation == Operation::number) return name(t.a) + " * " + real_text(1 / term(t.b).value);
                if (only_here(t.b, Operation::root)) {
                    taken_[static_cast<std::size_t>(t.b)] = true;
                    return name(t.a) + " * inverse_root(" + name(term(t.b).a) + ")";
                }
                return "quotient(" + name(t.a) + ", " + name(t.b) + ")";
            case Operation::number:
            case Operation::node: break;  // have no line of their own
        }
        return {};
    }

    const StencilFormula& formula_;
    std::vector<int> uses_;
    std::vector<bool> taken_;  ///< fused into the one operation that uses them
};

}  // namespace

std::string real_text(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "Real(%.17g)", value);
    return text;
}

std::string update_function(const StencilFormula& formula) {
    return "    template <class Around>\n    static WAVESIM_DEVICE Real update(const Around& u) {\n" +
           Writer(formula).text() + "    }\n";
}

}  // namespace wavesim
