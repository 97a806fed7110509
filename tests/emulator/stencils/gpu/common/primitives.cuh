// SPDX-License-Identifier: MIT
// The primitives of src/stencils/gpu/common/primitives.cuh on the block emulator: same names, same meaning, every
// access checked. Found before the real header through the order of include paths.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <stdexcept>

#include "block_emulator.hpp"
#include "stencils/gpu/common/arguments.cuh"
#include "tracked.hpp"

#define WAVESIM_DEVICE inline

namespace wavesim::kernels {

using emulator::BlockEmulator;

inline int thread_index() { return BlockEmulator::current().thread(); }
inline int thread_index_again() { return thread_index(); }
inline int block_size() { return BlockEmulator::current().threads(); }
inline int block_x() { return BlockEmulator::current().block(0); }
inline int block_y() { return BlockEmulator::current().block(1); }
inline int block_z() { return BlockEmulator::current().block(2); }

inline void barrier(const std::source_location& where = std::source_location::current()) {
    BlockEmulator::current().barrier(where);
}
/// Of all threads of all blocks of a cooperative launch.
inline void grid_barrier(const std::source_location& where = std::source_location::current()) {
    BlockEmulator::current().grid_barrier(where);
}

inline float given_by(float value, int thread) { return BlockEmulator::current().exchange(value, thread); }
inline double given_by(double value, int thread) {
    auto halves = std::bit_cast<std::array<float, 2>>(value);
    for (float& half : halves) half = BlockEmulator::current().exchange(half, thread);
    return std::bit_cast<double>(halves);
}
template <int Width, class Real>
Real lane_before(Real value) {
    const int thread = thread_index();
    return given_by(value, thread % Width == 0 ? thread : thread - 1);
}
template <int Width, class Real>
Real lane_after(Real value) {
    const int thread = thread_index();
    return given_by(value, thread % Width == Width - 1 ? thread : thread + 1);
}

/// Launches of the emulator follow each other; it counts the threads that wait.
inline std::int64_t waits = 0;
inline void let_next_start() {}
inline void wait_for_last() { ++waits; }

template <class Real>
Real* shared_memory() {
    return reinterpret_cast<Real*>(BlockEmulator::current().shared());
}

struct Gate {
    std::int32_t expected = 0;  ///< threads
    std::int32_t come = 0;      ///< of them, in all turns
};
inline void make_gate(Gate* gate, int warps) { *gate = {32 * warps, 0}; }
inline void come_to_gate(Gate* gate) {
    ++gate->come;
    BlockEmulator::current().come_to_gate();
}
/// The turn of this parity is the last one that may be open, or the one before it.
inline void pass_gate(Gate* gate, int parity, const std::source_location& where = std::source_location::current()) {
    BlockEmulator::current().wait_inside(where, [gate, parity] {
        const int open = gate->come / gate->expected;  // turns, of which the last has parity open - 1
        return open > 0 && (open - 1) % 2 == parity;
    });
}

template <int Bytes>
void copy_async(void* shared, const void* global) {
    BlockEmulator::current().start_copy(shared, global, Bytes);
}
inline void commit_copies() { BlockEmulator::current().commit(); }
template <int Pending>
void wait_copies() {
    BlockEmulator::current().wait(Pending);
}

struct Arrival {
    std::uint64_t word = 0;
};
inline void make_arrival(Arrival* arrival, int count) { BlockEmulator::current().make_arrival(arrival, count); }
inline void arrive_with_copies(Arrival* arrival) { BlockEmulator::current().arrive_with_copies(arrival); }
inline void open_to_bulk_copies() {}
inline void expect_bytes(Arrival* arrival, int bytes) { BlockEmulator::current().expect(arrival, bytes); }
inline void copy_bulk(void* shared, const void* global, int bytes, Arrival* arrival) {
    BlockEmulator::current().start_bulk_copy(shared, global, bytes, arrival);
}
inline void wait_for_bytes(Arrival* arrival, int parity,
                           const std::source_location& where = std::source_location::current()) {
    BlockEmulator::current().wait_for_bytes(arrival, parity, where);
}

inline float fused(float a, float b, float c) { return std::fma(a, b, c); }
inline double fused(double a, double b, double c) { return std::fma(a, b, c); }
inline float quotient(float a, float b) { return a / b; }
inline double quotient(double a, double b) { return a / b; }
inline float square_root(float a) { return std::sqrt(a); }
inline double square_root(double a) { return std::sqrt(a); }
inline float inverse_root(float a) { return 1 / std::sqrt(a); }
inline double inverse_root(double a) { return 1 / std::sqrt(a); }
constexpr int smaller(int a, int b) { return a < b ? a : b; }
inline int count_bits(unsigned word) { return std::popcount(word); }
inline constexpr bool registers_move = true;
template <int count>
void take_registers() {}
template <int count>
void give_registers() {}

template <class Real>
struct alignas(16) Pack {
    static constexpr int size = 16 / static_cast<int>(sizeof(Real));
    Real v[size];
};
template <class Real>
Pack<Real> load_pack(const Real* p) {
    BlockEmulator::current().check_read(p, 16);
    Pack<Real> pack;
    for (int i = 0; i < Pack<Real>::size; ++i) pack.v[i] = p[i];
    return pack;
}
template <class Real>
void store_pack(Real* p, const Pack<Real>& value) {
    BlockEmulator::current().check_write(p, 16);
    for (int i = 0; i < Pack<Real>::size; ++i) p[i] = value.v[i];
}
template <class Real>
struct Pair {
    Real v[2];
};
template <class Real>
Pair<Real> load_pair(const Real* p) {
    BlockEmulator::current().check_read(p, 2 * sizeof(Real));
    return {{p[0], p[1]}};
}
template <class Value, int count>
struct Bundle {
    Value v[count];
};
template <int count, class Value>
Bundle<Value, count> load_bundle(const Value* p) {
    BlockEmulator::current().check_read(p, count * sizeof(Value));
    if (reinterpret_cast<std::uintptr_t>(p) % (count * sizeof(Value)) != 0)
        throw std::logic_error("a bundle of values is not aligned");
    Bundle<Value, count> bundle;
    for (int i = 0; i < count; ++i) bundle.v[i] = p[i];
    return bundle;
}
template <class Value, int count>
void store_bundle(Value* p, const Bundle<Value, count>& values) {
    BlockEmulator::current().check_write(p, count * sizeof(Value));
    if (reinterpret_cast<std::uintptr_t>(p) % (count * sizeof(Value)) != 0)
        throw std::logic_error("a bundle of values is not aligned");
    for (int i = 0; i < count; ++i) p[i] = values.v[i];
}
/// Words through which blocks wait for each other, such as a value with the number of its step: each is written and
/// read as a whole, after all that the block has written before, and never from a cache.
template <class Value>
void publish(Value* p, const Value& value) {
    BlockEmulator::current().check_publish(p, sizeof(Value));
    *p = value;
}
template <class Value>
Value observe(const Value* p) {
    BlockEmulator::current().poll();
    BlockEmulator::current().check_observe(p, sizeof(Value));
    return *p;
}
template <class Word>
void publish_word(Word* p, const Word& word) {
    static_assert(sizeof(Word) == 16);
    publish(p, word);
}
template <class Word>
Word observe_word(const Word* p) {
    static_assert(sizeof(Word) == 16);
    return observe(p);
}
/// Counts how often it is asked.
inline Int64 device_nanoseconds() {
    static Int64 time = 0;
    return ++time;
}
inline float float_of(unsigned bits) { return std::bit_cast<float>(bits); }
inline double double_of(unsigned long long bits) { return std::bit_cast<double>(bits); }
template <class Value>
Value load(const Value* p) {
    BlockEmulator::current().check_read(p, sizeof(Value));
    return *p;
}
template <class Value>
void store(Value* p, Value value) {
    BlockEmulator::current().check_write(p, sizeof(Value));
    *p = value;
}
inline void prefetch(const void*) {}
inline void prefetch_near(const void*) {}
template <class Real>
Real load_read_only(const Real* p) {
    BlockEmulator::current().check_read(p, sizeof(Real));
    return *p;
}

inline void atomic_largest(unsigned long long* target, unsigned long long value) {
    if (value > *target) *target = value;
}
inline void atomic_smallest(unsigned long long* target, unsigned long long value) {
    if (value < *target) *target = value;
}
inline unsigned long long bits_of(double value) { return std::bit_cast<unsigned long long>(value); }

}  // namespace wavesim::kernels
