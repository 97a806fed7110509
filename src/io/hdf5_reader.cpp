// SPDX-License-Identifier: MIT
#include "io/hdf5_reader.hpp"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

#include "io/atomic_file.hpp"

namespace wavesim {
namespace {

constexpr std::int64_t most_objects = 1'000;
constexpr std::int64_t most_string_bytes = 1 << 30;

/// State of the walk over a file: the first reason to refuse it, and the numbers of objects so far.
struct Vetting {
    std::int64_t file_size = 0;
    std::int64_t objects = 0;
    std::string why_not;
};

enum class Filters { refused, known };

/// Why a compressed dataset cannot be read; empty if it can.
std::string vet_filters(hid_t creation, const std::string& name) {
    const int count = H5Pget_nfilters(creation);
    for (int i = 0; i < count; ++i) {
        unsigned flags = 0, settings = 0;
        std::size_t values = 0;
        std::array<char, 64> text{};
        const H5Z_filter_t filter = H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &values, nullptr,
                                                   text.size() - 1, text.data(), &settings);
        // Only filters of the HDF5 library itself are accepted; others are plugins.
        if (filter < 0 || filter >= H5Z_FILTER_RESERVED || H5Zfilter_avail(filter) <= 0)
            return "the dataset '" + name + "' is compressed with filter " + std::to_string(filter) + " (" +
                   text.data() + "), which is not known here; `h5repack -f GZIP=4` writes the file with one that is";
    }
    return {};
}

/// Largest chunk that is unpacked [bytes].
constexpr std::int64_t most_chunk_bytes = std::int64_t{1} << 30;

std::int64_t chunk_bytes(hid_t creation, std::int64_t width) {
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    const int rank = H5Pget_chunk(creation, static_cast<int>(chunk.size()), chunk.data());
    std::int64_t bytes = width;
    for (int i = 0; i < rank && bytes <= most_chunk_bytes; ++i)
        bytes *= static_cast<std::int64_t>(std::min<hsize_t>(chunk[static_cast<std::size_t>(i)], most_chunk_bytes));
    return bytes;
}

std::string vet_dataset(hid_t dataset, const std::string& name, std::int64_t file_size, Filters filters) {
    const Hdf5Id creation(H5Dget_create_plist(dataset), H5Pclose);
    const Hdf5Id space(H5Dget_space(dataset), H5Sclose);
    const Hdf5Id type(H5Dget_type(dataset), H5Tclose);
    if (creation.get() < 0 || space.get() < 0 || type.get() < 0) return "a dataset is damaged";
    const H5D_layout_t layout = H5Pget_layout(creation.get());
    if (layout == H5D_VIRTUAL) return "a dataset is virtual (it reads other files)";
    if (H5Pget_external_count(creation.get()) != 0) return "a dataset has external storage (it reads other files)";
    const bool filtered = H5Pget_nfilters(creation.get()) != 0;
    if (filtered && filters == Filters::refused)
        return "the dataset '" + name +
               "' is compressed or filtered, which is not read; `h5repack -f NONE` writes the file without";
    if (std::string why = vet_filters(creation.get(), name); !why.empty()) return why;
    const hssize_t points = H5Sget_simple_extent_npoints(space.get());
    const auto width = static_cast<std::int64_t>(H5Tget_size(type.get()));
    constexpr std::int64_t most_packed = 1032;  // largest compression ratio of deflate
    const std::int64_t size = filtered ? most_packed * file_size : file_size;
    if (points < 0 || width <= 0 || points > size / width) return "a dataset is larger than the file";
    if (layout == H5D_CHUNKED && chunk_bytes(creation.get(), width) > most_chunk_bytes)
        return "the dataset '" + name + "' has chunks of more than 1 GiB";
    return {};
}

herr_t vet_link(hid_t group, const char* name, const H5L_info_t* info, void* data) {
    Vetting& vetting = *static_cast<Vetting*>(data);
    if (info->type != H5L_TYPE_HARD)
        vetting.why_not = "it has a soft or external link, which is not followed";
    else if (++vetting.objects > most_objects)
        vetting.why_not = "it has more than 1000 objects";
    else {
        const Hdf5Id object(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
        const H5I_type_t kind = object.get() < 0 ? H5I_BADID : H5Iget_type(object.get());
        if (kind == H5I_BADID)
            vetting.why_not = "an object is damaged";
        else if (kind == H5I_DATASET)
            vetting.why_not = vet_dataset(object.get(), name, vetting.file_size, Filters::refused);
        else if (kind != H5I_GROUP)
            vetting.why_not = "it has a named type, which is not read";
    }
    return vetting.why_not.empty() ? 0 : 1;
}

}  // namespace

EnvironmentError Hdf5Reader::refusal(const std::string& why) const {
    return {EnvironmentError::Kind::io, "cannot read " + file_name_.string() + ": " + why};
}

void Hdf5Reader::open(std::filesystem::path file) {
    file_name_ = std::move(file);
    prepare_hdf5();
    std::error_code error;
    const auto status = std::filesystem::status(file_name_, error);
    if (status.type() == std::filesystem::file_type::not_found) throw io_error("read", file_name_, ENOENT);
    if (error) throw io_error("read", file_name_, error.value());
    if (status.type() != std::filesystem::file_type::regular) throw refusal("it is not a regular file");
    errno = 0;
    file_ = Hdf5Id(H5Fopen(file_name_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (file_.get() < 0 && (errno == EACCES || errno == EPERM || errno == EIO))
        throw io_error("read", file_name_, errno);
    if (file_.get() < 0) throw refusal("it is not a complete HDF5 file");
}

Hdf5Reader::Hdf5Reader(std::filesystem::path file, const std::vector<std::string>& roots) {
    open(std::move(file));
    const auto is_there = [this](const std::string& root) {
        return H5Lexists(file_.get(), root.c_str(), H5P_DEFAULT) > 0;
    };
    if (!roots.empty() && std::none_of(roots.begin(), roots.end(), is_there))
        throw refusal("it is an HDF5 file that wavesim did not write");
    vet();
}

Hdf5Reader Hdf5Reader::of_dataset(const std::filesystem::path& file, const std::string& dataset) {
    Hdf5Reader reader;
    reader.open(file);
    if (reader.has(dataset)) reader.vet(dataset);
    return reader;
}

std::int64_t Hdf5Reader::file_size() const {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file_name_, error);
    if (error) throw io_error("read", file_name_, error.value());
    return static_cast<std::int64_t>(size);
}

void Hdf5Reader::vet(const std::string& dataset) const {
    for (std::size_t end = dataset.find('/', 1);; end = dataset.find('/', end + 1)) {
        H5L_info_t link;
        check(H5Lget_info(file_.get(), dataset.substr(0, end).c_str(), &link, H5P_DEFAULT), dataset);
        if (link.type != H5L_TYPE_HARD) throw refusal("it has a soft or external link, which is not followed");
        if (end == std::string::npos) break;
    }
    const Hdf5Id object = open_object(dataset);
    if (H5Iget_type(object.get()) != H5I_DATASET) throw refusal("'" + dataset.substr(1) + "' is no dataset");
    if (const std::string why = vet_dataset(object.get(), dataset.substr(1), file_size(), Filters::known); !why.empty())
        throw refusal(why);
}

void Hdf5Reader::vet() const {
    Vetting vetting{file_size(), 0, {}};
    const Hdf5Id root = open_object("/");
    // H5Lvisit follows hard links only and visits every group once.
    if (H5Lvisit(root.get(), H5_INDEX_NAME, H5_ITER_NATIVE, vet_link, &vetting) < 0 && vetting.why_not.empty())
        vetting.why_not = "it is damaged";
    if (!vetting.why_not.empty()) throw refusal(vetting.why_not);
}

std::int64_t Hdf5Reader::check(std::int64_t result, const std::string& what) const {
    if (result < 0 && errno == EIO) throw io_error("read", file_name_, EIO);  // the disk's fault, not the file's
    if (result < 0) throw refusal(what + " is missing or damaged");
    return result;
}

Hdf5Id Hdf5Reader::open_object(const std::string& path) const {
    return {check(H5Oopen(file_.get(), path.c_str(), H5P_DEFAULT), path), H5Oclose};
}

Hdf5Id Hdf5Reader::open_dataset(const std::string& path) const {
    return {check(H5Dopen2(file_.get(), path.c_str(), H5P_DEFAULT), path), H5Dclose};
}

bool Hdf5Reader::has(const std::string& path) const {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        if (H5Lexists(file_.get(), path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
        if (end == std::string::npos) return true;
    }
}

std::vector<std::int64_t> Hdf5Reader::shape(const std::string& path) const {
    const Hdf5Id dataset = open_dataset(path);
    const Hdf5Id space(check(H5Dget_space(dataset.get()), path), H5Sclose);
    const int rank = static_cast<int>(check(H5Sget_simple_extent_ndims(space.get()), path));
    std::vector<hsize_t> dims(static_cast<std::size_t>(rank));
    check(H5Sget_simple_extent_dims(space.get(), dims.data(), nullptr), path);
    return {dims.begin(), dims.end()};
}

std::int64_t Hdf5Reader::chunk_depth(const std::string& path) const {
    const Hdf5Id dataset = open_dataset(path);
    const Hdf5Id creation(check(H5Dget_create_plist(dataset.get()), path), H5Pclose);
    if (H5Pget_layout(creation.get()) != H5D_CHUNKED) return 1;
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    check(H5Pget_chunk(creation.get(), static_cast<int>(chunk.size()), chunk.data()), path);
    return static_cast<std::int64_t>(std::max<hsize_t>(1, chunk[0]));
}

std::vector<double> Hdf5Reader::numbers(const std::string& path, std::int64_t most) const {
    const Hdf5Id dataset = open_dataset(path);
    const Hdf5Id space(check(H5Dget_space(dataset.get()), path), H5Sclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    if (count < 0 || count > most) throw refusal(path + " has an unexpected size");
    std::vector<double> values(static_cast<std::size_t>(count));
    if (count > 0) check(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), path);
    return values;
}

std::vector<double> Hdf5Reader::block(const std::string& path, const std::vector<std::int64_t>& start,
                                      const std::vector<std::int64_t>& count) const {
    const std::vector<hsize_t> from(start.begin(), start.end());
    const std::vector<hsize_t> extent(count.begin(), count.end());
    const Hdf5Id dataset = open_dataset(path);
    const Hdf5Id space(check(H5Dget_space(dataset.get()), path), H5Sclose);
    check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, from.data(), nullptr, extent.data(), nullptr), path);
    const Hdf5Id memory(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), H5Sclose);
    std::vector<double> values(static_cast<std::size_t>(H5Sget_select_npoints(space.get())));
    if (!values.empty())
        check(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, values.data()), path);
    return values;
}

