// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "stencils/problem/state.hpp"

namespace wavesim::test {

/// A state in memory, whose arrays can be looked at and changed.
class MemoryState final : public StateSink, public StateSource {
  public:
    void begin(const ArrayInfo& info) override {
        expect_whole();
        infos_.push_back(info);
        bytes_.emplace_back();
    }
    void write(std::span<const std::byte> part) override {
        most_ = std::max(most_, part.size());
        bytes_.back().insert(bytes_.back().end(), part.begin(), part.end());
    }

    const std::vector<ArrayInfo>& arrays() const override { return infos_; }
    void open(const std::string& name) override {
        expect_whole();
        opened_ = index_of(name);
        at_ = 0;
    }
    void read(std::span<std::byte> part) override {
        most_ = std::max(most_, part.size());
        const std::vector<std::byte>& from = bytes_[opened_];
        if (at_ + part.size() > from.size()) throw std::logic_error(infos_[opened_].name + " is read beyond its end");
        if (!part.empty()) std::memcpy(part.data(), from.data() + at_, part.size());
        at_ += part.size();
    }

    /// The largest part so far, in bytes.
    std::size_t most() const { return most_; }
    bool holds(const std::string& name) const {
        return std::ranges::find(infos_, name, &ArrayInfo::name) != infos_.end();
    }
    ArrayInfo& info(const std::string& name) { return infos_[index_of(name)]; }
    template <class T>
    std::span<T> values(const std::string& name) {
        if (info(name).type != element_type_of<T>()) throw std::invalid_argument(name);
        std::vector<std::byte>& bytes = bytes_[index_of(name)];
        return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
    void erase(const std::string& name) {
        const auto at = static_cast<std::ptrdiff_t>(index_of(name));
        infos_.erase(infos_.begin() + at);
        bytes_.erase(bytes_.begin() + at);
    }
    /// One array more, of zeros.
    void add(const ArrayInfo& info) {
        infos_.push_back(info);
        bytes_.emplace_back(static_cast<std::size_t>(info.bytes()));
    }
    /// Whether the other one has an array of that name with the same bytes.
    bool equals(const MemoryState& other, const std::string& name) const {
        return other.holds(name) && bytes_[index_of(name)] == other.bytes_[other.index_of(name)];
    }

  private:
    std::size_t index_of(const std::string& name) const {
        const auto found = std::ranges::find(infos_, name, &ArrayInfo::name);
        if (found == infos_.end()) throw std::out_of_range(name);
        return static_cast<std::size_t>(found - infos_.begin());
    }
    void expect_whole() const {
        if (!infos_.empty() && static_cast<std::int64_t>(bytes_.back().size()) != infos_.back().bytes())
            throw std::logic_error(infos_.back().name + " is not whole");
    }

    std::vector<ArrayInfo> infos_;
    std::vector<std::vector<std::byte>> bytes_;
    std::size_t opened_ = 0;
    std::size_t at_ = 0;
    std::size_t most_ = 0;
};

}  // namespace wavesim::test
