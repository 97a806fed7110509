// SPDX-License-Identifier: MIT
#include "io/picture/waiting_pictures.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "io/atomic_file.hpp"

namespace wavesim {
namespace {

int open_nameless(const std::filesystem::path& folder, const std::filesystem::path& shown) {
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0) return file;
    std::string name = (folder / ".pictures_XXXXXX").string();  // for file systems without unnamed files
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named < 0) throw io_error("write", shown, errno);
    ::unlink(name.c_str());
    return named;
}

}  // namespace

WaitingPictures::WaitingPictures(const std::filesystem::path& folder, std::filesystem::path shown)
    : shown_(std::move(shown)), descriptor_(open_nameless(folder, shown_)) {}

WaitingPictures::~WaitingPictures() { ::close(descriptor_); }

std::int64_t WaitingPictures::add(std::span<const std::byte> bytes) {
    std::int64_t place = 0;
    {
        const std::lock_guard lock(mutex_);
        place = end_;
        end_ += static_cast<std::int64_t>(bytes.size());
    }
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t written =
            ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done, place + static_cast<off_t>(done));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw io_error("write", shown_, errno);
        done += static_cast<std::size_t>(written);
    }
    return place;
}

void WaitingPictures::read(std::int64_t place, std::span<std::byte> bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got =
            ::pread(descriptor_, bytes.data() + done, bytes.size() - done, place + static_cast<off_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw io_error("read", shown_, got < 0 ? errno : EIO);
        done += static_cast<std::size_t>(got);
    }
}

}  // namespace wavesim
