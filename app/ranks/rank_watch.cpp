// SPDX-License-Identifier: MIT
#include "app/ranks/rank_watch.hpp"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

namespace wavesim {

namespace {

constexpr int tick_ms = 500;
constexpr char sign_of_life = 'l', last_message = 'x';

/// The address of rank 0, and a number that strangers do not know.
struct Address {
    std::uint64_t secret = 0;
    std::uint16_t port = 0;
    std::uint16_t count = 0;
    std::array<in_addr_t, 16> hosts{};  ///< addresses of rank 0 in all its networks, the loopback first
};

struct Hello {
    std::uint64_t secret;
    std::int64_t rank;
};

/// A message about a lost rank is a letter, this head and the text.
struct LossHead {
    std::int32_t rank;
    std::int32_t code;
    std::int32_t bytes;
};

std::string text_of(const RankLost& lost) {
    const std::string why = lost.what();
    const LossHead head{lost.rank(), lost.code(), static_cast<std::int32_t>(why.size())};
    std::string text(1 + sizeof head, last_message);
    std::memcpy(text.data() + 1, &head, sizeof head);
    return text + why;
}

bool write_all(int socket, const void* bytes, std::size_t count) {
    return send(socket, bytes, count, MSG_NOSIGNAL) == static_cast<ssize_t>(count);
}

bool ready(int socket, short events, int ms) {
    pollfd wanted{socket, events, 0};
    return poll(&wanted, 1, ms) == 1;
}

void add_hosts(Address& address) {
    address.hosts[address.count++] = htonl(INADDR_LOOPBACK);
    ifaddrs* all = nullptr;
    if (getifaddrs(&all) != 0) return;
    for (const ifaddrs* one = all; one != nullptr && address.count < address.hosts.size(); one = one->ifa_next) {
        if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
        const in_addr_t host = reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr.s_addr;
        if (host != htonl(INADDR_LOOPBACK)) address.hosts[address.count++] = host;
    }
    freeifaddrs(all);
}

sockaddr_in place(in_addr_t host, std::uint16_t port) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = host;
    at.sin_port = port;
    return at;
}

/// Connects to the first address that answers like rank 0. Returns -1 if none does.
int connect_to(const Address& address, int rank) {
    for (std::uint16_t i = 0; i < address.count; ++i) {
        const int own = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (own < 0) return -1;
        const sockaddr_in at = place(address.hosts[i], address.port);
        connect(own, reinterpret_cast<const sockaddr*>(&at), sizeof at);
        const Hello hello{address.secret, rank};
        std::uint64_t answer = 0;
        if (ready(own, POLLOUT, 2000) && write_all(own, &hello, sizeof hello) && ready(own, POLLIN, 2000) &&
            recv(own, &answer, sizeof answer, 0) == sizeof answer && answer == ~address.secret)
            return own;
        ::close(own);
    }
    return -1;
}

}  // namespace

