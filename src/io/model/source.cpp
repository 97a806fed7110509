// SPDX-License-Identifier: MIT
#include "io/model/source.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "io/hdf5_reader.hpp"
#include "io/input_file.hpp"
#include "io/model/byte_stream.hpp"
#include "io/model/layout.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

std::int64_t slab_values(const std::vector<std::int64_t>& shape) {
    return std::accumulate(shape.begin() + 1, shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// Raw, NPY, NPZ and SEG-Y files: numbers at known positions.
class FlatSource final : public ModelSource {
  public:
    FlatSource(std::unique_ptr<ByteStream> bytes, ModelLayout layout)
        : bytes_(std::move(bytes)), layout_(std::move(layout)) {}
    const std::vector<std::int64_t>& shape() const override { return layout_.shape; }
    bool reversed() const override { return layout_.reversed; }
    std::vector<std::string> doubts() const override { return layout_.doubts; }
    std::vector<double> slab(std::int64_t index) override {
        const std::int64_t row = layout_.shape.back();
        const bool rows_only = layout_.shape.size() == 1;
        const std::int64_t rows = rows_only ? 1 : slab_values(layout_.shape) / row;
        std::vector<double> values;
        values.reserve(static_cast<std::size_t>(rows * row));
        std::vector<unsigned char> bytes(static_cast<std::size_t>(layout_.row_bytes()));
        for (std::int64_t r = 0; r < rows; ++r) {
            bytes_->read(layout_.offset + (index * rows + r) * layout_.row_bytes(), bytes);
            const unsigned char* at = bytes.data() + layout_.row_lead;
            for (std::int64_t i = 0; i < row; ++i, at += layout_.type.bytes)
                values.push_back(decode_sample(layout_.type, at));
        }
        return values;
    }

  private:
    std::unique_ptr<ByteStream> bytes_;
    ModelLayout layout_;
};

/// Throws HDF5's message without the folder, which the scene does not name.
[[noreturn]] void refuse_hdf5(const std::string& name, const EnvironmentError& error) {
    const std::string text = error.what();
    const std::size_t colon = text.find(": ");
    throw InputFileError(Rule::model_file, "the file " + shown(name) +
                                               " cannot be read: " + text.substr(colon == text.npos ? 0 : colon + 2));
}

class Hdf5Source final : public ModelSource {
  public:
    Hdf5Source(const fs::path& path, std::string name, std::string dataset, std::int64_t read_values)
        : name_(std::move(name)), dataset_(std::move(dataset)), read_values_(read_values) {
        try {
            reader_ = std::make_unique<Hdf5Reader>(Hdf5Reader::of_dataset(path, dataset_));
            if (!reader_->has(dataset_))
                throw InputFileError(Rule::model_file,
                                     "the file " + shown(name_) + " has no dataset " + shown(dataset_));
            shape_ = reader_->shape(dataset_);
        } catch (const EnvironmentError& error) {
            refuse_hdf5(name_, error);
        }
    }
    const std::vector<std::int64_t>& shape() const override { return shape_; }
    /// A chunk must be unpacked completely, so all slabs in it are read at once if they fit into memory.
    std::vector<double> slab(std::int64_t index) override {
        const std::int64_t values = slab_values(shape_);
        if (index < first_ || index >= first_ + held_) read_from(index);
        const double* const from = block_.data() + (index - first_) * values;
        return {from, from + values};
    }

  private:
    void read_from(std::int64_t index) {
        std::vector<std::int64_t> start(shape_.size(), 0);
        std::vector<std::int64_t> count = shape_;
        const std::int64_t fit =
            std::max<std::int64_t>(1, read_values_ / std::max<std::int64_t>(1, slab_values(shape_)));
        try {
            start.front() = first_ = index;
            count.front() = held_ = std::min({reader_->chunk_depth(dataset_), fit, shape_.front() - index});
            block_ = reader_->block(dataset_, start, count);
        } catch (const EnvironmentError& error) {
            refuse_hdf5(name_, error);
        }
    }

    std::string name_;
    std::string dataset_;
    std::int64_t read_values_;
    std::unique_ptr<Hdf5Reader> reader_;
    std::vector<std::int64_t> shape_;
    std::vector<double> block_;  ///< slabs first_ to first_ + held_
    std::int64_t first_ = 0;
    std::int64_t held_ = 0;
};

}  // namespace

std::unique_ptr<ModelSource> open_model(const fs::path& path, const ModelFileRequest& request,
                                        std::int64_t read_values) {
    using Format = ModelFileRequest::Format;
    const std::string& name = request.file;
    switch (request.format) {
        case Format::hdf5: {
            const std::string dataset = request.dataset.front() == '/' ? request.dataset : '/' + request.dataset;
            return std::make_unique<Hdf5Source>(path, name, dataset, read_values);
        }
        case Format::npz: {
            auto bytes = open_npz(path, name, request.dataset);
            ModelLayout layout = npy_layout(*bytes, name);
            return std::make_unique<FlatSource>(std::move(bytes), std::move(layout));
        }
        case Format::segy:
        case Format::npy:
        case Format::raw: break;
    }
    auto bytes = open_file(path, name);
    ModelLayout layout = request.format == Format::segy  ? segy_layout(*bytes, name, request.shape, request.segy)
                         : request.format == Format::npy ? npy_layout(*bytes, name)
                                                         : raw_layout(*bytes, name, request.shape, request.type);
    return std::make_unique<FlatSource>(std::move(bytes), std::move(layout));
}

}  // namespace wavesim
