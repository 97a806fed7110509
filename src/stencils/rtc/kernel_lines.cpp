// SPDX-License-Identifier: MIT
#include "stencils/rtc/kernel_lines.hpp"

#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "stencils/rtc/embedded_headers.hpp"

namespace wavesim {

namespace {

/// A declaration at the level of a namespace: a class, a function, a constant or an alias.
struct Piece {
    int lines = 0;
    std::string text;
};

bool is_counted(std::string_view header) {
    return !header.ends_with("primitives.cuh") && !header.ends_with("arguments.cuh");
}

/// The name that a declaration introduces before its first brace.
std::string name_of(const std::string& declared) {
    const std::string text = declared.substr(0, declared.find('{'));
    static const std::regex type("(?:struct|enum class|using) (\\w+)");
    static const std::regex function("(\\w+) ?\\(");
    static const std::regex constant("(\\w+)(?:<\\w+>)? ?=");
    std::smatch found;
    for (const std::regex& kind : {type, function, constant})
        if (std::regex_search(text, found, kind)) return found[1];
    return {};
}

/// A line without its comment and trailing blanks.
std::string code_of(const std::string& line) {
    const std::string code = line.substr(0, line.find("//"));
    const std::size_t last = code.find_last_not_of(" \t\r");
    return last == std::string::npos ? std::string{} : code.substr(0, last + 1);
}

/// Adds the declarations of a header and of the headers that it includes. Declarations begin and end at column 0.
void add_pieces(const std::string& header, std::set<std::string>& read, std::multimap<std::string, Piece>& pieces) {
    if (!is_counted(header) || !read.insert(header).second) return;
    for (const EmbeddedHeader& embedded : embedded_headers()) {
        if (header != embedded.name) continue;
        static const std::regex include("#include \"([^\"]+)\"");
        std::istringstream in(embedded.text);
        std::string declared;  // the text that is searched for the name
        Piece piece;
        for (std::string line; std::getline(in, line);) {
            const std::string code = code_of(line);
            std::smatch included;
            if (std::regex_match(code, included, include)) add_pieces(included[1], read, pieces);
            if (code.empty() || code.starts_with('#') || code.starts_with("namespace ")) continue;
            if (piece.lines == 0 && code == "}") continue;  // closing brace of the namespace
            ++piece.lines;
            piece.text += code + '\n';
            if (!code.starts_with("template <")) declared += code + '\n';
            const bool at_margin = code.front() != ' ' && code.front() != '}';
            const bool ends = code == "}" || code == "};" ||
                              (code.ends_with(';') && (at_margin || piece.text.find('{') == std::string::npos)) ||
                              (at_margin && code.ends_with('}'));
            if (!ends) continue;
            pieces.insert({name_of(declared), piece});
            piece = {};
            declared.clear();
        }
    }
}

}  // namespace

int kernel_lines(const std::string& header, const std::string& name) {
    std::set<std::string> read;
    std::multimap<std::string, Piece> pieces;
    add_pieces(header, read, pieces);
    std::set<std::string> counted{name};
    std::vector<std::string> open{name};
    int lines = 0;
    static const std::regex word("\\w+");
    while (!open.empty()) {
        const std::string next = open.back();
        open.pop_back();
        for (auto [piece, last] = pieces.equal_range(next); piece != last; ++piece) {
            lines += piece->second.lines;
            const std::string& text = piece->second.text;
            for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at)
                if (pieces.contains(at->str()) && counted.insert(at->str()).second) open.push_back(at->str());
        }
    }
    return lines;
}

}  // namespace wavesim
