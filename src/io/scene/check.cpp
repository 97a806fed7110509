// SPDX-License-Identifier: MIT
#include "io/scene/check.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/nearest_name.hpp"
#include "io/scene/values.hpp"
#include "io/scene/yaml_message.hpp"

namespace wavesim {

namespace {

using nlohmann::json;
using Kind = SceneNode::Kind;

class Checker {
  public:
    Checker(const json& root_schema, Places& places, SceneFaults& faults)
        : root_schema_(root_schema), places_(places), values_(faults) {}

    /// Value of `node` in SI units, or a discarded value if it has a fault.
    json check(const SceneNode& node, const json& schema, const std::string& path) {
        if (node.kind == Kind::null && path.empty()) {
            return values_.fault(Rule::no_value, node.place, path, "the scene is empty",
                                 "`wavesim new room` writes one");
        }
        if (node.kind == Kind::null) {
            return values_.fault(Rule::no_value, node.place, path,
                                 "the value is missing (" + needed_in_words(schema) + ")");
        }
        if (schema.contains("anyOf") && !schema.contains("x-quantity")) {
            const json* meant = nullptr;
            for (const json& alternative : schema["anyOf"]) {
                if (kind_of(alternative) != node.kind) continue;
                meant = &alternative;
                if (has_word(alternative, node)) break;
            }
            return meant == nullptr ? values_.wrong_type(node, schema, path) : check(node, *meant, path);
        }
        const std::string type = type_of(schema);
        if (type == "object") return check_object(node, schema, path);
        if (type == "array") return check_array(node, schema, path);
        return values_.check(node, schema, path);
    }

    /// Default values of an object's absent keys.
    json defaults(const json& schema) {
        SceneNode empty;
        empty.kind = Kind::map;
        return check_object(empty, schema, "");
    }

  private:
    /// Whether the scalar is one of the words of a choice.
    static bool has_word(const json& schema, const SceneNode& node) {
        if (!schema.contains("enum")) return false;
        const json& words = schema["enum"];
        return std::find(words.begin(), words.end(), json(node.text)) != words.end();
    }

    static Kind kind_of(const json& schema) {
        const std::string type = type_of(schema);
        return type == "object" ? Kind::map : type == "array" ? Kind::sequence : Kind::scalar;
    }

    json check_object(const SceneNode& node, const json& schema, const std::string& path) {
        if (node.kind != Kind::map) return values_.wrong_type(node, schema, path);
        if (schema.contains("x-discriminator")) return check_discriminated(node, schema, path);
        if (const SceneNode::Entry* word = word_as_key(node, schema)) {
            const std::string key = path.substr(path.find_last_of('.') + 1);
            return values_.fault(Rule::unknown_key, word->place, key_path(path, word->key),
                                 '\'' + word->key + "' is a value, not a key", "write " + key + ": " + word->key);
        }
        static const json no_properties = json::object();
        const json& properties = schema.contains("properties") ? schema["properties"] : no_properties;
        json result = json::object();
        std::vector<std::string> meant;  // probable intended keys of misspelt ones
        for (const SceneNode::Entry& entry : node.entries) {
            const std::string below = key_path(path, entry.key);
            const bool block =
                !entry.value.flow && (entry.value.kind == Kind::map || entry.value.kind == Kind::sequence);
            places_[below] = block || entry.value.kind == Kind::null ? entry.place : entry.value.place;
            if (const auto known = properties.find(entry.key); known != properties.end()) {
                SceneNode anonymous;  // a missing value has no place in the text
                const bool missing = entry.value.kind == Kind::null;
                if (missing) anonymous.place = entry.place;
                store(result, entry.key, check(missing ? anonymous : entry.value, *known, below));
            } else if (schema["additionalProperties"].is_object()) {
                store(result, entry.key, check(entry.value, schema["additionalProperties"], below));
            } else {
                meant.push_back(unknown_key(entry, properties, below));
            }
        }
        check_presence(node, schema, path, meant);
        for (const auto& [key, property] : properties.items()) {
            if (node.find(key) != nullptr || !property.contains("default")) continue;
            const json& fallback = property["default"];
            const bool block = property.value("type", "") == "object";
            result[key] = block ? defaults(property)
                          : fallback.is_number_integer() && property.contains("x-quantity")
                              ? json(fallback.get<double>())
                              : fallback;
        }
        return result;
    }

