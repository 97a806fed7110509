// SPDX-License-Identifier: MIT
#include "programs/formula_parser.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "stencils/equations/cursor.hpp"

namespace wavesim {

namespace {

constexpr int depth_max = 200;
constexpr std::size_t terms_max = 20000;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Parser {
  public:
    Parser(const std::map<std::string, double>& constants, int dims) : constants_(constants), dims_(dims) {}

    void read_statement(const std::string& text, std::size_t number, bool last) {
        text_ = text;
        number_ = number;
        at_ = 0;
        skip_space();
        const std::size_t start = at_;
        const std::string name = read_name();
        if (name.empty()) fail(start, "a statement is `name = expression`, and here is no name");
        if (!take('=')) fail(at_, "'=' is expected after '" + name + "'" + found());
        if (last && name != "u") fail(start, "the last statement gives u, not '" + name + "'");
        if (!last && name == "u") fail(start, "u is given by the last statement only");
        if (name == "sqrt" || constants_.contains(name) || locals_.contains(name))
            fail(start, "the name '" + name + "' is taken already");
        const int result = read_sum(0);
        take(';');
        skip_space();
        if (at_ < text_.size()) fail(at_, "an operator or the end is expected" + found());
        if (!last) locals_[name] = result;
        result_ = result;
    }

    /// The terms that the last statement needs, in order.
    StencilFormula formula() const {
        std::vector<int> place(terms_.size(), -1);
        std::vector<bool> used(terms_.size(), false);
        used[static_cast<std::size_t>(result_)] = true;
        for (std::size_t i = terms_.size(); i-- > 0;)
            if (used[i])
                for (const int operand : {terms_[i].a, terms_[i].b})
                    if (operand >= 0) used[static_cast<std::size_t>(operand)] = true;
        StencilFormula kept;
        for (std::size_t i = 0; i <= static_cast<std::size_t>(result_); ++i) {
            if (!used[i]) continue;
            Term term = terms_[i];
            for (int* operand : {&term.a, &term.b})
                if (*operand >= 0) *operand = place[static_cast<std::size_t>(*operand)];
            place[i] = static_cast<int>(kept.terms.size());
            kept.terms.push_back(term);
        }
        return kept;
    }

  private:
    [[noreturn]] void fail(std::size_t at, const std::string& message) const {
        throw StencilFormulaError(number_, std::min(at, text_.size()), message);
    }
    std::string found() const { return equations::next_in(text_, at_); }
    void skip_space() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }
    bool take(char c) {
        skip_space();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c, std::size_t opened, const char* what) {
        if (!take(c))
            fail(at_, std::string("'") + c + "' is expected to close the " + what + " of column " +
                          std::to_string(opened + 1) + " of the statement" + found());
    }
    std::string read_name() {
        skip_space();
        const std::size_t start = at_;
        if (at_ < text_.size() && starts_name(text_[at_]))
            while (at_ < text_.size() && (starts_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
        return std::string(text_.substr(start, at_ - start));
    }

    int read_sum(int depth) {
        int left = read_product(depth);
        while (true) {
            skip_space();
            const std::size_t place = at_;
            if (take('+'))
                left = combine(Operation::sum, left, read_product(depth), place);
            else if (take('-'))
                left = combine(Operation::difference, left, read_product(depth), place);
            else
                return left;
        }
    }
    int read_product(int depth) {
        int left = read_factor(depth);
        while (true) {
            skip_space();
            const std::size_t place = at_;
            if (take('*'))
                left = combine(Operation::product, left, read_factor(depth), place);
            else if (take('/'))
                left = combine(Operation::quotient, left, read_factor(depth), place);
            else
                return left;
        }
    }
    int read_factor(int depth) {
        if (depth > depth_max) fail(at_, "more than 200 parentheses and signs stand inside each other");
        skip_space();
        const std::size_t start = at_;
        if (take('-')) return combine(Operation::negative, read_factor(depth + 1), -1, start);
        if (take('+')) return read_factor(depth + 1);
        if (take('(')) {
            const int inner = read_sum(depth + 1);
            expect(')', start, "parenthesis");
            return inner;
        }
        if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) return read_number();
        const std::string name = read_name();
        if (name.empty()) fail(start, "a number, a name, u[...] or '(' is expected" + found());
        if (name == "sqrt") {
            skip_space();
            const std::size_t open = at_;
            if (!take('(')) fail(at_, "'(' is expected after sqrt" + found());
            const int inner = read_sum(depth + 1);
            expect(')', open, "parenthesis");
            return combine(Operation::root, inner, -1, start);
        }
        if (name == "u") return read_node(start);
        if (const auto constant = constants_.find(name); constant != constants_.end())
            return add_number(constant->second);
        if (const auto local = locals_.find(name); local != locals_.end()) return local->second;
        skip_space();
        if (at_ < text_.size() && text_[at_] == '(') fail(start, "there is no function '" + name + "'; there is sqrt");
        if (at_ < text_.size() && text_[at_] == '[') fail(start, "there is no field '" + name + "'; the field is u");
        fail(start, "nothing has the name '" + name + "': it is no constant and no statement before gives it");
    }
    int read_number() {
        const std::size_t start = at_;
        double value = 0;
        const char* const end = text_.data() + text_.size();
        const auto [next, error] = std::from_chars(text_.data() + at_, end, value);
        if (error == std::errc::result_out_of_range) fail(start, "the number is too large or too small");
        if (error != std::errc{}) fail(start, "this is no number");
        at_ = static_cast<std::size_t>(next - text_.data());
        if (at_ < text_.size() && (text_[at_] == 'f' || text_[at_] == 'F')) ++at_;  // as in C
        if (at_ < text_.size() && (starts_name(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.'))
            fail(start, "this is no number");
        return add_number(value);
    }
    int read_node(std::size_t start) {
        if (!take('[')) return add({Operation::node, 0, {}, -1, -1}, start);
        const std::size_t open = at_ - 1;
        std::vector<int> offsets;
        do offsets.push_back(read_offset());
        while (take(','));
        expect(']', open, "bracket");
        if (static_cast<int>(offsets.size()) != dims_)
            fail(start, "a node of a program of " + std::to_string(dims_) + " dimensions has " + std::to_string(dims_) +
                            " offsets, not " + std::to_string(offsets.size()));
        const Offset offset =
            dims_ == 3 ? Offset{offsets[0], offsets[1], offsets[2]} : Offset{offsets[0], 0, offsets[1]};
        return add({Operation::node, 0, offset, -1, -1}, start);
    }
    int read_offset() {
        skip_space();
        const std::size_t start = at_;
        const bool negative = take('-');
        if (!negative) take('+');
        skip_space();
        int value = 0;
        const auto [next, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        const bool digits = at_ < text_.size() && is_digit(text_[at_]);
        if (!digits) fail(at_, "an offset is a whole number such as -1" + found());
        if (error != std::errc{} || value > program_radius_max)
            fail(start, "an offset lies between -" + std::to_string(program_radius_max) + " and " +
                            std::to_string(program_radius_max));
        at_ = static_cast<std::size_t>(next - text_.data());
        if (at_ < text_.size() && (text_[at_] == '.' || starts_name(text_[at_])))
            fail(start, "an offset is a whole number such as -1");
        return negative ? -value : value;
    }

    int add(const Term& term, std::size_t place) {
        if (terms_.size() >= terms_max) fail(place, "a program has more than 20000 operations");
        terms_.push_back(term);
        return static_cast<int>(terms_.size()) - 1;
    }
    int add_number(double value) { return add({Operation::number, value, {}, -1, -1}, at_); }
    const Term& term(int index) const { return terms_[static_cast<std::size_t>(index)]; }
    int combine(Operation operation, int a, int b, std::size_t place) {
        if (operation == Operation::quotient && term(b).operation == Operation::number && term(b).value == 0)
            fail(place, "this divides by zero");
        if (term(a).operation != Operation::number || (b >= 0 && term(b).operation != Operation::number))
            return add({operation, 0, {}, a, b}, place);
        const double x = term(a).value;
        const double y = b >= 0 ? term(b).value : 0;
        double value = 0;
        switch (operation) {
            case Operation::negative: value = -x; break;
            case Operation::root: value = std::sqrt(x); break;
            case Operation::sum: value = x + y; break;
            case Operation::difference: value = x - y; break;
            case Operation::product: value = x * y; break;
            default: value = x / y;
        }
        if (!std::isfinite(value)) fail(place, "this has no finite value");
        return add({Operation::number, value, {}, -1, -1}, place);
    }

    const std::map<std::string, double>& constants_;
    int dims_;
    std::string_view text_;
    std::size_t number_ = 0;
    std::size_t at_ = 0;
    std::vector<Term> terms_;
    std::map<std::string, int> locals_;
    int result_ = -1;
};

}  // namespace

StencilFormula parse_formula(const std::vector<std::string>& statements, const std::map<std::string, double>& constants,
                             int dims) {
    if (statements.empty()) throw StencilFormulaError(0, 0, "there is no statement");
    Parser parser(constants, dims);
    for (std::size_t i = 0; i < statements.size(); ++i)
        parser.read_statement(statements[i], i, i + 1 == statements.size());
    StencilFormula formula = parser.formula();
    if (nodes_read(formula).empty())
        throw StencilFormulaError(statements.size() - 1, 0,
                                  "the last statement reads no node of u, so nothing would move");
    return formula;
}

}  // namespace wavesim
