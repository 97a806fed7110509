// SPDX-License-Identifier: MIT
// The schema is what editors use: an independent validator must accept what we accept and refuse what we refuse.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "io/scene/reader.hpp"
#include "io/scene/templates.hpp"

namespace wavesim {
namespace {

using nlohmann::json;

bool schema_accepts(const json& document) {
    static const json text = scene_schema();
    static const auto schema = [] {
        auto parsed = std::make_unique<valijson::Schema>();
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        const valijson::adapters::NlohmannJsonAdapter adapter(text);
        parser.populateSchema(adapter, *parsed);
        return parsed;
    }();
    const valijson::adapters::NlohmannJsonAdapter target(document);
    valijson::Validator validator;
    return validator.validate(*schema, target, nullptr);
}

bool reader_accepts(const json& document) {
    try {
        parse_scene(document.dump(), "scene.yaml", {});
        return true;
    } catch (const SceneFileError&) {
        return false;
    }
}

json base() {
    return json::parse(parse_scene(std::string(scene_templates()[0].text), "room.yaml", {}).scene.canonical);
}

TEST(SceneSchema, AcceptsEveryTemplate) {
    for (const SceneTemplate& entry : scene_templates()) {
        const Scene scene = parse_scene(std::string(entry.text), "scene.yaml", {}).scene;

        EXPECT_TRUE(schema_accepts(json::parse(scene.canonical))) << entry.kind;
    }
}

TEST(SceneSchema, AgreesWithTheReader) {
    struct Change {
        const char* place;
        json value;
        bool valid;
    };
    const std::vector<Change> changes = {
        {"/name", "other", true},
        {"/name", "", false},
        {"/wavesim", 2, false},
        {"/nonsense", 1, false},
        {"/domain/size", {"500 cm", 4, 2.5}, true},
        {"/domain/size", {5, 4, 2.5, 1}, false},
        {"/domain/size", {5, -4, 2.5}, false},
        {"/domain/size/1", "wide", false},
        {"/grid/max_frequency", "0.5 kHz", true},
        {"/grid/max_frequency", 0, false},
        {"/grid/spacing", 0.1, false},
        {"/grid/points_per_wavelength", 2, false},
        {"/grid/stencil", "leggy-2", true},
        {"/grid/stencil", {{"shells", {{1, 0, 0}}}, {"weights", {1}}}, true},
        {"/grid/stencil", {{"shells", {{1, 0}}}, {"weights", {1}}}, false},
        {"/grid/courant_fraction", 1.5, false},
        {"/time/duration", {1}, false},
        {"/boundaries/x_min", "rigid", true},
        {"/boundaries/x_min", "absorbing", true},
        {"/boundaries/x_min", "free_surface", true},
        {"/boundaries/x_min", {{"absorbing", {{"cells", 12}, {"reflection", 1e-4}}}}, true},
        {"/boundaries/x_min", {{"absorbing", {{"cells", 1.5}}}}, false},
        {"/boundaries/x_min", {{"absorbing", json::object()}, {"admittance", 1}}, false},
        {"/boundaries/x_min", {{"absorption", 1.5}}, false},
        {"/boundaries/x_min", {{"admittance", 1}, {"absorption", 0.5}}, false},
        {"/boundaries/x_min", {{"admittance", 1}, {"incidence", "normal"}}, false},
        {"/boundaries/x_min", json::object(), false},
        {"/boundaries/walls", "thick", false},
        {"/sources/0/signal", {{"kind", "gaussian"}, {"width", "1 ms"}}, true},
        {"/sources/0/signal", {{"kind", "gaussian"}}, false},
        {"/sources/0/signal", {{"kind", "gaussian"}, {"width", 0.001}, {"frequency", 5}}, false},
        {"/sources/0/signal/kind", "noise", false},
        {"/sources/0/placement", "nearest", true},
        {"/sources", json::array(), false},
        {"/receivers/0/line", {{"from", {1, 1, 1}}, {"to", {2, 1, 1}}, {"count", 2}}, false},
        {"/receivers/1/line/count", 1, false},
        {"/receivers/1/line/count", 2.5, false},
        {"/outputs/traces/wav", "44.1 kHz", true},
        {"/outputs/traces/wav", 10, false},
        {"/outputs/snapshots/png", "yes", false},
        {"/outputs/snapshots/slice", {{"x", 1}, {"y", 1}}, false},
        {"/outputs/compare", "measurement", false},
        {"/run", {{"backend", "stream25.sweep"}, {"precision", "double"}, {"device", 0}}, true},
        {"/run", {{"backend", "gpu"}}, false},
        {"/run", {{"threads", 0}}, false},
    };
    for (const Change& change : changes) {
        json document = base();
        document[json::json_pointer(change.place)] = change.value;

        EXPECT_EQ(schema_accepts(document), change.valid) << change.place << " = " << change.value;
        EXPECT_EQ(reader_accepts(document), change.valid) << change.place << " = " << change.value;
    }
}

/// Every key of the schema stands in docs/scene.md.
void collect_keys(const json& schema, std::vector<std::string>& keys) {
    if (schema.is_object()) {
        for (const auto& [word, value] : schema.items()) {
            if (word == "properties") {
                for (const auto& [key, property] : value.items()) keys.push_back(key);
            }
            collect_keys(value, keys);
        }
    }
    if (schema.is_array()) {
        for (const json& item : schema) collect_keys(item, keys);
    }
}

TEST(SceneSchema, EveryKeyIsDocumented) {
    std::ifstream stream(WAVESIM_SOURCE_DIR "/docs/scene.md");
    const std::string page{std::istreambuf_iterator<char>(stream), {}};
    std::vector<std::string> keys;
    collect_keys(scene_schema(), keys);

    EXPECT_GT(keys.size(), 60U);
    for (const std::string& key : keys) {
        EXPECT_TRUE(page.find('`' + key + '`') != std::string::npos) << "docs/scene.md does not explain " << key;
    }
}

TEST(SceneSchema, EveryPropertyHasADescriptionWhereUsersSeeIt) {
    const auto schema = scene_schema();
    for (const auto& [key, property] : schema["properties"].items()) {
        EXPECT_TRUE(property.contains("description")) << key;
    }
}

}  // namespace
}  // namespace wavesim
