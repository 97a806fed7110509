// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "stencils/equations/statement_fault.hpp"

namespace wavesim::equations {

/// Furthest node along an axis that one read may name.
inline constexpr int offset_max = 8;

/// Walks through the text of a statement.
class Cursor {
  public:
    Cursor(std::string_view text, std::size_t statement) : text_(text), statement_(statement) {}

    std::size_t at() const { return at_; }
    std::size_t statement() const { return statement_; }
    bool done() const { return at_ >= text_.size(); }
    char peek() const { return done() ? '\0' : text_[at_]; }
    void skip_space();
    /// Takes a character that is next, spaces aside.
    bool take(char c);
    /// Takes a character that follows at once.
    bool take_here(char c);
    /// Faults unless the character that closes a bracket opened at `opened` is next.
    void close(char c, std::size_t opened, const char* what);
    /// A name that is next, or an empty one.
    std::string name();
    /// A number, that is next as in C.
    double number();
    /// A whole number between -offset_max and offset_max.
    int offset();
    bool at_number() const;
    /// ", not 'x'" for the next character.
    std::string found() const;

    [[noreturn]] void fail(std::size_t at, std::string message, std::string unknown = {},
                           std::vector<std::string> names = {}) const;

  private:
    std::string_view text_;
    std::size_t statement_;
    std::size_t at_ = 0;
};

}  // namespace wavesim::equations
