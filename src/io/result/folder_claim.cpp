// SPDX-License-Identifier: MIT
#include "io/result/folder_claim.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <set>

#include "io/atomic_file.hpp"
#include "io/result/folder_lock.hpp"
#include "io/result/result_check.hpp"
#include "io/result/result_folder.hpp"
#include "io/result/shot_locks.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

const std::string manifest_temporary = std::string(manifest_name) + ".tmp";
const std::set<std::string> beginning{manifest_temporary, lock_name, shot_locks_name};

[[noreturn]] void refuse(const fs::path& folder, const std::string& why) {
    throw EnvironmentError(EnvironmentError::Kind::io, "folder " + folder.string() + " " + why);
}

/// Describes the result in a folder to a run of the scene with that name and hash.
std::string words_for(const fs::path& folder, const ResultManifest& result, const std::string& scene_name,
                      const std::string& scene_hash) {
    const std::string whose = result.scene_hash == scene_hash   ? "this scene"
                              : result.scene_name == scene_name ? "another version of this scene"
                                                                : "another scene ('" + result.scene_name + "')";
    const bool complete = result.state == ResultManifest::State::complete;
    const std::string damage = complete ? why_unusable(folder, result) : "";
    if (!damage.empty()) return "the damaged result of " + whose + " (" + damage + ")";
    return std::string("the ") + (complete ? "complete" : "incomplete") + " result of " + whose;
}

/// Sub-folders that contain the files, inner ones first.
std::set<fs::path, std::greater<>> parts_of(const std::vector<std::string>& files) {
    std::set<fs::path, std::greater<>> parts;
    for (const std::string& name : files)
        for (fs::path part = fs::path(name).parent_path(); !part.empty(); part = part.parent_path()) parts.insert(part);
    return parts;
}

/// A link in the place of a sub-folder would lead out of the result.
void expect_no_links(const fs::path& folder, const std::vector<std::string>& files) {
    for (const fs::path& part : parts_of(files)) {
        std::error_code error;
        const fs::file_type type = fs::symlink_status(folder / part, error).type();
        if (type == fs::file_type::symlink)
            refuse(folder, "holds a link " + part.string() +
                               ", which wavesim did not make and does not follow; "
                               "remove it");
        if (type != fs::file_type::not_found && type != fs::file_type::directory)
            refuse(folder, "holds " + part.string() + ", which is no folder and in the way of one; move it away");
    }
}

/// Removes a file. Whether it existed.
bool remove_file(const fs::path& file) {
    if (::unlink(file.c_str()) == 0) return true;
    if (errno != ENOENT && errno != ENOTDIR) throw io_error("remove", file, errno);
    return false;
}

/// Removes the files of an old result and returns those that existed.
std::vector<std::string> remove_old_result(const fs::path& folder, const ResultManifest& old,
                                           const std::set<std::string>& keep) {
    std::vector<std::string> removed;
    for (const std::string& name : old.files) {
        if (keep.contains(name)) continue;
        if (remove_file(folder / name)) removed.push_back(name);
        remove_file(folder / (name + ".tmp"));
    }
    remove_empty_parts(folder, old);
    remove_file(folder / manifest_temporary);
    remove_file(folder / shot_locks_name);  // not needed while one process has the folder alone
    return removed;
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
        // Files with these names remain from a run that was killed right after its start, or are the locks of this run.
        if (!beginning.contains(entry->path().filename().string())) empty = false;
    if (error) throw io_error("open folder", folder, error.value());
    if (empty) return FolderState::empty;
    const auto manifest = read_manifest(folder);
    if (!manifest) return FolderState::foreign;
    if (manifest->scene_hash != scene_hash) return FolderState::other_scene;
    const bool whole = manifest->state == ResultManifest::State::complete && why_unusable(folder, *manifest).empty();
    return whole ? FolderState::complete : FolderState::same_scene_incomplete;
}

void remove_empty_parts(const fs::path& folder, const ResultManifest& manifest) {
    for (const fs::path& part : parts_of(manifest.files))
        ::rmdir((folder / part).c_str());  // stays if it contains files
}

fs::path free_name(const fs::path& folder) {
    fs::path name = folder.lexically_normal();
    if (!name.has_filename()) name = name.parent_path();  // results/room/
    if (name.empty() || name == "." || name.filename() == ".." || !name.has_filename()) name /= "result";
    std::error_code error;
    for (std::size_t n = 2;; ++n) {
        fs::path next = name;
        next += fmt::format("_{}", n);
        if (fs::symlink_status(next, error).type() == fs::file_type::not_found || error) return next;
    }
}

void expect_claimable(const fs::path& folder, const std::string& scene_name, const std::string& scene_hash,
                      bool force) {
    const FolderState state = inspect_folder(folder, scene_hash);
    const std::string elsewhere = "--output " + free_name(folder).string();
    if (state == FolderState::foreign)
        refuse(folder, "holds files that wavesim did not write; " + elsewhere + " writes to another folder");
    if (force || (state != FolderState::complete && state != FolderState::other_scene)) return;
    if (const auto result = read_manifest(folder))
        refuse(folder, "already holds " + words_for(folder, *result, scene_name, scene_hash) +
                           "; --force replaces it, " + elsewhere + " keeps it");
}

std::optional<ReplacedResult> claim_folder(const fs::path& folder, const ResultManifest& planned, bool force,
                                           const std::vector<std::string>& keep) {
    expect_claimable(folder, planned.scene_name, planned.scene_hash, force);
    const std::set<std::string> kept(keep.begin(), keep.end());
    const auto old = read_manifest(folder);
    expect_no_links(folder, planned.files);
    std::optional<ReplacedResult> replaced;
    if (old) {
        expect_no_links(folder, old->files);
        replaced = {words_for(folder, *old, planned.scene_name, planned.scene_hash),
                    remove_old_result(folder, *old, kept)};
    }
    for (const std::string& name : planned.files) {
        if (kept.contains(name)) continue;
        std::error_code error;
        if (fs::exists(fs::symlink_status(folder / name, error)))
            refuse(folder, "holds " + name + ", which wavesim did not write but would replace; move it away");
    }
    write_manifest(folder, planned, AtomicFile::Folder::later);
    for (const std::string& name : planned.files)
        if (const fs::path part = fs::path(name).parent_path(); !part.empty()) make_folder(folder / part);
    return replaced;
}

}  // namespace wavesim