    /// The first key that is one of the words allowed instead of such an object.
    static const SceneNode::Entry* word_as_key(const SceneNode& node, const json& schema) {
        if (!schema.contains("x-words")) return nullptr;
        const json& words = schema["x-words"];
        const auto found = std::ranges::find_if(node.entries, [&](const SceneNode::Entry& entry) {
            return std::find(words.begin(), words.end(), entry.key) != words.end();
        });
        return found == node.entries.end() ? nullptr : &*found;
    }

    static void store(json& object, const std::string& key, json value) {
        if (!value.is_discarded()) object[key] = std::move(value);
    }

    /// Why a property known from other programs has no key; empty for other keys.
    static std::string not_computed(const std::string& key) {
        if (key == "q" || key == "Q" || key == "qp" || key == "Qp" || key == "attenuation")
            return "media lose no sound here, so there is no quality factor";
        if (key == "vs" || key == "Vs" || key == "shear_speed") return "shear waves are not computed";
        return {};
    }

    /// How a property of other programs is specified here; empty for other keys.
    static std::string said_otherwise(const std::string& key, const json& properties) {
        if (properties.contains("admittance") && (key == "Z" || key == "resistance"))
            return "write its inverse, admittance: rho c / Z, or 1 / z of a specific impedance z = Z / (rho c)";
        if (properties.contains("box") && (key == "file" || key == "mesh" || key == "stl"))
            return "solids are boxes; the key 'geometry' of the scene reads triangles";
        return {};
    }

    /// Returns the key that was probably meant, or empty.
    std::string unknown_key(const SceneNode::Entry& entry, const json& properties, const std::string& path) {
        std::vector<std::string> names;
        for (const auto& [key, property] : properties.items()) names.push_back(key);
        if (const auto slip = find_key_slip(entry.key);
            slip && slip->key != entry.key && properties.contains(slip->key)) {
            const std::string parent = path.substr(0, path.size() - entry.key.size());
            values_.fault(Rule::unknown_key, entry.place, parent + slip->key, slip->message, slip->suggestion);
            return slip->key;
        }
        std::string near = nearest_name(entry.key, names);
        std::string suggestion = near.empty() ? near : "did you mean '" + near + "'?";
        if (const std::string how = said_otherwise(entry.key, properties); !how.empty()) {
            suggestion = how;
        } else if (entry.key.find_first_of("0123456789") == 0) {
            suggestion = "write a decimal point, if this is a decimal comma";
        } else if (suggestion.empty()) {
            std::vector<std::string> elsewhere;
            for (const auto& [section, property] : root_schema_["properties"].items()) {
                if (!property.contains("properties") || !property["properties"].contains(entry.key)) continue;
                elsewhere.push_back("'" + section + '.' + entry.key + "'");
            }
            if (elsewhere.size() == 1) suggestion = "did you mean " + elsewhere.front() + "?";
        }
        std::string message = "unknown key";
        if (const std::string why = not_computed(entry.key); !why.empty() && path.find("medium") != path.npos) {
            message += " (" + why + ')';
            suggestion.clear();
        } else if (suggestion.empty())
            message += " (known here: " + enumerate_words(names, " and ") + ")";
        values_.fault(Rule::unknown_key, entry.place, path, message, suggestion);
        return near;
    }

    void check_presence(const SceneNode& node, const json& schema, const std::string& path,
                        const std::vector<std::string>& meant) {
        const auto present = [&](const json& key) { return node.find(key.get_ref<const std::string&>()) != nullptr; };
        const auto missing = [&](const json& key) {
            return !present(key) && std::find(meant.begin(), meant.end(), key.get<std::string>()) == meant.end();
        };
        const auto place = places_.find(path);
        Place here = place == places_.end() || node.flow ? node.place : place->second;
        if (node.emptied) here = *node.emptied;
        json required = schema.value("required", json::array());
        if (schema.contains("if") && missing(schema["if"]["not"]["required"][0]))
            required.insert(required.end(), schema["then"]["required"].begin(), schema["then"]["required"].end());
        for (const json& key : required) {
            if (!missing(key)) continue;
            const json& property = schema["properties"][key.get<std::string>()];
            const std::string what = property.value("description", std::string("needed"));
            values_.fault(Rule::missing_key, here, key_path(path, key), "the key is missing (" + what + ")");
        }
        if (schema.contains("oneOf")) {
            check_alternatives(node, schema["oneOf"], path, here, missing);
        }
        if (schema.contains("dependencies")) {
            for (const auto& [key, needed_keys] : schema["dependencies"].items()) {
                if (!present(json(key)) || present(needed_keys[0])) continue;
                values_.fault(Rule::needs_key, node.find(key)->place, key_path(path, key),
                              "has a meaning only together with '" + needed_keys[0].get<std::string>() + "'");
            }
        }
    }

