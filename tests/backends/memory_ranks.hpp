// SPDX-License-Identifier: MIT
// Ranks that are threads of one process, for tests of what processes do.
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <tuple>
#include <vector>

#include "stencils/ranks/rank_link.hpp"
#include "stencils/ranks/rank_server.hpp"

namespace wavesim::test {

/// Messages between threads. `spoil` may change a message on its way, or lose it by leaving it empty.
class MemoryMail {
  public:
    using Spoil = std::function<void(int from, int to, RankLink::Channel, std::vector<std::byte>&)>;
    explicit MemoryMail(Spoil spoil = {}) : spoil_(std::move(spoil)) {}

    void put(int from, int to, RankLink::Channel channel, std::span<const std::byte> bytes) {
        std::vector<std::byte> message(bytes.begin(), bytes.end());
        if (spoil_) spoil_(from, to, channel, message);
        const std::lock_guard lock(mutex_);
        if (!message.empty()) boxes_[{from, to, channel}].push_back(std::move(message));
        changed_.notify_all();
    }
    void take(int from, int to, RankLink::Channel channel, std::span<std::byte> bytes, double seconds) {
        std::unique_lock lock(mutex_);
        auto& box = boxes_[{from, to, channel}];
        const auto ready = [&] { return lost_ || !box.empty(); };
        if (seconds > 1e6)
            changed_.wait(lock, ready);
        else if (!changed_.wait_for(lock, std::chrono::duration<double>(seconds), ready))
            throw RankLost(from, code_of_lost_rank, "rank " + std::to_string(from) + " does not answer");
        if (lost_) throw RankLost(*lost_);
        if (box.front().size() != bytes.size()) throw std::logic_error("a message has another length");
        std::memcpy(bytes.data(), box.front().data(), bytes.size());
        box.pop_front();
    }
    void lose(const RankLost& lost) {
        const std::lock_guard lock(mutex_);
        if (!lost_) lost_ = std::make_unique<RankLost>(lost);
        changed_.notify_all();
    }

  private:
    Spoil spoil_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::tuple<int, int, RankLink::Channel>, std::deque<std::vector<std::byte>>> boxes_;
    std::unique_ptr<RankLost> lost_;
};

class MemoryLink final : public RankLink {
  public:
    MemoryLink(MemoryMail& mail, int rank, int size) : mail_(mail), rank_(rank), size_(size) {}
    int rank() const override { return rank_; }
    int size() const override { return size_; }
    void start_send(int to, Channel channel, std::span<const std::byte> bytes) override {
        mail_.put(rank_, to, channel, bytes);
    }
    void start_receive(int from, Channel channel, std::span<std::byte> bytes) override {
        wanted_.push_back({from, channel, bytes});
    }
    void finish(double seconds) override {
        for (const Wanted& one : wanted_) mail_.take(one.from, rank_, one.channel, one.bytes, seconds);
        wanted_.clear();
    }
    void give_up(int code, const std::string& why) override { mail_.lose(RankLost(rank_, code, why)); }

  private:
    struct Wanted {
        int from;
        Channel channel;
        std::span<std::byte> bytes;
    };
    MemoryMail& mail_;
    int rank_;
    int size_;
    std::vector<Wanted> wanted_;
};

/// Threads that serve as ranks 1 and so on; the caller is rank 0.
class ServingRanks {
  public:
    ServingRanks(int size, const RankSkills& skills, MemoryMail::Spoil spoil = {})
        : mail_(std::move(spoil)), link_(mail_, 0, size) {
        for (int rank = 1; rank < size; ++rank)
            threads_.emplace_back([this, rank, size, skills] {
                MemoryLink link(mail_, rank, size);
                try {
                    serve_rank(link, skills);
                } catch (const RankLost& lost) {
                    mail_.lose(lost);
                }
            });
    }
    ~ServingRanks() {
        try {
            for (int rank = 1; rank < link_.size(); ++rank) link_.send_value(rank, RankOrder{RankOrder::Kind::end, 0});
        } catch (const RankLost&) {
        }
    }
    RankLink& link() { return link_; }

  private:
    MemoryMail mail_;
    MemoryLink link_;
    std::vector<std::jthread> threads_;
};

}  // namespace wavesim::test
