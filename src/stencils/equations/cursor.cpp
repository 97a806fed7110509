// SPDX-License-Identifier: MIT
#include "stencils/equations/cursor.hpp"

#include <algorithm>
#include <charconv>

namespace wavesim::equations {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string next_in(std::string_view text, std::size_t at) {
    if (at >= text.size()) return ", and the statement ends here";
    // A character of UTF-8 goes on with bytes that begin with the bits 10.
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    return ", not '" + std::string(text.substr(at, end - at)) + "'";
}

void Cursor::fail(std::size_t at, std::string message, std::string unknown, std::vector<std::string> names) const {
    throw StatementFaults(
        {{statement_, std::min(at, text_.size()), std::move(message), std::move(unknown), std::move(names)}});
}

std::string Cursor::found() const { return next_in(text_, at_); }

void Cursor::skip_space() {
    while (!done() && is_space(text_[at_])) ++at_;
}

bool Cursor::take(char c) {
    skip_space();
    return take_here(c);
}

bool Cursor::take_here(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
}

void Cursor::close(char c, std::size_t opened, const char* what) {
    if (!take(c))
        fail(at_, std::string("'") + c + "' is expected to close the " + what + " of column " +
                      std::to_string(opened + 1) + " of the statement" + found());
}

std::string Cursor::name() {
    skip_space();
    const std::size_t start = at_;
    if (starts_name(peek()))
        while (!done() && (starts_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return std::string(text_.substr(start, at_ - start));
}

bool Cursor::at_number() const { return is_digit(peek()) || peek() == '.'; }

double Cursor::number() {
    const std::size_t start = at_;
    double value = 0;
    const auto [next, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range) fail(start, "the number is too large or too small");
    if (error != std::errc{}) fail(start, "this is no number");
    at_ = static_cast<std::size_t>(next - text_.data());
    if (peek() == 'f' || peek() == 'F') ++at_;  // as in C
    if (starts_name(peek()) || at_number()) fail(start, "this is no number");
    return value;
}

int Cursor::offset() {
    skip_space();
    const std::size_t start = at_;
    const bool negative = take_here('-');
    if (!negative) take_here('+');
    skip_space();
    if (!is_digit(peek())) fail(at_, "an offset is a whole number such as -1" + found());
    int value = 0;
    const auto [next, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{} || value > offset_max)
        fail(start, "an offset lies between -" + std::to_string(offset_max) + " and " + std::to_string(offset_max));
    at_ = static_cast<std::size_t>(next - text_.data());
    if (peek() == '.' || starts_name(peek())) fail(start, "an offset is a whole number such as -1");
    return negative ? -value : value;
}

}  // namespace wavesim::equations
