// SPDX-License-Identifier: MIT
#include "stencils/ranks/wall_memory.hpp"

#include <stdexcept>

namespace wavesim {

namespace {

/// A source that changes nothing and notes which memory would be overwritten.
class NotingSource final : public StateSource {
  public:
    const std::vector<ArrayInfo>& arrays() const override { return none_; }
    void open(const std::string&) override {}
    void read(std::span<std::byte> part) override {
        if (!found_.empty() && found_.data() + found_.size() != part.data())
            throw std::logic_error("the memory of walls does not stand side by side");
        found_ = {found_.empty() ? part.data() : found_.data(), found_.size() + part.size()};
    }
    std::span<std::byte> found() const { return found_; }

  private:
    std::vector<ArrayInfo> none_;
    std::span<std::byte> found_;
};

}  // namespace

WallMemory::WallMemory(const std::vector<StateArray>& state) {
    for (const StateArray& array : state) {
        if (!array.info.name.ends_with("_walls") || array.info.bytes() == 0) continue;
        if (array.planes.empty()) throw std::logic_error(array.info.name + " is not known by planes");
        NotingSource source;
        array.load(source);
        Array& own = arrays_.emplace_back(Array{source.found(), {}});
        for (const std::int64_t element : array.planes) own.starts.push_back(element * bytes_of(array.info.type));
    }
}

std::vector<std::span<std::byte>> WallMemory::planes(std::int64_t from, std::int64_t to) const {
    std::vector<std::span<std::byte>> found;
    for (const Array& array : arrays_) {
        const std::int64_t first = array.starts[static_cast<std::size_t>(from)];
        const std::int64_t last = array.starts[static_cast<std::size_t>(to)];
        if (first < last)
            found.push_back(
                array.bytes.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
    }
    return found;
}

}  // namespace wavesim
