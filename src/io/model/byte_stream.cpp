// SPDX-License-Identifier: MIT
#include "io/model/byte_stream.hpp"

#include <zip.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "io/input_file.hpp"

namespace wavesim {

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
    throw InputFileError(Rule::model_file, "the file " + shown(name) + ' ' + why);
}

class PlainFile final : public ByteStream {
  public:
    PlainFile(const std::filesystem::path& path, std::string name)
        : stream_(path, std::ios::binary),
          name_(std::move(name)),
          size_(static_cast<std::int64_t>(std::filesystem::file_size(path))) {}
    std::int64_t size() const override { return size_; }
    void read(std::int64_t at, std::span<unsigned char> into) override {
        if (at + static_cast<std::int64_t>(into.size()) > size_) refuse(name_, "is too short");
        stream_.seekg(at);
        stream_.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
        if (!stream_) refuse(name_, "cannot be read");
    }

  private:
    std::ifstream stream_;
    std::string name_;
    std::int64_t size_;
};

struct CloseArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseMember {
    void operator()(zip_file_t* member) const { zip_fclose(member); }
};

/// A member of a ZIP archive. It is unpacked forwards only: earlier bytes require a restart from the beginning.
class ZipMember final : public ByteStream {
  public:
    ZipMember(std::unique_ptr<zip_t, CloseArchive> archive, zip_uint64_t index, std::string name)
        : archive_(std::move(archive)), index_(index), name_(std::move(name)) {
        zip_stat_t about;
        zip_stat_init(&about);
        if (zip_stat_index(archive_.get(), index_, 0, &about) != 0 || (about.valid & ZIP_STAT_SIZE) == 0)
            refuse(name_, "is damaged");
        if ((about.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && about.encryption_method != ZIP_EM_NONE)
            refuse(name_, "is encrypted; write it without a password");
        size_ = static_cast<std::int64_t>(about.size);
        open();
    }
    std::int64_t size() const override { return size_; }
    void read(std::int64_t at, std::span<unsigned char> into) override {
        if (at < at_) open();
        while (at_ < at)
            take(std::span(skipped_).first(std::min<std::size_t>(skipped_.size(), static_cast<std::size_t>(at - at_))));
        while (!into.empty()) into = into.subspan(take(into));
        // libzip compares the checksum after the last byte.
        if (at_ == size_ && zip_fread(member_.get(), skipped_.data(), 1) != 0) refuse(name_, "is damaged");
    }

  private:
    void open() {
        member_.reset(zip_fopen_index(archive_.get(), index_, 0));
        if (!member_) refuse(name_, std::string("cannot be read: ") + zip_strerror(archive_.get()));
        at_ = 0;
    }
    std::size_t take(std::span<unsigned char> into) {
        const zip_int64_t got = zip_fread(member_.get(), into.data(), into.size());
        if (got < 0) refuse(name_, "is damaged");
        if (got == 0) refuse(name_, "is too short");
        at_ += got;
        return static_cast<std::size_t>(got);
    }

    std::unique_ptr<zip_t, CloseArchive> archive_;
    zip_uint64_t index_;
    std::string name_;
    std::int64_t size_ = 0;
    std::unique_ptr<zip_file_t, CloseMember> member_;
    std::int64_t at_ = 0;
    std::vector<unsigned char> skipped_ = std::vector<unsigned char>(std::size_t{1} << 16U);
};

/// Name and place of every array in an archive.
std::vector<std::pair<std::string, zip_uint64_t>> arrays_in(zip_t* archive) {
    constexpr std::string_view ending = ".npy";
    std::vector<std::pair<std::string, zip_uint64_t>> arrays;
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(std::max<zip_int64_t>(count, 0)); ++i) {
        const char* const text = zip_get_name(archive, i, 0);
        const std::string name = text == nullptr ? "" : text;
        if (name.ends_with(ending)) arrays.emplace_back(name.substr(0, name.size() - ending.size()), i);
    }
    return arrays;
}

}  // namespace

std::unique_ptr<ByteStream> open_file(const std::filesystem::path& path, const std::string& name) {
    return std::make_unique<PlainFile>(path, name);
}

std::unique_ptr<ByteStream> open_npz(const std::filesystem::path& path, const std::string& name,
                                     const std::string& array) {
    int error = 0;
    std::unique_ptr<zip_t, CloseArchive> archive(zip_open(path.c_str(), ZIP_RDONLY, &error));
    if (!archive) refuse(name, "is not a file of numpy.savez");
    const auto arrays = arrays_in(archive.get());
    std::vector<std::string> names;
    names.reserve(arrays.size());
    for (const auto& [known, index] : arrays) names.push_back(known);
    if (arrays.empty()) refuse(name, "holds no array");
    if (array.empty() && arrays.size() > 1)
        refuse(name, "holds several arrays (" + enumerate_words(names, " and ") + "); give the key 'dataset'");
    const auto found =
        array.empty() ? arrays.begin() : std::ranges::find(arrays, array, &std::pair<std::string, zip_uint64_t>::first);
    if (found == arrays.end())
        refuse(name, "has no array " + shown(array) + " (it holds " + enumerate_words(names, " and ") + ')');
    return std::make_unique<ZipMember>(std::move(archive), found->second, name);
}

}  // namespace wavesim
