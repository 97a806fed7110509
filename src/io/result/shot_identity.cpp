// SPDX-License-Identifier: MIT
#include "io/result/shot_identity.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "solvers/scene/survey.hpp"

namespace wavesim {

ShotIdentities::ShotIdentities(const Scene& scene) {
    nlohmann::json json = nlohmann::json::parse(scene.canonical, nullptr, false);
    if (json.is_object()) {
        json.erase("survey");
        json.erase("receivers");
        for (nlohmann::json& source : json["sources"]) source.erase("position");
    }
    all_but_points_ = json.is_object() ? json.dump() : scene.hash;
}

ShotIdentity ShotIdentities::of(const Scene& scene, std::int64_t shot) const {
    std::vector<double> points;
    const auto add = [&points](const Point& at) { points.insert(points.end(), {at.x, at.y, at.z}); };
    for (std::size_t i = 0; i < scene.sources.size(); ++i) add(source_position(scene, i, shot));
    for (std::size_t i = 0; i < scene.receivers.size(); ++i) {
        add(receiver_position(scene, i, shot));
        points.push_back(static_cast<double>(scene.receivers[i].placement));
    }
    points.push_back(static_cast<double>(receivers_of_shot(scene, shot)));
    const XXH64_hash_t seed = XXH3_64bits(all_but_points_.data(), all_but_points_.size());
    const XXH64_hash_t hash = XXH3_64bits_withSeed(points.data(), points.size() * sizeof(double), seed);
    return {fmt::format("{:016x}", hash), shot};
}

}  // namespace wavesim
