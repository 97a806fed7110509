// SPDX-License-Identifier: MIT
#include "stencils/ranks/rank_state.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "stencils/ranks/rank_orders.hpp"

namespace wavesim {

namespace {

/// Calls pass(part) for parts of a buffer until so many bytes have passed. If the sink or source of this rank fails,
/// the remaining parts pass nevertheless, since the other rank expects them. Then the exception is rethrown.
class PassInParts {
  public:
    explicit PassInParts(std::int64_t bytes) : left_(bytes) {}
    template <class Pass>
    void operator()(const Pass& pass) {
        std::vector<std::byte> buffer(static_cast<std::size_t>(std::min(left_, most_state_part)));
        for (; left_ > 0; left_ -= std::min(left_, std::ssize(buffer)))
            pass(std::span(buffer).first(static_cast<std::size_t>(std::min(left_, std::ssize(buffer)))));
        if (failure_) std::rethrow_exception(failure_);
    }
    template <class Here>
    void here(const Here& act) {
        if (failure_) return;
        try {
            act();
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

  private:
    std::int64_t left_;
    std::exception_ptr failure_;
};

/// Sends an array in parts of most_state_part bytes, which rank 0 expects.
class SendingSink final : public StateSink {
  public:
    explicit SendingSink(RankLink& link) : link_(link) { buffer_.reserve(most_state_part); }
    void begin(const ArrayInfo&) override {}
    void write(std::span<const std::byte> part) override {
        while (!part.empty()) {
            const std::size_t room = std::min(part.size(), most_state_part - buffer_.size());
            buffer_.insert(buffer_.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(room));
            part = part.subspan(room);
            if (buffer_.size() == most_state_part) send();
        }
    }
    void send() {
        if (!buffer_.empty()) link_.send(0, buffer_);
        buffer_.clear();
    }

  private:
    RankLink& link_;
    std::vector<std::byte> buffer_;
};

/// Receives an array in such parts.
class ReceivingSource final : public StateSource {
  public:
    ReceivingSource(RankLink& link, std::int64_t bytes) : link_(link), left_(bytes) {}
    const std::vector<ArrayInfo>& arrays() const override { return none_; }
    void open(const std::string&) override {}
    void read(std::span<std::byte> part) override {
        while (!part.empty()) {
            if (at_ == buffer_.size()) receive();
            const std::size_t count = std::min(part.size(), buffer_.size() - at_);
            std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(at_), count, part.begin());
            at_ += count;
            part = part.subspan(count);
        }
    }
    /// Receives the parts that were not read.
    void drain() {
        while (left_ > 0) receive();
    }

  private:
    void receive() {
        if (left_ == 0) throw StateError("an array of a state is shorter than what is read of it");
        buffer_.resize(static_cast<std::size_t>(std::min(left_, most_state_part)));
        link_.receive(0, buffer_);
        left_ -= std::ssize(buffer_);
        at_ = 0;
    }
    RankLink& link_;
    std::int64_t left_;
    std::vector<ArrayInfo> none_;
    std::vector<std::byte> buffer_;
    std::size_t at_ = 0;
};

}  // namespace

void send_state_list(RankLink& link, const std::vector<StateArray>& arrays) {
    link.send_value(0, arrays.size());
    for (const StateArray& array : arrays) {
        link.send_text(0, array.info.name);
        link.send_value(0, array.info.type);
        link.send_list(0, array.info.shape);
        link.send_value(0, array.info.version);
        link.send_list(0, array.planes);
    }
}

void send_state_array(RankLink& link, const StateArray& array) {
    SendingSink sink(link);
    array.save(sink);
    sink.send();
}

void receive_state_array(RankLink& link, const StateArray& array) {
    ReceivingSource source(link, array.info.bytes());
    array.load(source);
    source.drain();
}

std::vector<StateArray> state_of_rank(RankLink& link, int rank) {
    link.send_value(rank, RankOrder{RankOrder::Kind::list_state});
    std::vector<StateArray> arrays(link.receive_value<std::size_t>(rank));
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        StateArray& array = arrays[i];
        array.info.name = link.receive_text(rank);
        array.info.type = link.receive_value<ElementType>(rank);
        array.info.shape = link.receive_list<std::int64_t>(rank);
        array.info.version = link.receive_value<int>(rank);
        array.planes = link.receive_list<std::int64_t>(rank);
        const auto number = static_cast<std::int64_t>(i);
        const std::int64_t bytes = array.info.bytes();
        array.save = [&link, rank, number, bytes](StateSink& sink) {
            link.send_value(rank, RankOrder{RankOrder::Kind::save, number});
            PassInParts pass(bytes);
            pass([&](std::span<std::byte> part) {
                link.receive(rank, part);
                pass.here([&] { sink.write(part); });
            });
        };
        array.load = [&link, rank, number, bytes](StateSource& source) {
            link.send_value(rank, RankOrder{RankOrder::Kind::load, number});
            PassInParts pass(bytes);
            pass([&](std::span<std::byte> part) {
                pass.here([&] { source.read(part); });
                link.send(rank, part);
            });
        };
    }
    return arrays;
}

}  // namespace wavesim
