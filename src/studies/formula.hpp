// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace wavesim {

/// A formula that cannot be computed; the message follows the words "the formula".
class FormulaError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A formula of named numbers: + - * / ^, brackets, sqrt, exp, ln, log10, sin, cos, tan, abs, min, max, rint, pi.
class Formula {
  public:
    explicit Formula(std::string text);
    ~Formula();
    Formula(Formula&&) noexcept;
    /// Throws FormulaError for other words, other syntax and values that are not finite.
    double at(const std::map<std::string, double>& variables);

  private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

}  // namespace wavesim
