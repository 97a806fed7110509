// SPDX-License-Identifier: MIT
#include "block_emulator.hpp"

#include <algorithm>
#include <cstring>

namespace wavesim::emulator {

namespace {

constexpr int rounds_of_rest = 100;
constexpr int most_idle_rounds = 64;  ///< in which threads may look at words that others published before
BlockEmulator* active = nullptr;

/// Ends a launch however it ends.
struct Active {
    explicit Active(BlockEmulator* emulator) { active = emulator; }
    ~Active() { active = nullptr; }
    Active(const Active&) = delete;
    Active& operator=(const Active&) = delete;
};

}  // namespace

BlockEmulator* BlockEmulator::of_thread() {
    return active != nullptr && active->running_ != nullptr ? active : nullptr;
}

BlockEmulator& BlockEmulator::current() {
    if (active == nullptr) throw Violation("a primitive ran outside a launch");
    return *active;
}

std::uint64_t BlockEmulator::draw() {
    seed_ += 0x9e3779b97f4a7c15u;  // splitmix64
    std::uint64_t z = seed_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void BlockEmulator::prepare(int blocks, int threads, int shared_bytes) {
    threads_ = threads;
    shared_bytes_ = static_cast<std::size_t>(shared_bytes);
    blocks_ = std::vector<Block>(static_cast<std::size_t>(blocks));
    fibres_ = std::vector<Fibre>(blocks_.size() * static_cast<std::size_t>(threads));
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        Block& block = blocks_[b];
        block.number = static_cast<int>(b);
        block.store.resize(shared_bytes_ + 128);
        const auto address = reinterpret_cast<std::uintptr_t>(block.store.data());
        block.shared = block.store.data() + (128 - address % 128);
    }
    for (std::size_t i = 0; i < fibres_.size(); ++i) {
        fibres_[i].stack = std::make_unique_for_overwrite<unsigned char[]>(stack_bytes);
        fibres_[i].block = &blocks_[i / static_cast<std::size_t>(threads)];
        fibres_[i].thread = static_cast<int>(i % static_cast<std::size_t>(threads));
    }
}

void BlockEmulator::place(int number, int x, int y, int z) {
    Block& block = blocks_[static_cast<std::size_t>(number)];
    block.place[0] = x, block.place[1] = y, block.place[2] = z;
}

void BlockEmulator::launch(int blocks_x, int blocks_y, int blocks_z, int threads, int shared_bytes,
                           const std::function<void()>& body) {
    prepare(1, threads, shared_bytes);
    for (int z = 0; z < blocks_z; ++z)
        for (int y = 0; y < blocks_y; ++y)
            for (int x = 0; x < blocks_x; ++x) {
                place(0, x, y, z);
                run(body);
            }
}

void BlockEmulator::launch_block(int x, int y, int z, int threads, int shared_bytes,
                                 const std::function<void()>& body) {
    prepare(1, threads, shared_bytes);
    place(0, x, y, z);
    run(body);
}

void BlockEmulator::launch_together(int blocks_x, int blocks_y, int blocks_z, int threads, int shared_bytes,
                                    const std::function<void()>& body) {
    const int blocks = blocks_x * blocks_y * blocks_z;
    prepare(blocks, threads, shared_bytes);
    for (int i = 0; i < blocks; ++i) place(i, i % blocks_x, i / blocks_x % blocks_y, i / (blocks_x * blocks_y));
    order_.emplace(blocks);
    run(body);
    order_.reset();
}

void BlockEmulator::enter() {
    BlockEmulator& emulator = current();
    try {
        (*emulator.body_)();
    } catch (const Violation& violation) {
        emulator.violation_ = violation.what();
    }
    emulator.yield(State::done);
}

void BlockEmulator::yield(State state) {
    running_->state = state;
    swapcontext(&running_->context, &scheduler_);
}

void BlockEmulator::run(const std::function<void()>& body) {
    const Active now(this);
    body_ = &body;
    violation_.clear();
    for (Block& block : blocks_) {
        std::memset(block.shared, 0xff, shared_bytes_);
        block.barriers = 0;
        block.last_read.assign(shared_bytes_ / 4, -1);
        block.loads.clear();
        block.loads_of.assign(shared_bytes_ / 4, {});
        block.arrivals.clear();
    }
    std::vector<Fibre*> order;
    for (Fibre& fibre : fibres_) {
        fibre.state = State::ready;
        fibre.exchanges = 0;
        fibre.gates = 0;
        fibre.value.clear();
        fibre.open.clear();
        fibre.groups.clear();
        getcontext(&fibre.context);
        fibre.context.uc_stack.ss_sp = fibre.stack.get();
        fibre.context.uc_stack.ss_size = stack_bytes;
        fibre.context.uc_link = nullptr;
        makecontext(&fibre.context, &BlockEmulator::enter, 0);
        order.push_back(&fibre);
    }
    if (first_seed_ == backwards) std::ranges::reverse(order);
    std::vector<bool> resting(blocks_.size(), false);
    int idle = 0;
    for (int round = 0; violation_.empty() && !all_done(); ++round) {
        if (order_ && round % rounds_of_rest == 0)
            for (std::size_t block = 0; block < resting.size(); ++block) resting[block] = draw() % 2 == 0;
        const std::int64_t before = writes_;
        run_round(order, resting);
        const bool released = release();
        const bool some_ready = std::ranges::any_of(fibres_, [&resting](const Fibre& f) {
            return f.state == State::ready && !resting[static_cast<std::size_t>(f.block->number)];
        });
        const bool rest = std::ranges::find(resting, true) != resting.end();
        idle = released || some_ready || rest || writes_ != before ? 0 : idle + 1;
        if (rest && !released && !some_ready && writes_ == before) resting.assign(resting.size(), false);
        if (idle == most_idle_rounds && violation_.empty() && !all_done())
            violation_ = "no thread can go on: they wait for each other, or for a word that nobody writes";
    }
    if (!violation_.empty()) {
        order_.reset();
        throw Violation(violation_);
    }
}

/// Every thread that may go on does so until it waits, but those of resting blocks.
void BlockEmulator::run_round(std::vector<Fibre*>& order, const std::vector<bool>& resting) {
    if (first_seed_ < backwards)
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[draw() % i]);
    for (Fibre* fibre : order) {
        if (fibre->state != State::ready && fibre->state != State::polling) continue;
        if (resting[static_cast<std::size_t>(fibre->block->number)]) continue;
        running_ = fibre;
        swapcontext(&scheduler_, &fibre->context);
    }
}

