// SPDX-License-Identifier: MIT
#include "io/scene/file_kind.hpp"

#include <algorithm>
#include <array>

namespace wavesim {

namespace {

struct FileKind {
    std::string_view key;  ///< key of its version
    std::string_view words;
    std::string_view use;
};
constexpr std::array file_kinds{
    FileKind{"wavesim", "a scene", "`wavesim run` takes it"},
    FileKind{"study", "a study", "`wavesim study run` takes it"},
    FileKind{"cluster", "a profile of a cluster", "`wavesim study run --slurm` takes it"},
    FileKind{"program", "a stencil program", "`wavesim bench --program` takes it"},
    FileKind{"gpu_profile", "a profile of a GPU", "`wavesim tune` writes it"},
};

}  // namespace

bool expect_kind(const SceneNode& root, std::string_view key, SceneFaults& faults) {
    if (root.find(key) != nullptr) return true;
    const auto found =
        std::ranges::find_if(file_kinds, [&](const FileKind& kind) { return root.find(kind.key) != nullptr; });
    if (found == file_kinds.end()) return true;
    const auto wanted = std::ranges::find(file_kinds, key, &FileKind::key);
    faults.push_back({Rule::unknown_key, root.find(found->key)->place, std::string(found->key),
                      "this is " + std::string(found->words) + ", not " + std::string(wanted->words),
                      std::string(found->use)});
    return false;
}

}  // namespace wavesim
