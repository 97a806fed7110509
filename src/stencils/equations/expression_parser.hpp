// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/equations/cursor.hpp"
#include "stencils/equations/names.hpp"

namespace wavesim::equations {

/// A statement as parsed, before the order of all statements is known.
struct Draft {
    Statement statement;
    std::size_t text = 0;             ///< index of the statement in the text from which it comes
    std::vector<std::size_t> places;  ///< per term: the character where it begins
};

/// Parses expressions as in C: numbers, names, + - * /, parentheses, functions, differences, and values at other nodes
/// such as p[0, 0, 1] or p.old[-1, 0, 0]. The argument of a difference, unless it is a single value, becomes a separate
/// intermediate statement after those of the text. Terms that contain only numbers are evaluated here.
class ExpressionParser {
  public:
    /// `drafts` holds one entry per statement of the text and grows; all must outlive the parser.
    ExpressionParser(const Declarations& declared, const Names& names, std::vector<Draft>& drafts)
        : declared_(declared), names_(names), drafts_(drafts) {}

    /// Parses the rest of a statement, after its '='.
    void read(Cursor& cursor, std::size_t draft);

  private:
    int sum(int depth);
    int product(int depth);
    int factor(int depth);
    int call(const std::string& name, std::size_t start, int depth);
    int difference(const std::string& name, std::size_t start, int depth);
    int value(const std::string& name, std::size_t start);
    Access access_of(const Names::Entry& entry, const std::string& name, std::size_t start);
    Offset offset(std::size_t start);
    Access difference_argument(std::size_t start, int depth);
    int combine(Operation operation, int a, int b, std::size_t place);
    int add(Term term, std::size_t place);
    const Term& term(int index) const { return terms_[static_cast<std::size_t>(index)]; }

    const Declarations& declared_;
    const Names& names_;
    std::vector<Draft>& drafts_;
    Cursor* cursor_ = nullptr;
    std::size_t text_ = 0;
    std::vector<Term> terms_;
    std::vector<std::size_t> places_;
    std::size_t terms_of_all_ = 0;
};

}  // namespace wavesim::equations
