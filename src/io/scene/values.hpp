// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/scene/node.hpp"

namespace wavesim {

/// Checks single values against their schema: numbers with units, integers, true and false, words. Every function
/// returns the value in SI units, or adds a fault and returns a discarded JSON value.
class ValueChecker {
  public:
    explicit ValueChecker(SceneFaults& faults) : faults_(faults) {}

    /// A scalar of any type.
    nlohmann::json check(const SceneNode& node, const nlohmann::json& schema, const std::string& path);
    /// Adds a fault; returns a discarded value.
    nlohmann::json fault(Rule rule, Place place, const std::string& path, std::string message,
                         std::string suggestion = {});
    nlohmann::json wrong_type(const SceneNode& node, const nlohmann::json& schema, const std::string& path);
    nlohmann::json unknown_choice(const SceneNode& node, const std::vector<std::string>& words,
                                  const std::string& path);

  private:
    nlohmann::json check_quantity(const SceneNode& node, const nlohmann::json& schema, const std::string& path);
    nlohmann::json check_integer(const SceneNode& node, const nlohmann::json& schema, const std::string& path);
    nlohmann::json check_boolean(const SceneNode& node, const nlohmann::json& schema, const std::string& path);
    nlohmann::json check_text(const SceneNode& node, const nlohmann::json& schema, const std::string& path);
    bool in_range(double value, const nlohmann::json& range, const std::string& unit, const SceneNode& node,
                  const std::string& path);
    bool good_name(const SceneNode& node, const std::string& path);

    SceneFaults& faults_;
};

/// `quantity`, or the `type` of a schema.
std::string type_of(const nlohmann::json& schema);
/// Description of a valid value.
std::string needed_in_words(const nlohmann::json& schema);

}  // namespace wavesim
