// SPDX-License-Identifier: MIT
#include "app/bench/forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

namespace {

std::string lines_of(std::span<const BackendEntry> rows) {
    std::string text;
    for (const BackendEntry& row : rows) text += fmt::format("  {:<18} {}\n", row.name, row.summary);
    return text;
}

nlohmann::ordered_json list_of(std::span<const BackendEntry> rows) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const BackendEntry& row : rows) list.push_back({{"name", row.name}, {"summary", row.summary}});
    return list;
}

/// The kernels of the pairs, each once.
std::vector<std::string> kernels_of_pairs() {
    std::vector<std::string> kernels;
    for (const BackendEntry& pair : backend_pairs()) {
        std::string inner = pair.name.substr(0, pair.name.find('+'));
        if (std::ranges::find(kernels, inner) == kernels.end()) kernels.push_back(std::move(inner));
    }
    return kernels;
}

}  // namespace

std::string forms_text() {
    std::string text = "Backends that auto may take:\n" + lines_of(backend_registry()) +
                       "\nExact and tested, for comparison; taken by name alone:\n" + lines_of(backend_gallery());
    text += fmt::format(
        "\nPairs INNER+LAYERS, {} of them: a kernel for the inner box and another one for the slabs\n"
        "beside sides with absorbing layers; taken by name alone. Both are of\n",
        backend_pairs().size());
    for (const std::string& kernel : kernels_of_pairs()) text += "  " + kernel + "\n";
    return text;
}

nlohmann::ordered_json forms_json() {
    nlohmann::ordered_json pairs = nlohmann::ordered_json::array();
    for (const BackendEntry& pair : backend_pairs()) pairs.push_back(pair.name);
    return {{"backends", list_of(backend_registry())}, {"gallery", list_of(backend_gallery())}, {"pairs", pairs}};
}

}  // namespace wavesim
