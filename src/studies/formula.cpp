// SPDX-License-Identifier: MIT
#include "studies/formula.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/scene_faults.hpp"

namespace wavesim {

struct Formula::Parser {
    mu::Parser parser;
    std::string text;
    std::map<std::string, double> variables;
};

namespace {

constexpr std::size_t longest_formula = 10'000;
constexpr int deepest_brackets = 200;

/// Largest nesting depth of brackets.
int depth_of(const std::string& text) {
    int depth = 0, deepest = 0;
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        deepest = std::max(deepest, depth);
    }
    return deepest;
}

}  // namespace

Formula::Formula(std::string text) : parser_(std::make_unique<Parser>()) {
    if (text.size() > longest_formula)
        throw FormulaError(fmt::format("has {} characters (at most {} are allowed)", text.size(), longest_formula));
    if (const int depth = depth_of(text); depth > deepest_brackets)
        throw FormulaError(fmt::format("has brackets {} deep (at most {} are allowed)", depth, deepest_brackets));
    parser_->text = std::move(text);
    parser_->parser.DefineConst("pi", std::numbers::pi);
    parser_->parser.SetExpr(parser_->text);
}

Formula::~Formula() = default;
Formula::Formula(Formula&&) noexcept = default;

double Formula::at(const std::map<std::string, double>& variables) {
    std::vector<std::string> names;
    try {
        for (const auto& [name, value] : variables) {
            names.push_back(name);
            const bool known = parser_->variables.contains(name);
            double& place = parser_->variables[name];
            place = value;
            if (!known) parser_->parser.DefineVar(name, &place);
        }
        const double value = parser_->parser.Eval();
        if (std::isfinite(value)) return value;
    } catch (const mu::Parser::exception_type& error) {
        if (error.GetCode() != mu::ecUNASSIGNABLE_TOKEN)
            throw FormulaError(shown(parser_->text) + " cannot be read near " + shown(error.GetToken()));
        const std::string near = did_you_mean(error.GetToken(), names);
        throw FormulaError(shown(parser_->text) + " needs " + shown(error.GetToken()) +
                           ", which is no parameter with a number" + (near.empty() ? near : "; " + near));
    }
    throw FormulaError(shown(parser_->text) + " gives no finite number");
}

}  // namespace wavesim
