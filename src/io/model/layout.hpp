// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "io/model/byte_stream.hpp"
#include "io/model/sample_type.hpp"
#include "io/model/segy_structure.hpp"

namespace wavesim {

/// Position of the values of a grid in a file: rows of the last axis, each preceded by `row_lead` bytes.
struct ModelLayout {
    std::vector<std::int64_t> shape;  ///< slowest axis first
    bool reversed = false;            ///< the file counts its axes from the fastest one on (Fortran order)
    std::int64_t offset = 0;          ///< bytes before the first row
    std::int64_t row_lead = 0;
    SampleType type;
    std::vector<std::string> doubts{};  ///< sentences about headers that contradict the file
    std::int64_t row_bytes() const { return row_lead + shape.back() * static_cast<std::int64_t>(type.bytes); }
};

/// A file that contains only values: it must have exactly the size of `shape`.
ModelLayout raw_layout(const ByteStream& bytes, const std::string& name, const std::vector<std::int64_t>& shape,
                       const SampleType& type);

/// numpy.save (versions 1 to 3), numbers in C or Fortran order.
/// Source: numpy.lib.format, "Format Version 1.0".
ModelLayout npy_layout(ByteStream& bytes, const std::string& name);

/// SEG-Y with every sample format except 4 (segy_structure.hpp). The traces form one axis, unless `shape` divides them
/// into more; its last entry is the number of samples per trace.
ModelLayout segy_layout(ByteStream& bytes, const std::string& name, const std::vector<std::int64_t>& shape,
                        const SegyHints& hints);

// All of them throw InputFileError (model_file).

}  // namespace wavesim
