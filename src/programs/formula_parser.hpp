// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "programs/formula.hpp"

namespace wavesim {

/// A statement cannot be read. Holds which statement, at which of its characters (from 0), and why in one sentence.
class StencilFormulaError : public std::runtime_error {
  public:
    StencilFormulaError(std::size_t statement, std::size_t at, const std::string& message)
        : std::runtime_error(message), statement_(statement), at_(at) {}
    std::size_t statement() const { return statement_; }
    std::size_t at() const { return at_; }

  private:
    std::size_t statement_;
    std::size_t at_;
};

/// Reads statements `name = expression` as in C: numbers, names, + - * /, parentheses, sqrt(), and nodes u[dx, dy, dz]
/// or, with dims 2, u[dx, dz]; u alone is the node itself. Names are those of `constants` and of statements before. The
/// last statement gives u. Terms that contain only constants are evaluated here. Throws StencilFormulaError for the
/// first fault.
StencilFormula parse_formula(const std::vector<std::string>& statements, const std::map<std::string, double>& constants,
                             int dims);

}  // namespace wavesim
