// SPDX-License-Identifier: MIT
#include "io/hdf5_file.hpp"

#include <hdf5.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "io/atomic_file.hpp"

namespace wavesim {
namespace {

static_assert(std::is_same_v<hid_t, std::int64_t> && std::is_same_v<herr_t, int>);

Hdf5Id file_id(hid_t id) { return {id, H5Fclose}; }
Hdf5Id object_id(hid_t id) { return {id, H5Oclose}; }
Hdf5Id space_id(hid_t id) { return {id, H5Sclose}; }
Hdf5Id type_id(hid_t id) { return {id, H5Tclose}; }
Hdf5Id list_id(hid_t id) { return {id, H5Pclose}; }

std::vector<hsize_t> sizes(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }

std::recursive_mutex& library_mutex() {
    static std::recursive_mutex mutex;
    return mutex;
}

hid_t type_of(Precision storage) { return storage == Precision::float32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE; }

/// Values are converted in parts of this size. The library's default, 1 MiB, would be cleared for every file.
constexpr std::size_t conversion_bytes = 64 << 10;

}  // namespace

Hdf5Id& Hdf5Id::operator=(Hdf5Id&& other) noexcept {
    if (this != &other) {
        reset();
        id_ = std::exchange(other.id_, -1);
        close_ = other.close_;
    }
    return *this;
}

bool Hdf5Id::reset() {
    if (id_ < 0) return true;
    return close_(std::exchange(id_, -1)) >= 0;
}

void prepare_hdf5() {
    static std::once_flag once;
    std::call_once(once, [] {
        // Files get their names when they are complete, so the locks of HDF5 are not needed. On file systems without
        // locks HDF5 would not open any file with them.
        ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0);
        H5dont_atexit();
        H5open();
        H5PLset_loading_state(0);
    });
    // A thread-safe HDF5 library keeps this setting for each thread.
    thread_local const bool silent = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
    static_cast<void>(silent);
}

Hdf5Writer::Hdf5Writer(const std::filesystem::path& file, std::filesystem::path shown, std::int64_t user_block)
    : turn_(library_mutex()), shown_(std::move(shown)) {
    prepare_hdf5();
    const Hdf5Id creation = list_id(check(H5Pcreate(H5P_FILE_CREATE)));
    check(H5Pset_userblock(creation.get(), static_cast<hsize_t>(user_block)));
    const Hdf5Id access = list_id(check(H5Pcreate(H5P_FILE_ACCESS)));
    check(H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG));
    check(H5Pset_sieve_buf_size(access.get(), 0));  // blocks are written completely, so no buffer needs to be cleared
                                                    // for each dataset
    links_ = list_id(check(H5Pcreate(H5P_LINK_CREATE)));
    check(H5Pset_create_intermediate_group(links_.get(), 1));
    creation_ = list_id(check(H5Pcreate(H5P_DATASET_CREATE)));
    check(H5Pset_obj_track_times(creation_.get(), false));
    transfer_ = list_id(check(H5Pcreate(H5P_DATASET_XFER)));
    check(H5Pset_buffer(transfer_.get(), conversion_bytes, nullptr, nullptr));
    scalar_ = space_id(check(H5Screate(H5S_SCALAR)));
    any_text_ = type_id(check(H5Tcopy(H5T_C_S1)));
    check(H5Tset_size(any_text_.get(), H5T_VARIABLE));
    check(H5Tset_cset(any_text_.get(), H5T_CSET_UTF8));
    file_ = file_id(check(H5Fcreate(file.c_str(), H5F_ACC_EXCL, creation.get(), access.get())));
}

Hdf5Writer::~Hdf5Writer() = default;

std::int64_t Hdf5Writer::check(std::int64_t result) const {
    const int reason = errno;
    if (result < 0) throw io_error("write", shown_, reason != 0 ? reason : EIO);
    return result;
}