/// Opens the barriers at which all threads have come; those that have ended are not waited for.
bool BlockEmulator::release() {
    const auto open = [](auto begin, auto end, State barrier) {
        const auto waits = [barrier](const Fibre& fibre) { return fibre.state == barrier; };
        const auto out_of_the_way = [&](const Fibre& fibre) { return waits(fibre) || fibre.state == State::done; };
        if (std::none_of(begin, end, waits) || !std::all_of(begin, end, out_of_the_way)) return false;
        for (auto fibre = begin; fibre != end; ++fibre)
            if (waits(*fibre)) fibre->state = State::ready;
        return true;
    };
    bool released = false;
    for (auto first = fibres_.begin(); first != fibres_.end(); first += threads_) {
        const bool opened = open(first, first + threads_, State::at_barrier);
        if (opened) ++first->block->barriers;
        released = opened || released;
        for (std::ptrdiff_t lane = 0; lane < threads_; lane += warp)
            released =
                open(first + lane, first + std::min<std::ptrdiff_t>(lane + warp, threads_), State::at_exchange) ||
                released;
    }
    if (!open(fibres_.begin(), fibres_.end(), State::at_grid_barrier)) return released;
    if (order_) order_->meet();
    return true;
}

bool BlockEmulator::all_done() const {
    return std::ranges::all_of(fibres_, [](const Fibre& fibre) { return fibre.state == State::done; });
}

