// SPDX-License-Identifier: MIT
#include "io/scene/units.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace wavesim {

namespace {

struct Unit {
    std::string_view symbol;
    Dimension dimension;
    int exponent;       ///< power of ten for the conversion to SI
    double factor = 1;  ///< in addition to that power
    double offset = 0;  ///< added to the product
};

/// Per dimension the SI unit first.
constexpr auto units = std::to_array<Unit>({
    {"m", Dimension::length, 0},
    {"cm", Dimension::length, -2},
    {"mm", Dimension::length, -3},
    {"km", Dimension::length, 3},
    {"s", Dimension::time, 0},
    {"ms", Dimension::time, -3},
    {"us", Dimension::time, -6},
    {"\u00B5s", Dimension::time, -6},  // micro sign
    {"\u03BCs", Dimension::time, -6},  // Greek mu
    {"Hz", Dimension::frequency, 0},
    {"kHz", Dimension::frequency, 3},
    {"MHz", Dimension::frequency, 6},
    {"m/s", Dimension::speed, 0},
    {"km/s", Dimension::speed, 3},
    {"kg/m3", Dimension::density, 0},
    {"kg/m^3", Dimension::density, 0},
    {"kg/m\u00B3", Dimension::density, 0},  // superscript three
    {"g/cm3", Dimension::density, 3},
    {"g/cm^3", Dimension::density, 3},
    {"Pa m", Dimension::source_strength, 0},
    {"Pa*m", Dimension::source_strength, 0},
    {"mPa m", Dimension::source_strength, -3},
    {"kPa m", Dimension::source_strength, 3},
    {"%", Dimension::none, -2},
    {"deg", Dimension::angle, 0},
    {"\u00B0", Dimension::angle, 0},  // degree sign
    {"rad", Dimension::angle, 0, 180 / std::numbers::pi},
    {"degC", Dimension::temperature, 0},
    {"\u00B0C", Dimension::temperature, 0},  // degree sign
    {"K", Dimension::temperature, 0, 1, -273.15},
    {"Pa", Dimension::pressure, 0},
    {"hPa", Dimension::pressure, 2},
    {"kPa", Dimension::pressure, 3},
    {"mbar", Dimension::pressure, 2},
    {"Pa s/m2", Dimension::flow_resistivity, 0},
    {"Pa*s/m^2", Dimension::flow_resistivity, 0},
    {"kPa s/m2", Dimension::flow_resistivity, 3},
    {"N s/m4", Dimension::flow_resistivity, 0},
    {"kN s/m4", Dimension::flow_resistivity, 3},
});

constexpr auto dimension_names =
    std::to_array<std::string_view>({"number", "length", "time", "frequency", "speed", "density", "source strength",
                                     "angle", "temperature", "pressure", "flow resistivity"});

bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

/// Length of the decimal number that `text` starts with, 0 when there is none.
std::size_t number_length(std::string_view text) {
    std::size_t i = 0;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    std::size_t digits = 0;
    while (i < text.size() && is_digit(text[i])) ++i, ++digits;
    if (i < text.size() && text[i] == '.') ++i;
    while (i < text.size() && is_digit(text[i])) ++i, ++digits;
    if (digits == 0) return 0;
    std::size_t j = i;
    if (j < text.size() && (text[j] == 'e' || text[j] == 'E')) {
        ++j;
        if (j < text.size() && (text[j] == '+' || text[j] == '-')) ++j;
        const std::size_t first = j;
        while (j < text.size() && is_digit(text[j])) ++j;
        if (j > first) return j;
    }
    return i;
}

bool looks_infinite_or_nan(std::string_view text) {
    while (!text.empty() && (text.front() == '+' || text.front() == '-' || text.front() == '.')) text.remove_prefix(1);
    std::string word;
    for (const char c : text) word += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return word == "nan" || word == "inf" || word == "infinity";
}

ParsedQuantity refuse(Rule rule, std::string message, std::string suggestion = {}) {
    ParsedQuantity result;
    result.rule = rule;
    result.message = std::move(message);
    result.suggestion = std::move(suggestion);
    return result;
}

const Unit* find_unit(std::string_view symbol, Dimension dimension) {
    const Unit* other = nullptr;
    for (const Unit& unit : units) {
        if (unit.symbol != symbol) continue;
        if (unit.dimension == dimension) return &unit;
        other = &unit;
    }
    return other;
}

std::string needed(Dimension dimension) {
    if (dimension == Dimension::none) return "a number without unit is needed";
    return with_article(dimension) + " is needed: " + enumerate_words(units_of(dimension));
}

/// The number times ten to the power of `exponent`, correctly rounded.
ParsedQuantity scaled(std::string_view whole, std::string_view number, int exponent) {
    if (!number.empty() && number.front() == '+') number.remove_prefix(1);
    const std::size_t cut = number.find_first_of("eE");
    long written = 0;
    if (cut != std::string_view::npos) {
        std::string_view digits = number.substr(cut + 1);
        if (digits.front() == '+') digits.remove_prefix(1);
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), written);
        if (parsed.ec != std::errc{}) written = digits.front() == '-' ? -100'000 : 100'000;
    }
    const std::string shifted = std::string(number.substr(0, cut)) + 'e' + std::to_string(written + exponent);
    ParsedQuantity result;
    const auto parsed = std::from_chars(shifted.data(), shifted.data() + shifted.size(), result.value);
    if (parsed.ec != std::errc{} || !std::isfinite(result.value)) {
        return refuse(Rule::not_finite, shown(whole) + " is too large or too small for a double");
    }
    if (result.value == 0) result.value = 0;  // no negative zero
    result.ok = true;
    return result;
}

}  // namespace

