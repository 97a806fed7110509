// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "solvers/scene/fault.hpp"

namespace wavesim {

/// EnvironmentError (io) in one sentence: "cannot <action> <path>: <text of the errno value>".
EnvironmentError io_error(std::string_view action, const std::filesystem::path& path, int error_number);

/// Whether this process has met a full disk or quota: what it does next will fail, too.
bool met_full_disk();
/// Tells that it has, where no write failed.
void note_full_disk();

/// A file that appears under its name complete or not at all: written as `<target>.tmp`, fsynced, renamed, and its
/// folder fsynced. The temporary is removed when commit() is not reached.
class AtomicFile {
  public:
    explicit AtomicFile(std::filesystem::path target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    const std::filesystem::path& target() const { return target_; }
    /// Where to write; a stale file of that name has been removed.
    const std::filesystem::path& temporary() const { return temporary_; }
    /// Creates the temporary with these bytes. Throws EnvironmentError (io).
    void write(std::string_view bytes) const;
    /// Adds bytes to what write() began. Throws EnvironmentError (io).
    void append(std::string_view bytes) const;
    /// Replaces bytes of what stands there, or adds them at its end. Throws EnvironmentError (io).
    void overwrite(std::int64_t from, std::string_view bytes) const;
    /// Makes the temporary durable and gives it its name. With `later` the name is durable only after sync_folder(),
    /// which serves many files at once: whatever happens before, the file is whole or not there. With `neither` a loss
    /// of power may cost the file: for what nobody misses then. Throws EnvironmentError (io).
    enum class Folder { flushed, later, neither };
    void commit(Folder folder = Folder::flushed);

  private:
    std::filesystem::path target_;
    std::filesystem::path temporary_;
    bool committed_ = false;
};

/// Throws what write_file() would throw for a folder that is not there or may not be written to, or a target that is a
/// folder: before hours of work, not after.
void expect_writable(const std::filesystem::path& target);
/// Writes a whole file atomically. Throws EnvironmentError (io).
void write_file(const std::filesystem::path& target, std::string_view bytes,
                AtomicFile::Folder folder = AtomicFile::Folder::flushed);
/// Makes the names of the files in a folder durable. Throws EnvironmentError (io).
void sync_folder(const std::filesystem::path& folder);
/// Creates a folder with its parents where absent. Throws EnvironmentError (io).
void make_folder(const std::filesystem::path& folder);

}  // namespace wavesim
