// SPDX-License-Identifier: MIT
#include "studies/formula.hpp"

#include <muParser.h>

#include <cmath>
#include <numbers>

#include "io/scene_faults.hpp"

namespace wavesim {

struct Formula::Parser {
    mu::Parser parser;
    std::string text;
    std::map<std::string, double> variables;
};

Formula::Formula(std::string text) : parser_(std::make_unique<Parser>()) {
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