/// Whether a test leaves this barrier out.
bool BlockEmulator::dropped(const std::source_location& where) {
    const std::string path = where.file_name();
    const BarrierSite site{path.substr(path.rfind('/') + 1), where.line()};
    if (faults_.met != nullptr) faults_.met->insert(site);
    return faults_.no_barriers || faults_.without == site;
}

void BlockEmulator::stop_at(State state, const std::source_location& where) {
    if (!dropped(where)) yield(state);
}

void BlockEmulator::wait_inside(const std::source_location& where, const std::function<bool()>& done) {
    if (dropped(where)) return;
    while (!done()) yield(State::polling);
}

void BlockEmulator::barrier(const std::source_location& where) { stop_at(State::at_barrier, where); }

void BlockEmulator::grid_barrier(const std::source_location& where) {
    if (!order_) throw Violation("a grid-wide barrier in a launch whose blocks do not run together");
    stop_at(State::at_grid_barrier, where);
}

float BlockEmulator::exchange(float value, int from_thread) {
    Fibre& fibre = *running_;
    const int turn = fibre.exchanges++ % 2;
    fibre.given[turn] = value;
    yield(State::at_exchange);
    return fibres_[static_cast<std::size_t>(fibre.block->number * threads_ + from_thread)].given[turn];
}

void BlockEmulator::poll() {
    if (!order_) throw Violation("a block waits for another one in a launch whose blocks do not run together");
    yield(State::polling);
}

/// Whether the access is one to global memory.
bool BlockEmulator::check(const void* address, int bytes) const {
    if (reinterpret_cast<std::uintptr_t>(address) % static_cast<std::uintptr_t>(bytes) != 0)
        throw Violation("a misaligned access");
    return lies_outside(address, bytes);
}

bool BlockEmulator::lies_outside(const void* address, int bytes) const {
    const auto begin = reinterpret_cast<std::uintptr_t>(address);
    const auto end = begin + static_cast<std::uintptr_t>(bytes);
    const auto shared = reinterpret_cast<std::uintptr_t>(running_->block->shared);
    if (begin >= shared && end <= shared + shared_bytes_) return false;
    for (const Range& range : ranges_)
        if (begin >= range.begin && end <= range.end) return true;
    throw Violation("an access outside shared memory and every registered range");
}

/// Numbers of the 4 bytes of shared memory that an access touches.
std::pair<std::size_t, std::size_t> BlockEmulator::words(const void* address, int bytes) const {
    const auto first = static_cast<std::size_t>(static_cast<const unsigned char*>(address) - running_->block->shared);
    return {first / 4, (first + static_cast<std::size_t>(bytes) + 3) / 4};
}

void BlockEmulator::check_read(const void* address, int bytes) {
    if (!check(address, bytes)) {
        const auto [first, last] = words(address, bytes);
        for (std::size_t word = first; word < last; ++word)
            running_->block->last_read[word] = running_->block->barriers;
        if (faults_.plain_loads_rest) note_read(address, bytes, false);
        return;
    }
    if (!order_) return;
    if (!order_->read(running_->block->number, address, bytes))
        throw Violation("a block reads what another one has written without having told it");
}

void BlockEmulator::check_write(const void* address, int bytes) {
    if (!check(address, bytes)) return;
    ++writes_;
    if (order_ && !order_->write(running_->block->number, address, bytes))
        throw Violation("a block overwrites what another one has read or written without having told it");
}

void BlockEmulator::check_publish(const void* address, int bytes) {
    if (!check(address, bytes)) throw Violation("a word for other blocks in shared memory");
    ++writes_;
    if (order_) order_->publish(running_->block->number, address, bytes);
}

