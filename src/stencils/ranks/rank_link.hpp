// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace wavesim {

/// A process of the job cannot go on: it has given a reason, has ended, or does not answer. Then no process can go on.
class RankLost : public std::runtime_error {
  public:
    /// `code` is the exit code for the job.
    RankLost(int rank, int code, const std::string& why) : std::runtime_error(why), rank_(rank), code_(code) {}
    int rank() const { return rank_; }
    int code() const { return code_; }

  private:
    int rank_;
    int code_;
};

/// Exit code if a process has ended without a reason or does not answer: that of a device that fails.
inline constexpr int code_of_lost_rank = 7;

/// Passes messages between the processes of a job, called ranks, which are counted from 0. The messages of one channel
/// from one rank to another arrive in the order in which they were sent.
class RankLink {
  public:
    enum class Channel { orders, planes };
    /// A wait with this limit lasts as long as the other rank is alive.
    static constexpr double as_long_as_it_lives = std::numeric_limits<double>::infinity();

    virtual ~RankLink() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    /// Name of a rank for error messages, such as "rank 2 on node17".
    virtual std::string name_of(int rank) const { return "rank " + std::to_string(rank); }

    /// Both functions start a transfer. The bytes must stay until finish().
    virtual void start_send(int to, Channel channel, std::span<const std::byte> bytes) = 0;
    virtual void start_receive(int from, Channel channel, std::span<std::byte> bytes) = 0;
    /// Waits for all transfers. Throws RankLost after so many seconds, or as soon as a rank is known to be lost.
    virtual void finish(double seconds) = 0;
    /// Tells the other ranks that this one cannot go on. Nothing may be sent afterwards.
    virtual void give_up(int code, const std::string& why) = 0;

    void send(int to, std::span<const std::byte> bytes) {
        start_send(to, Channel::orders, bytes);
        finish(as_long_as_it_lives);
    }
    void receive(int from, std::span<std::byte> bytes) {
        start_receive(from, Channel::orders, bytes);
        finish(as_long_as_it_lives);
    }
    /// Sends a value that can be copied as bytes.
    template <class T>
    void send_value(int to, const T& value) {
        send(to, std::as_bytes(std::span(&value, 1)));
    }
    template <class T>
    T receive_value(int from) {
        T value{};
        receive(from, std::as_writable_bytes(std::span(&value, 1)));
        return value;
    }
    /// Sends any number of such values.
    template <class T>
    void send_list(int to, const std::vector<T>& list) {
        send_value(to, list.size());
        if (!list.empty()) send(to, std::as_bytes(std::span(list)));
    }
    template <class T>
    std::vector<T> receive_list(int from) {
        std::vector<T> list(receive_value<std::size_t>(from));
        if (!list.empty()) receive(from, std::as_writable_bytes(std::span(list)));
        return list;
    }
    void send_text(int to, const std::string& text) { send_list(to, std::vector<char>(text.begin(), text.end())); }
    std::string receive_text(int from) {
        const std::vector<char> text = receive_list<char>(from);
        return {text.begin(), text.end()};
    }
};

}  // namespace wavesim
