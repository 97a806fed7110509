// SPDX-License-Identifier: MIT
#include "io/picture/picture_spool.hpp"

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
    std::string name = (folder / ".pictures_XXXXXX").string();  // file systems without nameless files
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named < 0) throw io_error("write", shown, errno);
    ::unlink(name.c_str());
    return named;
}

}  // namespace

PictureSpool::PictureSpool(const std::filesystem::path& folder, std::size_t values, std::filesystem::path shown)
    : values_(values), shown_(std::move(shown)), descriptor_(open_nameless(folder, shown_)) {}

PictureSpool::~PictureSpool() { ::close(descriptor_); }

void PictureSpool::add(std::span<const float> plane) {
    const auto bytes = std::as_bytes(plane);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw io_error("write", shown_, errno);
        done += static_cast<std::size_t>(written);
    }
}

std::vector<float> PictureSpool::read(std::size_t index) const {
    std::vector<float> plane(values_);
    const auto bytes = std::as_writable_bytes(std::span(plane));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto at = static_cast<off_t>(index * bytes.size() + done);
        const ssize_t got = ::pread(descriptor_, bytes.data() + done, bytes.size() - done, at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw io_error("read", shown_, got < 0 ? errno : EIO);
        done += static_cast<std::size_t>(got);
    }
    return plane;
}

}  // namespace wavesim
