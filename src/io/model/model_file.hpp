// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "io/input_file.hpp"
#include "io/model/sample_type.hpp"
#include "io/model/segy_structure.hpp"
#include "io/model/units.hpp"
#include "solvers/scene/frame.hpp"
#include "stencils/grid/enum_words.hpp"

namespace wavesim {

struct ModelGrid;

/// A request for a grid of values in a file, as described by the scene.
struct ModelFileRequest {
    enum class Format { hdf5, segy, npy, npz, raw };
    std::string file;
    Format format = Format::raw;
    std::string dataset;              ///< HDF5, and NPZ with several arrays
    SampleType type;                  ///< raw only
    SegyHints segy{};                 ///< SEG-Y only
    std::vector<std::int64_t> shape;  ///< along `axes`; may be empty unless raw
    struct Axis {
        int axis = 0;
        bool downwards = false;  ///< coordinates decrease from value to value
    };
    std::vector<Axis> axes;  ///< of the indices in the file's order, each once
    Point spacing_m;
    Point origin_m;   ///< of the first value in the file
    double unit = 1;  ///< SI units per number
    NumberMeaning meaning = NumberMeaning::value;
    Frame frame{};  ///< frame of the coordinates in messages
    /// The valid range of the values, in SI units; messages about other values show the text.
    struct Bounds {
        double least;
        double most;
        const char* text;
    };
    Bounds bounds{std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max(),
                  "speed or density (a number above 0 is needed)"};
};

template <>
struct EnumWords<ModelFileRequest::Format> {
    static constexpr auto words = std::to_array<std::string_view>({"hdf5", "segy", "npy", "npz", "raw"});
};

/// `.h5 .hdf5 .sgy .segy .npy .npz .bin .raw` (any case).
std::optional<ModelFileRequest::Format> model_format_of(const std::string& file);

/// The part of a file that a domain from the origin to `size_m` needs, in SI units. Throws InputFileError: path_escape;
/// model_file if the file cannot be read, has another size, or a value is out of bounds; bad_medium if the grid does
/// not cover the domain. Sentences about headers that contradict the file are added to `doubts`.
ModelGrid read_model(const InputFolders& folders, const ModelFileRequest& request, const Point& size_m,
                     std::vector<std::string>* doubts = nullptr);

}  // namespace wavesim
