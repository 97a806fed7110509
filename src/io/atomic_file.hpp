// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "solvers/scene/fault.hpp"

namespace wavesim {

/// EnvironmentError (io) in one sentence: "cannot <action> <path>: <text of the errno value>".
EnvironmentError io_error(std::string_view action, const std::filesystem::path& path, int error_number);

/// Whether a write of this process has failed since the disk or quota is full. Further writes will fail, too.
bool met_full_disk();
/// Records a full disk that was found without a failed write.
void note_full_disk();

/// A file that appears under its name either complete or not at all: it is written as `<target>.tmp`, fsynced and
/// renamed, and its folder is fsynced. The temporary file is removed if commit() is not reached.
class AtomicFile {
  public:
    explicit AtomicFile(std::filesystem::path target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    const std::filesystem::path& target() const { return target_; }
    /// Path to write to; a stale file of that name has been removed.
    const std::filesystem::path& temporary() const { return temporary_; }
    /// Creates the temporary file with these bytes. Throws EnvironmentError (io).
    void write(std::string_view bytes) const;
    /// Appends bytes after write(). Throws EnvironmentError (io).
    void append(std::string_view bytes) const;
    /// Replaces bytes from position `from` on, or adds them at the end. Throws EnvironmentError (io).
    void overwrite(std::int64_t from, std::string_view bytes) const;
    /// Makes the temporary file durable and gives it its name. With `later` the name is durable only after
    /// sync_folder(), which serves many files at once; until then a crash leaves the complete file or none. With
    /// `neither` a loss of power may destroy the file; this is for files that are not missed then. Throws
    /// EnvironmentError (io).
    enum class Folder { flushed, later, neither };
    void commit(Folder folder = Folder::flushed);

  private:
    std::filesystem::path target_;
    std::filesystem::path temporary_;
    bool committed_ = false;
};

/// Throws the error of write_file() early, before hours of work: if the folder does not exist or may not be written to,
/// or the target is a folder.
void expect_writable(const std::filesystem::path& target);
/// Writes a complete file atomically. Throws EnvironmentError (io).
void write_file(const std::filesystem::path& target, std::string_view bytes,
                AtomicFile::Folder folder = AtomicFile::Folder::flushed);
/// Makes the names of the files in a folder durable. Throws EnvironmentError (io).
void sync_folder(const std::filesystem::path& folder);
/// Creates a folder with its parents where absent. Throws EnvironmentError (io).
void make_folder(const std::filesystem::path& folder);

}  // namespace wavesim