RankWatch::RankWatch(RankLink& link, double silence_s) : link_(link), silence_s_(silence_s) {
    if (link.rank() == 0)
        listen(link);
    else
        join(link);
    thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

RankWatch::~RankWatch() {
    closing_.store(true);
    thread_.request_stop();
    thread_.join();
    for (const Peer& peer : peers_) ::close(peer.socket);
}

/// Rank 0 accepts connections with the right number until all ranks report that they have finished.
void RankWatch::listen(RankLink& link) {
    Address address;
    add_hosts(address);
    if (getrandom(&address.secret, sizeof address.secret, 0) != sizeof address.secret) address.secret = 0;
    const int door = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in at = place(htonl(INADDR_ANY), 0);
    socklen_t length = sizeof at;
    const bool open = address.secret != 0 && door >= 0 && bind(door, reinterpret_cast<sockaddr*>(&at), length) == 0 &&
                      ::listen(door, 4096) == 0 && getsockname(door, reinterpret_cast<sockaddr*>(&at), &length) == 0;
    address.port = at.sin_port;
    if (!open) address.count = 0;
    for (int rank = 1; rank < link.size(); ++rank) link.send_value(rank, address);
    std::atomic<bool> done{false};
    std::jthread answering([&] {
        while (open && !done.load()) {
            if (!ready(door, POLLIN, 20)) continue;
            const int guest = accept4(door, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
            Hello hello{};
            if (guest < 0) continue;
            const std::uint64_t answer = ~address.secret;
            if (ready(guest, POLLIN, 1000) && recv(guest, &hello, sizeof hello, 0) == sizeof hello &&
                hello.secret == address.secret && write_all(guest, &answer, sizeof answer))
                peers_.push_back({static_cast<int>(hello.rank), guest});
            else
                ::close(guest);
        }
    });
    for (int rank = 1; rank < link.size(); ++rank) whole_ = link.receive_value<bool>(rank) && whole_;
    done.store(true);
    answering.join();
    if (door >= 0) ::close(door);
}

void RankWatch::join(RankLink& link) {
    const auto address = link.receive_value<Address>(0);
    const int own = connect_to(address, link.rank());
    whole_ = own >= 0;
    if (whole_) peers_.push_back({0, own});
    link.send_value(0, whole_);
}

std::optional<RankLost> RankWatch::lost() const {
    if (!any_lost_.load(std::memory_order_acquire)) return {};
    const std::lock_guard lock(mutex_);
    return lost_;
}

std::optional<RankLost> RankWatch::take_lost() {
    std::optional<RankLost> found = lost();
    if (found) taken_.store(true);
    return found;
}

void RankWatch::on_loss(std::function<void(const RankLost&)> last_words) {
    const std::lock_guard lock(mutex_);
    last_words_ = std::move(last_words);
}

void RankWatch::say_last_words(const RankLost& lost) const {
    std::function<void(const RankLost&)> last_words;
    {
        const std::lock_guard lock(mutex_);
        last_words = last_words_;
    }
    if (last_words) last_words(lost);
}

void RankWatch::lose(int rank, int code, const std::string& why) {
    {
        const std::lock_guard lock(mutex_);
        if (lost_) return;
        lost_.emplace(rank, code, why);
    }
    any_lost_.store(true, std::memory_order_release);
}

void RankWatch::tell(const RankLost& lost) {
    taken_.store(true);
    lose(lost.rank(), lost.code(), lost.what());
    send_all(text_of(lost));
}

void RankWatch::send_all(const std::string& bytes) {
    for (const Peer& peer : peers_) send(peer.socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

void RankWatch::hear(Peer& peer) {
    std::array<char, 4096> bytes{};
    const ssize_t count = recv(peer.socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) return lose(peer.rank, code_of_lost_rank, link_.name_of(peer.rank) + " has ended without a word");
    peer.silent = 0;
    peer.heard.append(bytes.data(), static_cast<std::size_t>(count));
    peer.heard.erase(0, std::min(peer.heard.find(last_message), peer.heard.size()));
    LossHead head{};
    if (peer.heard.size() < 1 + sizeof head) return;
    std::memcpy(&head, peer.heard.data() + 1, sizeof head);
    if (peer.heard.size() < 1 + sizeof head + static_cast<std::size_t>(head.bytes)) return;
    lose(head.rank, head.code, peer.heard.substr(1 + sizeof head, static_cast<std::size_t>(head.bytes)));
}

void RankWatch::watch(const std::stop_token& stop) {
    std::vector<pollfd> sockets;
    for (const Peer& peer : peers_) sockets.push_back({peer.socket, POLLIN, 0});
    const auto now = [] { return std::chrono::steady_clock::now(); };
    auto tick = now();
    while (!stop.stop_requested() && !lost()) {
        poll(sockets.data(), sockets.size(), 50);
        for (std::size_t i = 0; i < sockets.size() && !closing_.load(); ++i)
            if (sockets[i].revents != 0) hear(peers_[i]);
        if (now() - tick < std::chrono::milliseconds(tick_ms)) continue;
        tick = now();
        send_all(std::string(1, sign_of_life));
        for (Peer& peer : peers_)
            if (++peer.silent * tick_ms > silence_s_ * 1000 && !closing_.load())
                lose(peer.rank, code_of_lost_rank,
                     fmt::format("{} has given no sign of life for {:.3g} s", link_.name_of(peer.rank), silence_s_));
    }
    if (const std::optional<RankLost> one = lost(); one && !closing_.load()) {
        if (link_.rank() == 0) send_all(text_of(*one));
        end_if_not_taken();
    }
}

void RankWatch::end_if_not_taken() {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    if (taken_.exchange(true)) return;
    say_last_words(*lost());
    _exit(lost()->code());
}

}  // namespace wavesim
