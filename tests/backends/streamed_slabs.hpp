// SPDX-License-Identifier: MIT
// Virtual devices: CPU backends that work behind the host like a GPU, each with a stream of its own and pauses of any
// length.
#pragma once
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "backends/slab_cases.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::testing::slabs {

/// Does what is queued, one after the other, in a thread of its own, with a pause before each.
class VirtualStream {
  public:
    explicit VirtualStream(unsigned seed)
        : random_(seed), thread_([this](const std::stop_token& stop) { live(stop); }) {}

    void queue(std::function<void()> work) {
        const std::lock_guard lock(mutex_);
        works_.push_back(std::move(work));
        ++left_;
        changed_.notify_all();
    }
    void finish() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return left_ == 0; });
    }

  private:
    void live(const std::stop_token& stop) {
        for (;;) {
            std::function<void()> work;
            {
                std::unique_lock lock(mutex_);
                if (!changed_.wait(lock, stop, [this] { return !works_.empty(); })) return;
                work = std::move(works_.front());
                works_.pop_front();
            }
            // Most are short, some are long, so that one stream falls behind another by several steps.
            std::this_thread::sleep_for(
                std::chrono::microseconds(random_() % 8 == 0 ? random_() % 3000 : random_() % 50));
            work();
            const std::lock_guard lock(mutex_);
            --left_;
            changed_.notify_all();
        }
    }

    std::mt19937 random_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<std::function<void()>> works_;
    int left_ = 0;
    std::jthread thread_;
};

/// A point in a stream for which others wait.
class VirtualMark {
  public:
    void reach() {
        const std::lock_guard lock(mutex_);
        reached_ = true;
        changed_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return reached_; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool reached_ = false;
};

class StreamedBackend final : public StencilBackend {
  public:
    StreamedBackend(std::unique_ptr<StencilBackend> inner, unsigned seed) : inner_(std::move(inner)), stream_(seed) {
        test::MemoryState at_rest = test::saved(*inner_);
        planes_[0] = inner_->planes();
        inner_->advance(1);
        planes_[1] = inner_->planes();
        inner_->load(at_rest);
        std::vector<double> dropped;
        inner_->take_traces(dropped);
    }
    ~StreamedBackend() override { stream_.finish(); }

    void advance(std::int64_t count) override {
        start_advance(count);
        finish_advance();
    }
    void start_advance(std::int64_t count) override {
        stream_.queue([this, count] { inner_->advance(count); });
        step_ += count;
    }
    double finish_advance() override {
        stream_.finish();
        return 0;
    }
    std::int64_t step() const override { return step_; }
    std::vector<FieldPlanes> planes() override { return planes_[static_cast<std::size_t>(step_ % 2)]; }
    void copy_in(std::byte* to, const std::byte* from, std::int64_t bytes) override {
        stream_.queue([to, from, bytes] { std::memcpy(to, from, static_cast<std::size_t>(bytes)); });
    }
    void mark() override {
        const auto mark = std::make_shared<VirtualMark>();
        const std::lock_guard lock(mutex_);
        mark_ = mark;
        stream_.queue([mark] { mark->reach(); });
    }
    void wait_for(const StencilBackend& neighbour) override {
        stream_.queue([mark = dynamic_cast<const StreamedBackend&>(neighbour).last_mark()] { mark->wait(); });
    }
    // All of these are called between two advances, when the stream has finished.
    void take_traces(std::vector<double>& traces) override { inner_->take_traces(traces); }
    void read(FieldLevel level, const NodeBox& box, std::span<double> values) const override {
        inner_->read(level, box, values);
    }
    void write(FieldLevel level, std::span<const double> values) override { inner_->write(level, values); }
    FieldHealth health() const override { return inner_->health(); }
    void add_health(std::int64_t from, std::int64_t to, FieldHealth& health) const override {
        inner_->add_health(from, to, health);
    }

  private:
    std::shared_ptr<VirtualMark> last_mark() const {
        const std::lock_guard lock(mutex_);
        return mark_;
    }
    std::vector<StateArray> state() override { return {}; }
    void resume() override {}

    std::unique_ptr<StencilBackend> inner_;
    std::array<std::vector<FieldPlanes>, 2> planes_;  ///< by the parity of the step
    std::int64_t step_ = 0;                           ///< as the host sees it
    mutable std::mutex mutex_;
    std::shared_ptr<VirtualMark> mark_;
    VirtualStream stream_;  ///< its thread uses the others
};

/// The row of the CPU with a stream for each slab; `seed` decides its pauses.
inline BackendEntry streamed_row(unsigned seed) {
    BackendEntry row = cpu();
    for (MediumSupport& kind : row.media)
        kind.open = [open = kind.open, seed](const Problem& problem, const BackendOptions& options,
                                             const Proposal& proposal) -> std::unique_ptr<StencilBackend> {
            return std::make_unique<StreamedBackend>(open(problem, options, proposal),
                                                     seed * 100 + static_cast<unsigned>(options.device));
        };
    return row;
}

}  // namespace wavesim::testing::slabs
