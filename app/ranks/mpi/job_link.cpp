// SPDX-License-Identifier: MIT
#include "app/ranks/job_link.hpp"

#include <fmt/core.h>
#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "app/ranks/rank_host.hpp"
#include "app/ranks/rank_watch.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {

namespace {

/// Only the main thread calls MPI.
class MpiLink final : public JobLink {
  public:
    explicit MpiLink(double silence_s) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        gather_hosts();
        watch_ = std::make_unique<RankWatch>(*this, silence_s);
    }
    MpiLink(const MpiLink&) = delete;
    MpiLink& operator=(const MpiLink&) = delete;
    ~MpiLink() override {
        if (broken()) return;
        watch_->close();
        MPI_Finalize();
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    std::string name_of(int rank) const override {
        return fmt::format("rank {} on {}", rank, hosts_[static_cast<std::size_t>(rank)].name);
    }
    const std::vector<RankHost>& hosts() const override { return hosts_; }
    void on_loss(std::function<void(const RankLost&)> last_words) override { watch_->on_loss(std::move(last_words)); }
    bool broken() const override { return broken_; }
    void part() override { watch_->close(); }
    void end_all(int code) override {
        MPI_Abort(MPI_COMM_WORLD, code);
        _exit(code);
    }

    void start_send(int to, Channel channel, std::span<const std::byte> bytes) override {
        for_each_part(bytes, [&](const std::byte* part, int count) {
            MPI_Isend(part, count, MPI_BYTE, to, static_cast<int>(channel), MPI_COMM_WORLD, &add(to, false));
        });
    }
    void start_receive(int from, Channel channel, std::span<std::byte> bytes) override {
        for_each_part(std::span<const std::byte>(bytes), [&](const std::byte* part, int count) {
            MPI_Irecv(const_cast<std::byte*>(part), count, MPI_BYTE, from, static_cast<int>(channel), MPI_COMM_WORLD,
                      &add(from, true));
        });
    }
    void finish(double seconds) override {
        const Clock::time_point begin = Clock::now();
        for (int tries = 0; !all_done(); ++tries) {
            throw_if_lost();
            const double waited = std::chrono::duration<double>(Clock::now() - begin).count();
            if (waited > seconds) give_up_waiting(waited);
            rest(tries, waited);
        }
        requests_.clear();
        peers_.clear();
    }
    void give_up(int code, const std::string& why) override {
        tell(RankLost(rank_, code, fmt::format("{}: {}", name_of(rank_), why)));
    }

  private:
    using Clock = std::chrono::steady_clock;
    struct Peer {
        int rank;
        bool sends;
    };

    void tell(const RankLost& lost) {
        if (std::exchange(broken_, true)) return;
        watch_->tell(lost);
        if (watch_->whole()) return;
        watch_->say_last_words(lost);
        end_all(lost.code());
    }

    /// Counts of MPI are int.
    template <class Act>
    static void for_each_part(std::span<const std::byte> bytes, const Act& act) {
        constexpr std::size_t most = 1 << 30;
        for (std::size_t at = 0; at < bytes.size(); at += most)
            act(bytes.data() + at, static_cast<int>(std::min(most, bytes.size() - at)));
    }
    MPI_Request& add(int rank, bool sends) {
        peers_.push_back({rank, sends});
        return requests_.emplace_back(MPI_REQUEST_NULL);
    }
    bool all_done() {
        int done = 0;
        MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
        return done != 0;
    }
    void throw_if_lost() {
        if (!watch_) return;
        if (const std::optional<RankLost> lost = watch_->take_lost()) {
            broken_ = true;
            throw RankLost(*lost);
        }
    }
    /// The neighbours answer within microseconds if each rank has a processor. Otherwise the processor is left to them.
    static void rest(int tries, double waited) {
        if (waited > 0.05)
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        else if (waited > 0.002)
            std::this_thread::sleep_for(std::chrono::microseconds(20));
        else if (tries % 16 == 15)
            sched_yield();
    }
    [[noreturn]] void give_up_waiting(double waited) {
        const int silent = first_silent();
        const std::string why = fmt::format("{} has waited {:.0f} s for {}", name_of(rank_), waited, name_of(silent));
        tell(RankLost(silent, code_of_lost_rank, why));
        throw RankLost(silent, code_of_lost_rank, why);
    }
    /// The rank whose message is missing, else the one that has not received a message.
    int first_silent() {
        std::optional<int> sender, receiver;
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            int done = 0;
            MPI_Test(&requests_[i], &done, MPI_STATUS_IGNORE);
            std::optional<int>& found = peers_[i].sends ? sender : receiver;
            if (done == 0 && !found) found = peers_[i].rank;
        }
        return sender ? *sender : receiver.value_or(rank_);
    }
    void gather_hosts() {
        hosts_.resize(static_cast<std::size_t>(size_));
        hosts_[static_cast<std::size_t>(rank_)] = this_host();
        for (int from = 0; from < size_; ++from) {
            RankHost& host = hosts_[static_cast<std::size_t>(from)];
            pass_on(from, host.name);
            pass_on(from, host.processors);
            MPI_Bcast(&host.memory_available, 1, MPI_INT64_T, from, MPI_COMM_WORLD);
        }
    }
    static void pass_on(int from, std::string& text) {
        std::int64_t length = std::ssize(text);
        MPI_Bcast(&length, 1, MPI_INT64_T, from, MPI_COMM_WORLD);
        text.resize(static_cast<std::size_t>(length));
        MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, from, MPI_COMM_WORLD);
    }

    int rank_ = 0;
    int size_ = 1;
    bool broken_ = false;
    std::vector<RankHost> hosts_;
    std::vector<MPI_Request> requests_;
    std::vector<Peer> peers_;  ///< of the requests
    std::unique_ptr<RankWatch> watch_;
};

}  // namespace

std::unique_ptr<JobLink> join_job(const RankJob& job, double silence_s) {
    int level = 0, size = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != job.size) {
        MPI_Finalize();
        throw EnvironmentError(
            EnvironmentError::Kind::device,
            fmt::format("{} has started {} processes, and MPI knows of {}: use mpirun of Open MPI or srun --mpi=pmix",
                        job.launcher, job.size, size));
    }
    return std::make_unique<MpiLink>(silence_s);
}

std::string mpi_library() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    MPI_Get_library_version(text.data(), &length);  // may be called before MPI_Init
    const std::string all(text.data(), static_cast<std::size_t>(length));
    return all.substr(0, all.find(','));
}

}  // namespace wavesim