void BlockEmulator::check_observe(const void* address, int bytes) {
    if (!check(address, bytes)) throw Violation("a word of other blocks in shared memory");
    if (order_) order_->observe(running_->block->number, address, bytes);
}

void BlockEmulator::start_copy(void* to, const void* from, int bytes) {
    check(to, bytes);
    check_read(from, bytes);
    expect_refill(to, bytes, Copies::of_thread);
    running_->open.push_back({to, from, bytes});
}

/// The old content of a place is gone, the new one not there yet.
void BlockEmulator::expect_refill(void* to, int bytes, Copies by) {
    if (int* const fewest = faults_.barriers_before_refill; fewest != nullptr) {
        const auto [first, last] = words(to, bytes);
        for (std::size_t word = first; word < last; ++word)
            if (const int read = running_->block->last_read[word]; read >= 0)
                *fewest = std::min(*fewest, running_->block->barriers - read);
    }
    const auto [begin, end] = words(to, bytes);
    for (std::size_t word = begin; word < end; ++word) find_overtaken(*running_->block, word, by);
    std::memset(to, 0xff, static_cast<std::size_t>(bytes));
}

BlockEmulator::Arrivals& BlockEmulator::arrivals_at(const void* arrival) {
    const auto found = running_->block->arrivals.find(arrival);
    if (found == running_->block->arrivals.end()) throw Violation("bytes are counted where nothing was made for it");
    return found->second;
}

void BlockEmulator::make_arrival(const void* arrival, int count) {
    if (check(arrival, 8)) throw Violation("bytes of bulk copies are counted in global memory");
    running_->block->arrivals[arrival] = {.count = count};
}

void BlockEmulator::expect(const void* arrival, int bytes) {
    Arrivals& at = arrivals_at(arrival);
    if (++at.come > at.count) throw Violation("more come to a turn than it counts");
    at.expected += bytes;
}

/// Copies that somebody counts do not wait for their group.
void BlockEmulator::arrive_with_copies(const void* arrival) {
    Arrivals& at = arrivals_at(arrival);
    if (++at.come > at.count) throw Violation("more come to a turn than it counts");
    at.copies.insert(at.copies.end(), running_->open.begin(), running_->open.end());
    running_->open.clear();
}

void BlockEmulator::start_bulk_copy(void* to, const void* from, int bytes, const void* arrival) {
    const auto aligned = [](const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 == 0; };
    if (!aligned(to) || !aligned(from) || bytes % 16 != 0 || bytes <= 0) throw Violation("a misaligned bulk copy");
    if (lies_outside(to, bytes) || !lies_outside(from, bytes))
        throw Violation("a bulk copy that does not go from global to shared memory");
    expect_refill(to, bytes, Copies::bulk);
    Arrivals& at = arrivals_at(arrival);
    at.copies.push_back({to, from, bytes});
    at.started += bytes;
}

void BlockEmulator::wait_for_bytes(const void* arrival, int parity, const std::source_location& where) {
    if (faults_.no_waits) return;
    Arrivals& at = arrivals_at(arrival);
    wait_inside(where, [&at, parity] {
        if (at.come == at.count && at.expected == at.started) {
            for (const Copy& copy : at.copies) std::memcpy(copy.to, copy.from, static_cast<std::size_t>(copy.bytes));
            at = {.count = at.count, .turns = at.turns + 1};
        }
        return at.turns > 0 && (at.turns - 1) % 2 == parity;
    });
}

void BlockEmulator::commit() {
    running_->groups.push_back(std::move(running_->open));
    running_->open.clear();
}

void BlockEmulator::wait(int pending) {
    if (faults_.no_waits) return;
    while (running_->groups.size() > static_cast<std::size_t>(pending)) {
        for (const Copy& copy : running_->groups.front())
            std::memcpy(copy.to, copy.from, static_cast<std::size_t>(copy.bytes));
        running_->groups.erase(running_->groups.begin());
    }
}

}  // namespace wavesim::emulator
