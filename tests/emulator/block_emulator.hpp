// SPDX-License-Identifier: MIT
#pragma once
#include <ucontext.h>

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <source_location>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "global_order.hpp"

namespace wavesim::emulator {

/// What a kernel did that a GPU would not forgive.
class Violation : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A barrier in the text of a kernel.
struct BarrierSite {
    std::string file;
    unsigned line = 0;
    auto operator<=>(const BarrierSite&) const = default;
};

/// Faults that a test plants to see them found, and what it wants to know of the barriers.
struct PlantedFaults {
    bool no_barriers = false;
    bool no_waits = false;
    bool late_uses =
        false;  ///< as if no value were used before the next barrier: a copy that overtakes its load throws
    std::optional<BarrierSite> without{};  ///< this one barrier is dropped
    std::set<BarrierSite>* met = nullptr;  ///< takes every barrier that some thread has come to
    /// Takes the fewest barriers or gates between a read of shared memory and a copy that fills the place again.
    int* barriers_before_refill = nullptr;
    /// A value of a type that does not tell of its uses must rest for two barriers before another thread's copy.
    bool plain_loads_rest = false;
};

/// Seeds of orders that nobody draws.
inline constexpr std::uint64_t forwards = ~std::uint64_t{0}, backwards = forwards - 1;

/// Runs the threads of blocks as fibres on the CPU. Threads run in an order drawn from a seed, until the next barrier.
/// Asynchronous copies arrive only at the wait that covers them. Shared memory starts as NaN. Every access through the
/// primitives must lie in shared memory or in a registered range of global memory.
///
/// A copy may fill a place again two barriers after its last read. One is enough where the value was used before it:
/// else the copy may overtake the load, and the value is NaN when it is used. (Kernels may read what they throw away
/// later.) A thread's own loads come before the copies that it starts later, other than bulk copies: both wait in one
/// queue. This holds for values of a type that tells of its uses (tracked.hpp). Others must rest for two barriers if a
/// test asks for it (PlantedFaults::plain_loads_rest); of those that its own warp has read before a barrier, a thread
/// may fill the places, by the same queue.
///
/// Of two threads between the same barriers, each comes first in one of the orders `forwards` and `backwards`.
///
/// launch() runs one block after the other, each to its end. launch_together() has all blocks resident at once, as a
/// cooperative launch has: they may meet at grid-wide barriers and wait for words that other blocks publish. Some rest
/// now and then, so that others get as far ahead as the kernel lets them. Then
/// accesses of one block to what another one writes must be in order (GlobalOrder), and a launch in which nobody can go
/// on is a violation.
class BlockEmulator {
  public:
    explicit BlockEmulator(std::uint64_t seed, PlantedFaults faults = {})
        : seed_(seed), first_seed_(seed), faults_(std::move(faults)) {}

    /// Global memory that kernels may touch: [data, data + size).
    template <class T>
    void allow(const T* data, std::size_t count) {
        ranges_.push_back({reinterpret_cast<std::uintptr_t>(data), reinterpret_cast<std::uintptr_t>(data + count)});
    }

    /// Runs body() for every thread of every block.
    void launch(int blocks_x, int blocks_y, int blocks_z, int threads, int shared_bytes,
                const std::function<void()>& body);
    /// The same with all blocks resident.
    void launch_together(int blocks_x, int blocks_y, int blocks_z, int threads, int shared_bytes,
                         const std::function<void()>& body);
    /// Runs it for every thread of one block.
    void launch_block(int x, int y, int z, int threads, int shared_bytes, const std::function<void()>& body);

    static BlockEmulator& current();
    /// That of the thread that runs; nothing outside launches.
    static BlockEmulator* of_thread();
    int thread() const { return running_->thread; }
    int threads() const { return threads_; }
    int block(int axis) const { return running_->block->place[axis]; }
    unsigned char* shared() { return running_->block->shared; }
    void barrier(const std::source_location& where);
    /// All threads of all blocks.
    void grid_barrier(const std::source_location& where);
    /// What another thread of the same warp gives, once all threads of the warp have come here.
    float exchange(float value, int from_thread);
    void come_to_gate() { ++running_->gates; }
    /// Until threads of the same block have done something.
    void wait_inside(const std::source_location& where, const std::function<bool()>& done);
    /// Others may run before a word is looked at that another block publishes.
    void poll();
    void start_copy(void* to, const void* from, int bytes);
    void commit();
    void wait(int pending);
    /// Bulk copies arrive where somebody waits for the turn that counts them, once all bytes of it are under way.
    void make_arrival(const void* arrival, int count);
    void arrive_with_copies(const void* arrival);
    void expect(const void* arrival, int bytes);
    void start_bulk_copy(void* to, const void* from, int bytes, const void* arrival);
    void wait_for_bytes(const void* arrival, int parity, const std::source_location& where);
    void check_read(const void* address, int bytes);
    void check_write(const void* address, int bytes);
    /// Words that blocks wait for: written after all that they tell of, read again and again.
    void check_publish(const void* address, int bytes);
    void check_observe(const void* address, int bytes);
    /// A number at this address, copied from another one, and its use in arithmetic: whether it is what was read. They
    /// do nothing outside launches.
    static void note_value(const void* at);
    static void note_copy(const void* to, const void* from, int bytes);
    static bool note_use(const void* at);
    static bool is_register(const void* at);

