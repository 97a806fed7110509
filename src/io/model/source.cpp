// SPDX-License-Identifier: MIT
#include "io/model/source.hpp"

#include <fstream>
#include <numeric>
#include <utility>

#include "io/hdf5_reader.hpp"
#include "io/input_file.hpp"
#include "io/model/layout.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

std::int64_t slab_values(const std::vector<std::int64_t>& shape) {
    return std::accumulate(shape.begin() + 1, shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// Raw, NPY and SEG-Y files: numbers at known places.
class FlatSource final : public ModelSource {
  public:
    FlatSource(const fs::path& path, std::string name, ModelLayout layout)
        : stream_(path, std::ios::binary), name_(std::move(name)), layout_(std::move(layout)) {}
    const std::vector<std::int64_t>& shape() const override { return layout_.shape; }
    std::vector<double> slab(std::int64_t index) override {
        const std::int64_t row = layout_.shape.back();
        const bool rows_only = layout_.shape.size() == 1;
        const std::int64_t rows = rows_only ? 1 : slab_values(layout_.shape) / row;
        std::vector<double> values;
        values.reserve(static_cast<std::size_t>(rows * row));
        std::vector<unsigned char> bytes(static_cast<std::size_t>(layout_.row_bytes()));
        stream_.seekg(layout_.offset + index * rows * layout_.row_bytes());
        for (std::int64_t r = 0; r < rows; ++r) {
            stream_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
            if (!stream_) throw InputFileError(Rule::model_file, "the file " + shown(name_) + " cannot be read");
            const unsigned char* at = bytes.data() + layout_.row_lead;
            for (std::int64_t i = 0; i < row; ++i, at += layout_.type.bytes)
                values.push_back(decode_sample(layout_.type, at));
        }
        return values;
    }

  private:
    std::ifstream stream_;
    std::string name_;
    ModelLayout layout_;
};

/// HDF5's message without the folder, which the scene does not name.
[[noreturn]] void refuse_hdf5(const std::string& name, const EnvironmentError& error) {
    const std::string text = error.what();
    const std::size_t colon = text.find(": ");
    throw InputFileError(Rule::model_file, "the file " + shown(name) +
                                               " cannot be read: " + text.substr(colon == text.npos ? 0 : colon + 2));
}

class Hdf5Source final : public ModelSource {
  public:
    Hdf5Source(const fs::path& path, std::string name, std::string dataset)
        : name_(std::move(name)), dataset_(std::move(dataset)) {
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
    std::vector<double> slab(std::int64_t index) override {
        std::vector<std::int64_t> start(shape_.size(), 0);
        std::vector<std::int64_t> count = shape_;
        start.front() = index;
        count.front() = 1;
        try {
            return reader_->block(dataset_, start, count);
        } catch (const EnvironmentError& error) {
            refuse_hdf5(name_, error);
        }
    }

  private:
    std::string name_;
    std::string dataset_;
    std::unique_ptr<Hdf5Reader> reader_;
    std::vector<std::int64_t> shape_;
};

}  // namespace

std::unique_ptr<ModelSource> open_model(const fs::path& path, const ModelFileRequest& request) {
    using Format = ModelFileRequest::Format;
    const std::string& name = request.file;
    switch (request.format) {
        case Format::hdf5: {
            const std::string dataset = request.dataset.front() == '/' ? request.dataset : '/' + request.dataset;
            return std::make_unique<Hdf5Source>(path, name, dataset);
        }
        case Format::segy: return std::make_unique<FlatSource>(path, name, segy_layout(path, name, request.shape));
        case Format::npy: return std::make_unique<FlatSource>(path, name, npy_layout(path, name));
        case Format::raw: break;
    }
    return std::make_unique<FlatSource>(path, name, raw_layout(path, name, request.shape, request.type));
}

}  // namespace wavesim
