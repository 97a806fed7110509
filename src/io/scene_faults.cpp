// SPDX-License-Identifier: MIT
#include "io/scene_faults.hpp"

#include "io/nearest_name.hpp"

namespace wavesim {

namespace {
/// In the order of Rule.
constexpr const char* names[] = {"file-size",
                                 "encoding",
                                 "control-character",
                                 "yaml-syntax",
                                 "several-documents",
                                 "duplicate-key",
                                 "bad-key",
                                 "depth",
                                 "too-many-values",
                                 "alias-expansion",
                                 "tag",
                                 "bad-override",
                                 "unknown-key",
                                 "missing-key",
                                 "no-value",
                                 "wrong-type",
                                 "unknown-choice",
                                 "one-of",
                                 "needs-key",
                                 "list-length",
                                 "not-a-number",
                                 "not-finite",
                                 "unknown-unit",
                                 "wrong-unit",
                                 "out-of-range",
                                 "bad-name",
                                 "version",
                                 "dimensions",
                                 "same-side",
                                 "no-such-side",
                                 "no-such-material",
                                 "material-file",
                                 "side-only",
                                 "absorption-limit",
                                 "absorption-bands",
                                 "wall-table",
                                 "too-many-solids",
                                 "box-order",
                                 "box-outside",
                                 "outside",
                                 "inside-solid",
                                 "same-name",
                                 "too-many-receivers",
                                 "bad-survey",
                                 "nothing-recorded",
                                 "walls-whole",
                                 "walls-vertex",
                                 "no-such-stencil",
                                 "bad-shell",
                                 "same-shell",
                                 "weights-count",
                                 "weights-inconsistent",
                                 "bad-medium",
                                 "thin-domain",
                                 "grid-too-large",
                                 "too-many-steps",
                                 "snapshot-region",
                                 "snapshot-format",
                                 "snapshot-interval",
                                 "compare-needs",
                                 "path-escape",
                                 "signal-file",
                                 "signal-rate",
                                 "model-file",
                                 "program-file",
                                 "mesh-file",
                                 "mesh-material",
                                 "mesh-outside",
                                 "point-file",
                                 "file-changed",
                                 "silent-source",
                                 "time-zero",
                                 "response-band",
                                 "directivity",
                                 "gpu-only"};
static_assert(sizeof(names) / sizeof(names[0]) == rule_count);
}  // namespace

std::string to_string(Rule rule) { return names[static_cast<int>(rule)]; }

std::string key_path(const std::string& path, const std::string& key) { return path.empty() ? key : path + '.' + key; }

std::string item_path(const std::string& path, std::size_t index) { return path + '[' + std::to_string(index) + ']'; }

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string near = nearest_name(word, candidates);
    return near.empty() ? near : "did you mean '" + near + "'?";
}

std::string enumerate_words(const std::vector<std::string>& words, const std::string& last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? last : ", ";
        text += words[i];
    }
    return text;
}

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result = "'";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool starts_character = (byte & 0xC0U) != 0x80U;
        if (i >= longest && starts_character) {
            result += "...";
            break;
        }
        result += byte < 0x20 || byte == 0x7F ? ' ' : text[i];
    }
    return result + "'";
}

}  // namespace wavesim