  private:
    static constexpr std::ptrdiff_t warp = 32;  ///< threads
    static constexpr std::size_t stack_bytes = 64 * 1024;
    struct Copy {
        void* to;
        const void* from;
        int bytes;
    };
    struct Fibre;
    /// A value that a thread has read from shared memory.
    struct Load {
        Fibre* reader;
        int read_at;         ///< barriers and gates that the reader had come through
        bool tells = false;  ///< of its uses
        bool used = false;   ///< so it has come
        bool lost = false;   ///< a copy may have been faster
    };
    struct Arrivals {
        int count = 1;              ///< that must come in a turn
        int come = 0;               ///< in this turn
        std::int64_t expected = 0;  ///< bytes in this turn
        std::int64_t started = 0;
        std::vector<Copy> copies{};
        int turns = 0;  ///< that are over
    };
    struct Block {
        int number = 0;
        int place[3] = {0, 0, 0};
        std::vector<unsigned char> store;
        unsigned char* shared = nullptr;
        int barriers = 0;              ///< that have opened
        std::vector<int> last_read{};  ///< how many before the last read of each 4 bytes; -1 before any
        std::vector<Load> loads{};
        std::vector<std::vector<std::size_t>> loads_of{};  ///< since each 4 bytes were filled
        std::map<const void*, Arrivals> arrivals{};
    };
    enum class State { ready, polling, at_exchange, at_barrier, at_grid_barrier, done };
    struct Fibre {
        ucontext_t context;
        std::unique_ptr<unsigned char[]> stack;
        Block* block = nullptr;
        int thread = 0;
        State state = State::done;
        float given[2] = {0, 0};  ///< to the warp, in turns
        int exchanges = 0;
        int gates = 0;                   ///< to which it has come
        std::vector<std::size_t> value;  ///< the load, from 1, whose value each 4 bytes of the stack hold
        std::vector<Copy> open;
        std::vector<std::vector<Copy>> groups;
    };
    struct Range {
        std::uintptr_t begin;
        std::uintptr_t end;
    };
    static void enter();
    void prepare(int blocks, int threads, int shared_bytes);
    void place(int number, int x, int y, int z);
    void run(const std::function<void()>& body);
    void run_round(std::vector<Fibre*>& order, const std::vector<bool>& resting);
    bool release();
    bool all_done() const;
    bool dropped(const std::source_location& where);
    void stop_at(State state, const std::source_location& where);
    void yield(State state);
    Arrivals& arrivals_at(const void* arrival);
    enum class Copies { of_thread, bulk };
    void expect_refill(void* to, int bytes, Copies by);
    void find_overtaken(Block& block, std::size_t word, Copies by);
    void note_read(const void* address, int bytes, bool tells);
    std::size_t* value_at(const void* address);
    bool check(const void* address, int bytes) const;
    bool lies_outside(const void* address, int bytes) const;
    std::pair<std::size_t, std::size_t> words(const void* address, int bytes) const;
    std::uint64_t draw();

    std::uint64_t seed_;
    std::uint64_t first_seed_;
    PlantedFaults faults_;
    std::vector<Range> ranges_;
    std::vector<Block> blocks_;
    std::vector<Fibre> fibres_;
    int threads_ = 0;
    std::size_t shared_bytes_ = 0;
    Fibre* running_ = nullptr;
    std::optional<GlobalOrder> order_;  ///< of blocks that run together
    std::int64_t writes_ = 0;           ///< to global memory
    ucontext_t scheduler_{};
    const std::function<void()>* body_ = nullptr;
    std::string violation_;
};

}  // namespace wavesim::emulator
