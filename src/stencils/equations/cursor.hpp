// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "stencils/equations/statement_fault.hpp"

namespace wavesim::equations {

/// Largest offset along an axis that one read may have.
inline constexpr int offset_max = 8;

/// Text ", not 'x'" with the character of a text at a byte, for messages.
std::string next_in(std::string_view text, std::size_t at);

/// Walks through the text of a statement.
class Cursor {
  public:
    Cursor(std::string_view text, std::size_t statement) : text_(text), statement_(statement) {}

    std::size_t at() const { return at_; }
    std::size_t statement() const { return statement_; }
    bool done() const { return at_ >= text_.size(); }
    char peek() const { return done() ? '\0' : text_[at_]; }
    void skip_space();
    /// Reads the character `c` if it is next after spaces.
    bool take(char c);
    /// Reads the character `c` if it follows immediately.
    bool take_here(char c);
    /// Throws unless the character that closes a bracket opened at `opened` is next.
    void close(char c, std::size_t opened, const char* what);
    /// Reads a name, or returns an empty text if none is next.
    std::string name();
    /// Reads a number in the notation of C.
    double number();
    /// Reads an integer between -offset_max and offset_max.
    int offset();
    bool at_number() const;
    /// Text ", not 'x'" with the next character, for messages.
    std::string found() const;

    [[noreturn]] void fail(std::size_t at, std::string message, std::string unknown = {},
                           std::vector<std::string> names = {}) const;

  private:
    std::string_view text_;
    std::size_t statement_;
    std::size_t at_ = 0;
};

}  // namespace wavesim::equations