std::string to_string(Dimension dimension) { return std::string(dimension_names[static_cast<std::size_t>(dimension)]); }

std::string with_article(Dimension dimension) {
    return (dimension == Dimension::angle ? "an " : "a ") + to_string(dimension);
}

Dimension dimension_named(std::string_view name) {
    for (std::size_t i = 0; i < dimension_names.size(); ++i) {
        if (dimension_names[i] == name) return static_cast<Dimension>(i);
    }
    throw std::logic_error("no dimension has the name " + std::string(name));
}

std::string si_unit(Dimension dimension) {
    return dimension == Dimension::none ? std::string() : units_of(dimension).front();
}

std::vector<std::string> units_of(Dimension dimension) {
    std::vector<std::string> symbols;
    for (const Unit& unit : units) {
        const bool ascii = (static_cast<unsigned char>(unit.symbol.front()) & 0x80U) == 0 &&
                           (static_cast<unsigned char>(unit.symbol.back()) & 0x80U) == 0;
        const bool spelling = unit.symbol.find_first_of("^*") != std::string_view::npos;
        if (unit.dimension == dimension && ascii && !spelling) symbols.emplace_back(unit.symbol);
    }
    return symbols;
}

ParsedQuantity parse_quantity(std::string_view text, Dimension dimension) {
    const std::string_view whole = trim(text);
    if (looks_infinite_or_nan(whole)) return refuse(Rule::not_finite, shown(whole) + " is not a finite number");
    const std::size_t length = number_length(whole);
    if (length == 0) return refuse(Rule::not_a_number, shown(whole) + " is not a number (" + needed(dimension) + ")");
    const std::string_view number = whole.substr(0, length);
    const std::string_view symbol = trim(whole.substr(length));
    if (symbol.empty()) return scaled(whole, number, 0);
    const char next = symbol.front();
    if (next == ',' && symbol.size() > 1 && is_digit(symbol[1])) {
        return refuse(Rule::not_a_number, shown(whole) + " has a decimal comma", "write a decimal point");
    }
    if (is_digit(next) || next == '.' || next == '_' || next == ',' || next == 'x' || next == ':') {
        return refuse(Rule::not_a_number, shown(whole) + " is not a number (" + needed(dimension) + ")");
    }
    const Unit* unit = find_unit(symbol, dimension);
    if (unit == nullptr) {
        return refuse(Rule::unknown_unit, "unknown unit " + shown(symbol) + " (" + needed(dimension) + ")",
                      did_you_mean(symbol, units_of(dimension)));
    }
    if (unit->dimension != dimension) {
        return refuse(Rule::wrong_unit, shown(whole) + " is " +
                                            (unit->symbol == "%" ? "a share" : with_article(unit->dimension)) + " (" +
                                            needed(dimension) + ")");
    }
    ParsedQuantity result = scaled(whole, number, unit->exponent);
    result.value = result.value * unit->factor + unit->offset;
    return result;
}

}  // namespace wavesim
