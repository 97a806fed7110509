// SPDX-License-Identifier: MIT
#include "io/mesh/mesh_union.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace wavesim {

namespace {

constexpr const char* nameless = "default";

/// Numbers of names, in the order of their first use.
class Numbering {
  public:
    /// `scope` keeps names apart that belong to different files.
    std::uint32_t number_of(const std::string& scope, const std::string& name) {
        const auto [found, added] = known_.try_emplace({scope, name}, static_cast<std::uint32_t>(names_.size()));
        if (added) names_.push_back(name);
        return found->second;
    }
    std::vector<std::string> names() && { return std::move(names_); }

  private:
    std::map<std::pair<std::string, std::string>, std::uint32_t> known_;
    std::vector<std::string> names_;
};

}  // namespace

TriangleMesh united(std::vector<FileMesh> files) {
    if (files.size() == 1) return std::move(files.front().mesh);
    TriangleMesh all;
    Numbering materials, parts;
    for (FileMesh& one : files) {
        const std::string stem = std::filesystem::path(one.file).stem().string();
        const auto named = [&stem](const std::string& name) { return name == nameless ? stem : name; };
        std::vector<std::uint32_t> material, part;
        for (const std::string& name : one.mesh.materials) material.push_back(materials.number_of("", named(name)));
        for (const std::string& name : one.mesh.parts) part.push_back(parts.number_of(one.file, named(name)));
        const auto first = static_cast<std::uint32_t>(all.corners.size());
        all.corners.insert(all.corners.end(), one.mesh.corners.begin(), one.mesh.corners.end());
        for (TriangleMesh::Triangle triangle : one.mesh.triangles) {
            for (std::uint32_t& corner : triangle.corner) corner += first;
            triangle.material = material[triangle.material];
            triangle.part = part[triangle.part];
            all.triangles.push_back(triangle);
        }
        one.mesh = {};
    }
    all.materials = std::move(materials).names();
    all.parts = std::move(parts).names();
    return all;
}

std::string names_of(const std::vector<std::string>& files) {
    constexpr std::size_t most = 3;
    std::vector<std::string> names;
    for (const std::string& file : files)
        if (std::ranges::find(names, file) == names.end()) names.push_back(file);
    std::string text = names.front();
    for (std::size_t i = 1; i < std::min(names.size(), most); ++i)
        text += (i + 1 == names.size() ? " and " : ", ") + names[i];
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

}  // namespace wavesim
