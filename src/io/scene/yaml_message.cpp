// SPDX-License-Identifier: MIT
#include "io/scene/yaml_message.hpp"

#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <cctype>

#include "io/scene_faults.hpp"

namespace wavesim {

std::optional<std::size_t> indenting_tab(const std::string& parser_message, std::string_view line) {
    namespace message = YAML::ErrorMsg;
    for (const char* complaint : {message::TAB_IN_INDENTATION, message::MAP_VALUE, message::MAP_KEY,
                                  message::BLOCK_ENTRY, message::END_OF_MAP, message::END_OF_SEQ}) {
        if (parser_message != complaint) continue;
        const std::size_t tab = line.substr(0, line.find_first_not_of(" \t-")).find('\t');
        if (tab != std::string_view::npos) return tab;
    }
    return std::nullopt;
}

std::optional<KeySlip> find_key_slip(std::string_view line) {
    constexpr const char* letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const auto trim = [](std::string_view text) {
        const std::size_t from = text.find_first_not_of(" \t\r");
        return from == text.npos ? std::string_view() : text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
    };
    const std::size_t column = line.find_first_not_of(" -");
    if (column == line.npos) return {};
    line = line.substr(0, line.find(" #"));
    const std::size_t end = std::min(line.find_first_not_of(letters, column), line.size());
    const std::string_view rest = trim(line.substr(end));
    if (end <= column || std::isdigit(static_cast<unsigned char>(line[column])) != 0) return {};
    KeySlip slip{column, std::string(line.substr(column, end - column)), "", ""};
    std::string_view value = rest;
    if (rest.starts_with('=')) {
        slip.message = "a key ends with ':', not with '='";
        value = trim(rest.substr(1));
    } else if (line.substr(end).starts_with(':') && rest.size() > 1 && line[end + 1] != ' ' && line[end + 1] != '\t') {
        slip.message = "the space after ':' is missing";
        value = trim(rest.substr(1));
    } else if (rest.find(':') == rest.npos) {
        slip.message = "the ':' after the key " + shown(slip.key) + " is missing";
    } else {
        return {};
    }
    const bool whole = !value.empty() && value.find_first_of("{[") == value.npos;
    slip.suggestion = "write " + shown(slip.key + ": " + (whole ? std::string(value) : "..."));
    return slip;
}

std::string explain_yaml_error(const std::string& parser_message, std::string_view at) {
    namespace message = YAML::ErrorMsg;
    if (parser_message == message::UNKNOWN_ANCHOR) {
        const std::size_t end = at.find_first_of(" \t\r\n,[]{}");
        const std::string_view alias = at.substr(0, end);
        if (alias.size() > 1 && alias[0] == '*')
            return "the alias " + shown(alias) + " repeats an anchor " + shown('&' + std::string(alias.substr(1))) +
                   " that is not defined before";
    }
    const struct {
        const char* parser;
        const char* words;
    } explanations[] = {
        {message::MAP_VALUE,
         "a ':' stands where none may stand (is the space after a ':' missing, or do quotes around a text?)"},
        {message::END_OF_MAP, "the line does not fit the ones above (indentation, or a missing ':')"},
        {message::END_OF_SEQ, "the line does not fit the list above (indentation, or a missing '-')"},
        {message::END_OF_MAP_FLOW, "a '{' is not closed before this place"},
        {message::END_OF_SEQ_FLOW, "a '[' is not closed before this place"},
        {message::FLOW_END, "a bracket closes here that does not match the one that is open"},
        {message::BLOCK_ENTRY, "a list entry '-' stands where none may stand"},
        {message::MAP_KEY, "a key stands where none may stand"},
        {message::TAB_IN_INDENTATION,
         "a tab indents this line (tabs are not allowed for indentation, only spaces are)"},
        {message::EOF_IN_SCALAR, "the quote that opens before this place is never closed"},
        {message::DOC_IN_SCALAR, "'---' or '...' stands inside a text"},
        {message::UNKNOWN_TOKEN, "the character here cannot start a value (put the text in quotes)"},
        {message::UNKNOWN_ANCHOR, "the alias repeats an anchor '&' that is not defined before"},
        {message::ALIAS_NOT_FOUND, "the name after '*' is missing (put the text in quotes)"},
        {message::ANCHOR_NOT_FOUND, "the name after '&' is missing (put the text in quotes)"},
    };
    for (const auto& [parser, words] : explanations) {
        if (parser_message == parser) return words;
    }
    return "this is not YAML (" + parser_message + ')';
}

}  // namespace wavesim
