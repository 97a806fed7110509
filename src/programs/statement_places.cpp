// SPDX-License-Identifier: MIT
#include "programs/statement_places.hpp"

namespace wavesim {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Walks through a text and counts lines and columns (in UTF-8 characters).
struct Walker {
    const std::string& text;
    std::size_t at = 0;
    Place place{0, 1, 1};
    bool done() const { return at >= text.size(); }
    void next() {
        if (text[at] == '\n') {
            ++place.line;
            place.column = 1;
        } else if (at + 1 >= text.size() || (static_cast<unsigned char>(text[at + 1]) & 0xC0U) != 0x80U) {
            ++place.column;
        }
        ++at;
    }
};

}  // namespace

std::vector<Place> places_in(const std::string& file_text, const Place& start, const std::string& value) {
    Walker walker{file_text};
    while (!walker.done() && walker.place < start) walker.next();
    if (!walker.done() && (walker.text[walker.at] == '|' || walker.text[walker.at] == '>'))
        while (!walker.done() && walker.text[walker.at] != '\n') walker.next();
    std::vector<Place> places;
    Place last = start;
    for (const char c : value) {
        if (!is_space(c)) {
            while (!walker.done() && walker.text[walker.at] != c) walker.next();
            last = walker.place;
            if (!walker.done()) walker.next();
            places.push_back(last);
            last = walker.place;
        } else {
            places.push_back(last);
        }
    }
    places.push_back(last);
    return places;
}

}  // namespace wavesim
