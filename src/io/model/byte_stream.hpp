// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace wavesim {

/// The bytes of a file, or of a file within a ZIP archive; fastest when read forwards.
class ByteStream {
  public:
    virtual ~ByteStream() = default;
    virtual std::int64_t size() const = 0;
    /// Fills `into` with the bytes from `at` on. Throws InputFileError (model_file).
    virtual void read(std::int64_t at, std::span<unsigned char> into) = 0;
};

/// `name` is the name of the file in messages. Throws InputFileError (model_file).
std::unique_ptr<ByteStream> open_file(const std::filesystem::path& path, const std::string& name);

/// The array `array` of a file of numpy.savez, or its only array if `array` is empty. Throws InputFileError
/// (model_file).
std::unique_ptr<ByteStream> open_npz(const std::filesystem::path& path, const std::string& name,
                                     const std::string& array);

}  // namespace wavesim
