// SPDX-License-Identifier: MIT
#include "io/result/folder_claim.hpp"

#include <unistd.h>

#include <cerrno>
#include <functional>
#include <set>

#include "io/atomic_file.hpp"
#include "io/result/result_folder.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

const std::string manifest_temporary = std::string(manifest_name) + ".tmp";

[[noreturn]] void refuse(const fs::path& folder, const std::string& why) {
    throw EnvironmentError(EnvironmentError::Kind::io, "folder " + folder.string() + " " + why);
}

void check_state(const fs::path& folder, const std::string& hash, bool force) {
    switch (inspect_folder(folder, hash)) {
        case FolderState::complete:
            if (!force)
                refuse(folder,
                       "already holds the complete result of this scene; --force replaces it, --output chooses "
                       "another folder");
            return;
        case FolderState::other_scene:
            refuse(folder,
                   "holds the result of another scene, which is never replaced; choose another folder with --output, "
                   "or remove that one");
        case FolderState::foreign:
            refuse(folder, "holds files that wavesim did not write; choose another folder with --output");
        case FolderState::absent:
        case FolderState::empty:
        case FolderState::same_scene_checkpoint:
        case FolderState::same_scene_incomplete: return;
    }
}

void remove_file(const fs::path& file) {
    if (::unlink(file.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR) throw io_error("remove", file, errno);
}

void remove_old_result(const fs::path& folder, const std::set<std::string>& keep) {
    const auto old = read_manifest(folder);
    if (!old) return;
    for (const std::string& name : old->files) {
        if (keep.contains(name)) continue;
        remove_file(folder / name);
        remove_file(folder / (name + ".tmp"));
    }
    remove_empty_parts(folder, *old);
    remove_file(folder / manifest_temporary);
}

}  // namespace

FolderState inspect_folder(const fs::path& folder, const std::string& scene_hash) {
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (status.type() == fs::file_type::not_found) return FolderState::absent;
    if (error) throw io_error("open folder", folder, error.value());
    if (status.type() != fs::file_type::directory) return FolderState::foreign;
    bool empty = true;
    for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error))
        if (entry->path().filename() != manifest_temporary) empty = false;  // of a run killed at its very start
    if (error) throw io_error("open folder", folder, error.value());
    if (empty) return FolderState::empty;
    const auto manifest = read_manifest(folder);
    if (!manifest) return FolderState::foreign;
    if (manifest->scene_hash != scene_hash) return FolderState::other_scene;
    return manifest->state == ResultManifest::State::complete ? FolderState::complete
                                                              : FolderState::same_scene_incomplete;
}

void remove_empty_parts(const fs::path& folder, const ResultManifest& manifest) {
    std::set<fs::path, std::greater<>> parts;  // inner folders first
    for (const std::string& name : manifest.files)
        for (fs::path part = fs::path(name).parent_path(); !part.empty(); part = part.parent_path()) parts.insert(part);
    for (const fs::path& part : parts) ::rmdir((folder / part).c_str());  // stays where files are in it
}

void claim_folder(const fs::path& folder, const ResultManifest& planned, bool force,
                  const std::vector<std::string>& keep) {
    check_state(folder, planned.scene_hash, force);
    const std::set<std::string> kept(keep.begin(), keep.end());
    remove_old_result(folder, kept);
    for (const std::string& name : planned.files) {
        if (kept.contains(name)) continue;
        std::error_code error;
        if (fs::exists(fs::symlink_status(folder / name, error)))
            refuse(folder, "holds " + name + ", which wavesim did not write but would replace; move it away");
    }
    write_manifest(folder, planned);
    for (const std::string& name : planned.files)
        if (const fs::path part = fs::path(name).parent_path(); !part.empty()) make_folder(folder / part);
}

}  // namespace wavesim