/// Buffered data is written when its object is closed, so a full disk may be noticed only then.
void Hdf5Writer::close_checked(Hdf5Id id) const {
    errno = 0;
    check(id.reset() ? 0 : -1);
}

/// Closes the object that was open, and keeps this one open.
void Hdf5Writer::keep_open(const std::string& path, Hdf5Id id) {
    close_checked(std::exchange(open_, std::move(id)));
    path_ = path;
}

/// The object with this path; it stays open until another one is requested.
std::int64_t Hdf5Writer::object(const std::string& path) {
    errno = 0;
    if (path != path_) keep_open(path, object_id(check(H5Oopen(file_.get(), path.c_str(), H5P_DEFAULT))));
    return open_.get();
}

void Hdf5Writer::group(const std::string& path) {
    errno = 0;
    keep_open(path, object_id(check(H5Gcreate2(file_.get(), path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT))));
}

Hdf5Id Hdf5Writer::text_type(std::size_t width) const {
    Hdf5Id type = type_id(check(H5Tcopy(H5T_C_S1)));
    check(H5Tset_size(type.get(), std::max<std::size_t>(1, width)));
    check(H5Tset_cset(type.get(), H5T_CSET_UTF8));
    check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD));
    return type;
}

void Hdf5Writer::create_dataset(const std::string& path, std::int64_t type, std::int64_t space, bool reserved) {
    errno = 0;
    Hdf5Id own;
    if (reserved) {
        own = list_id(check(H5Pcopy(creation_.get())));
        check(H5Pset_alloc_time(own.get(), H5D_ALLOC_TIME_EARLY));
        check(H5Pset_fill_time(own.get(), H5D_FILL_TIME_NEVER));
    }
    const hid_t creation = reserved ? own.get() : creation_.get();
    keep_open(
        path,
        object_id(check(H5Dcreate2(file_.get(), path.c_str(), type, space, links_.get(), creation, H5P_DEFAULT))));
}

void Hdf5Writer::create(const std::string& path, const std::vector<std::int64_t>& shape, Precision storage) {
    const auto dims = sizes(shape);
    const Hdf5Id space = space_id(check(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr)));
    create_dataset(path, type_of(storage), space.get());
}

std::int64_t Hdf5Writer::reserve(const std::string& path, const std::vector<std::int64_t>& shape, Precision storage) {
    const auto dims = sizes(shape);
    const Hdf5Id space = space_id(check(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr)));
    create_dataset(path, type_of(storage), space.get(), true);
    const haddr_t place = H5Dget_offset(object(path));
    check(place == HADDR_UNDEF ? -1 : 0);
    return static_cast<std::int64_t>(place);
}

void Hdf5Writer::numbers(const std::string& path, std::span<const double> values,
                         const std::vector<std::int64_t>& shape, Precision storage) {
    create(path, shape, storage);
    if (!values.empty())
        check(H5Dwrite(object(path), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, transfer_.get(), values.data()));
}

void Hdf5Writer::write_block(const std::string& path, const std::vector<std::int64_t>& start,
                             const std::vector<std::int64_t>& count, std::span<const double> values) {
    if (std::ranges::any_of(count, [](std::int64_t n) { return n == 0; })) return;
    const auto from = sizes(start);
    const auto extent = sizes(count);
    const hid_t dataset = object(path);
    errno = 0;
    const Hdf5Id space = space_id(check(H5Dget_space(dataset)));
    check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, from.data(), nullptr, extent.data(), nullptr));
    const Hdf5Id memory = space_id(check(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr)));
    check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory.get(), space.get(), transfer_.get(), values.data()));
}

void Hdf5Writer::integers(const std::string& path, std::span<const std::int64_t> values,
                          const std::vector<std::int64_t>& shape) {
    std::vector<hsize_t> sizes(shape.begin(), shape.end());
    if (shape.empty()) sizes.push_back(values.size());
    const Hdf5Id space = space_id(check(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr)));
    create_dataset(path, H5T_STD_I64LE, space.get());
    if (!values.empty())
        check(H5Dwrite(object(path), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, transfer_.get(), values.data()));
}