    /// Exactly one of several keys must exist; if there are two, the later one is reported.
    template <class Missing>
    void check_alternatives(const SceneNode& node, const json& alternatives, const std::string& path, Place here,
                            const Missing& missing) {
        std::vector<std::string> all;
        std::vector<std::pair<Place, std::string>> given;
        bool none = true;
        for (const json& alternative : alternatives) {
            const json& key = alternative["required"][0];
            all.push_back('\'' + key.get<std::string>() + '\'');
            none = none && missing(key);
            for (const SceneNode::Entry& entry : node.entries) {
                if (entry.key == key.get_ref<const std::string&>()) given.emplace_back(entry.place, entry.key);
            }
        }
        if (none) values_.fault(Rule::one_of, here, path, enumerate_words(all) + " must be given");
        std::sort(given.begin(), given.end());
        for (std::size_t i = 1; i < given.size(); ++i) {
            const bool set = given[i].first.set > 0;
            values_.fault(Rule::one_of, given[i].first, key_path(path, given[i].second),
                          '\'' + given[0].second + "' is given, too (only one of " + enumerate_words(all) + " may be)",
                          set ? "remove the other with --set " + key_path(path, given[0].second) + '=' : "");
        }
    }

    json check_discriminated(const SceneNode& node, const json& schema, const std::string& path) {
        const std::string key = schema["x-discriminator"];
        std::vector<std::string> words;
        for (const json& alternative : schema["oneOf"]) words.push_back(alternative["properties"][key]["const"]);
        const SceneNode* kind = node.find(key);
        const std::string below = key_path(path, key);
        if (kind == nullptr) {
            return values_.fault(Rule::missing_key, node.place, below,
                                 "the key is missing (one of " + enumerate_words(words) + ")");
        }
        if (kind->kind != Kind::scalar) return values_.wrong_type(*kind, {{"enum", words}}, below);
        for (const json& alternative : schema["oneOf"]) {
            if (alternative["properties"][key]["const"] == kind->text) return check_object(node, alternative, path);
        }
        return values_.unknown_choice(*kind, words, below);
    }

    json check_array(const SceneNode& node, const json& schema, const std::string& path) {
        if (node.kind != Kind::sequence) return values_.wrong_type(node, schema, path);
        const std::int64_t count = static_cast<std::int64_t>(node.items.size());
        const std::int64_t low = schema["minItems"];
        const std::int64_t high = schema.value("maxItems", std::int64_t{1'000'000});
        json result = json::array();
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const std::string below = item_path(path, i);
            places_[below] = node.items[i].place;
            json value = check(node.items[i], schema["items"], below);
            result.push_back(value.is_discarded() ? json() : std::move(value));
        }
        if (count < low || count > high) {
            const std::string wanted = low == high    ? std::to_string(low) + " are needed"
                                       : count > high ? "at most " + std::to_string(high) + " are allowed"
                                       : low == 1     ? std::string("at least 1 is needed")
                                                      : "at least " + std::to_string(low) + " are needed";
            return values_.fault(
                Rule::list_length, node.place, path,
                "has " + std::to_string(count) + (count == 1 ? " entry (" : " entries (") + wanted + ')');
        }
        return result;
    }

    const json& root_schema_;
    Places& places_;
    ValueChecker values_;
};

}  // namespace

json check_structure(const SceneNode& root, const json& schema, Places& places, SceneFaults& faults) {
    places[""] = root.place;
    Checker checker(schema, places, faults);
    json result = checker.check(root, schema, "");
    return result.is_discarded() ? json::object() : result;
}

}  // namespace wavesim
