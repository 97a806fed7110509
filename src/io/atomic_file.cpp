// SPDX-License-Identifier: MIT
#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

namespace wavesim {
namespace {

std::atomic<bool> full_disk_met = false;

/// Owns a file descriptor and closes it.
class Descriptor {
  public:
    explicit Descriptor(int value) : value_(value) {}
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return value_; }
    int release_and_close() {
        const int value = value_;
        value_ = -1;
        return ::close(value);
    }

  private:
    int value_;
};

/// Writes all bytes to an open descriptor, at its position or from byte `from` on, and closes it.
void write_to(int descriptor, std::string_view bytes, const std::filesystem::path& shown, std::int64_t from = 0) {
    Descriptor file(descriptor);
    if (file.get() < 0) throw io_error("write", shown, errno);
    if (from > 0 && ::lseek(file.get(), from, SEEK_SET) < 0) throw io_error("write", shown, errno);
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw io_error("write", shown, errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (file.release_and_close() != 0) throw io_error("write", shown, errno);
}

void sync_path(const std::filesystem::path& path, int flags, const std::filesystem::path& shown) {
    const Descriptor file(::open(path.c_str(), flags | O_CLOEXEC));
    if (file.get() < 0) throw io_error("open", shown, errno);
    if (::fsync(file.get()) != 0) throw io_error("write", shown, errno);
}

}  // namespace

EnvironmentError io_error(std::string_view action, const std::filesystem::path& path, int error_number) {
    if (error_number == ENOSPC || error_number == EDQUOT) note_full_disk();
    return {EnvironmentError::Kind::io,
            "cannot " + std::string(action) + " " + path.string() + ": " +
                std::generic_category().message(error_number) +
                (error_number == EDQUOT ? " (it is yours that is full, not the disk; `quota -s` shows it)" : "")};
}

bool met_full_disk() { return full_disk_met; }
void note_full_disk() { full_disk_met = true; }

AtomicFile::AtomicFile(std::filesystem::path target) : target_(std::move(target)), temporary_(target_) {
    temporary_ += ".tmp";
    if (::unlink(temporary_.c_str()) != 0 && errno != ENOENT) throw io_error("write", target_, errno);
}

AtomicFile::~AtomicFile() {
    if (!committed_) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) const {
    write_to(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), bytes, target_);
}

void AtomicFile::append(std::string_view bytes) const {
    write_to(::open(temporary_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC), bytes, target_);
}

void AtomicFile::overwrite(std::int64_t from, std::string_view bytes) const {
    write_to(::open(temporary_.c_str(), O_WRONLY | O_CLOEXEC), bytes, target_, from);
}

void AtomicFile::commit(Folder folder) {
    if (folder != Folder::neither) sync_path(temporary_, O_RDONLY, target_);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) throw io_error("write", target_, errno);
    committed_ = true;
    if (folder == Folder::flushed) sync_folder(target_.has_parent_path() ? target_.parent_path() : ".");
}

void sync_folder(const std::filesystem::path& folder) { sync_path(folder, O_RDONLY | O_DIRECTORY, folder); }

void expect_writable(const std::filesystem::path& target) {
    const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
    if (!std::filesystem::is_directory(folder)) throw io_error("write", target, ENOENT);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) throw io_error("write", target, errno);
    if (std::filesystem::is_directory(target)) throw io_error("write", target, EISDIR);
}

void write_file(const std::filesystem::path& target, std::string_view bytes, AtomicFile::Folder folder) {
    AtomicFile file(target);
    file.write(bytes);
    file.commit(folder);
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw io_error("create folder", folder, error.value());
    if (!std::filesystem::is_directory(folder, error)) throw io_error("create folder", folder, ENOTDIR);
}

}  // namespace wavesim