void Hdf5Writer::strings(const std::string& path, const std::vector<std::string>& values) {
    std::size_t width = 1;
    for (const std::string& value : values) width = std::max(width, value.size());
    std::string bytes;
    for (const std::string& value : values) bytes.append(value).append(width - value.size(), '\0');
    const hsize_t size = values.size();
    const Hdf5Id type = text_type(width);
    const Hdf5Id space = space_id(check(H5Screate_simple(1, &size, nullptr)));
    create_dataset(path, type.get(), space.get());
    if (size > 0) check(H5Dwrite(object(path), type.get(), H5S_ALL, H5S_ALL, transfer_.get(), bytes.data()));
}

void Hdf5Writer::text(const std::string& path, const std::string& value) {
    const Hdf5Id type = text_type(value.size());
    create_dataset(path, type.get(), scalar_.get());
    check(H5Dwrite(object(path), type.get(), H5S_ALL, H5S_ALL, transfer_.get(), value.c_str()));
}

void Hdf5Writer::write_attribute(const std::string& path, const std::string& name, std::int64_t type,
                                 std::int64_t space, const void* data) {
    const hid_t owner = object(path);
    errno = 0;
    Hdf5Id made = {check(H5Acreate2(owner, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT)), H5Aclose};
    check(H5Awrite(made.get(), type, data));
    close_checked(std::move(made));
}

void Hdf5Writer::attribute(const std::string& path, const std::string& name, const std::string& value) {
    const char* data = value.c_str();
    write_attribute(path, name, any_text_.get(), scalar_.get(), &data);
}

void Hdf5Writer::ascii_attribute(const std::string& path, const std::string& name, const std::string& value) {
    const Hdf5Id type = type_id(check(H5Tcopy(H5T_C_S1)));
    check(H5Tset_size(type.get(), value.size()));
    check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD));
    write_attribute(path, name, type.get(), scalar_.get(), value.data());
}

void Hdf5Writer::attribute(const std::string& path, const std::string& name, double value) {
    write_attribute(path, name, H5T_NATIVE_DOUBLE, scalar_.get(), &value);
}

void Hdf5Writer::attribute(const std::string& path, const std::string& name, std::int64_t value) {
    write_attribute(path, name, H5T_NATIVE_INT64, scalar_.get(), &value);
}

void Hdf5Writer::attribute(const std::string& path, const std::string& name, std::span<const double> values) {
    const hsize_t size = values.size();
    const Hdf5Id space = space_id(check(H5Screate_simple(1, &size, nullptr)));
    write_attribute(path, name, H5T_NATIVE_DOUBLE, space.get(), values.data());
}

void Hdf5Writer::attribute(const std::string& path, const std::string& name, std::span<const std::int64_t> values) {
    const hsize_t size = values.size();
    const Hdf5Id space = space_id(check(H5Screate_simple(1, &size, nullptr)));
    write_attribute(path, name, H5T_NATIVE_INT64, space.get(), values.data());
}

void Hdf5Writer::dimension_scale(const std::string& dataset, unsigned axis, const std::string& scale,
                                 const std::string& name) {
    Hdf5Id along = object_id(check(H5Oopen(file_.get(), scale.c_str(), H5P_DEFAULT)));
    const hid_t data = object(dataset);
    errno = 0;
    if (H5DSis_scale(along.get()) <= 0) check(H5DSset_scale(along.get(), name.c_str()));
    check(H5DSattach_scale(data, along.get(), axis));
    check(H5DSset_label(data, axis, name.c_str()));
    close_checked(std::move(along));
}

void Hdf5Writer::close() {
    close_checked(std::move(open_));
    errno = 0;
    check(H5Fflush(file_.get(), H5F_SCOPE_LOCAL));
    errno = 0;
    if (!file_.reset()) check(-1);
}

}  // namespace wavesim