std::vector<double> Hdf5Reader::attribute(const std::string& path, const std::string& name, std::int64_t count) const {
    const std::string what = "the attribute '" + name + "' of " + path;
    const Hdf5Id object = open_object(path);
    const Hdf5Id attribute(check(H5Aopen(object.get(), name.c_str(), H5P_DEFAULT), what), H5Aclose);
    const Hdf5Id space(check(H5Aget_space(attribute.get()), what), H5Sclose);
    if (H5Sget_simple_extent_npoints(space.get()) != count) throw refusal(what + " has an unexpected size");
    std::vector<double> values(static_cast<std::size_t>(count));
    check(H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, values.data()), what);
    return values;
}

std::vector<std::string> Hdf5Reader::strings(const std::string& path) const {
    const Hdf5Id dataset = open_dataset(path);
    const Hdf5Id space(check(H5Dget_space(dataset.get()), path), H5Sclose);
    const Hdf5Id type(check(H5Dget_type(dataset.get()), path), H5Tclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    const std::size_t width = H5Tget_size(type.get());
    if (count < 0 || width == 0 || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 ||
        count > most_string_bytes / static_cast<hssize_t>(width))
        throw refusal(path + " is not text of fixed length");
    std::string bytes(width * static_cast<std::size_t>(count), '\0');
    check(H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), path);
    std::vector<std::string> values;
    for (std::size_t at = 0; at < bytes.size(); at += width)
        values.emplace_back(bytes.data() + at, strnlen(bytes.data() + at, width));
    return values;
}

}  // namespace wavesim
