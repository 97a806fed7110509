// SPDX-License-Identifier: MIT
// Evaluates a statement, operation by operation, for some nodes of a row at a time, so that intermediate values stay in
// the first-level cache. Every operation is rounded by itself, without fused multiply-adds, so all instruction sets
// give the same bits. Per node it reads each array about once from memory and writes one value.
#include "stencils/cpu/simd.hpp"
#include "stencils/cpu/statements/row_program_table.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

template <class T>
WAVESIM_INLINE T root_of(T x) {
    if constexpr (sizeof(T) == 4)
        return __builtin_sqrtf(x);
    else
        return __builtin_sqrt(x);
}

/// `vectors` vectors of weighted sums at once: each displacement serves all of them.
template <int vectors, class T>
WAVESIM_INLINE void sum_some_nodes(const RowProgramView<T>& program, const RowInstruction<T>& instruction,
                                   const T* values, T* to) {
    Vec<T> total[vectors] = {};
    for (int g = instruction.first_group; g < instruction.end_group; ++g) {
        const RowGroup<T>& group = program.groups[g];
        Vec<T> sum[vectors];
        const T* const start = values + program.displacements[group.first];
        for (int v = 0; v < vectors; ++v) sum[v] = load_anywhere(start + v * lanes<T>);
        for (int i = group.first + 1; i < group.end; ++i) {
            const T* const next = values + program.displacements[i];
            for (int v = 0; v < vectors; ++v) sum[v] = sum[v] + load_anywhere(next + v * lanes<T>);
        }
        const Vec<T> weight = broadcast(group.weight);
        for (int v = 0; v < vectors; ++v) {
            const Vec<T> part = weight * sum[v];
            total[v] = g == instruction.first_group ? part : total[v] + part;
        }
    }
    for (int v = 0; v < vectors; ++v) store(to + v * lanes<T>, total[v]);
}

template <class T>
void sum_nodes(const RowProgramView<T>& program, const RowInstruction<T>& instruction, const T* values, T* to,
               std::int64_t count) {
    constexpr int together = 4;
    std::int64_t x = 0;
    for (; x + together * lanes<T> <= count; x += together * lanes<T>)
        sum_some_nodes<together>(program, instruction, values + x, to + x);
    for (; x < count; x += lanes<T>) sum_some_nodes<1>(program, instruction, values + x, to + x);
}

/// Applies an operation to vectors, of two rows or of a row and a number.
template <class T, class Act>
WAVESIM_INLINE void by_vectors(const T* a, const T* b, T number, T* to, std::int64_t count, const Act& act) {
    const Vec<T> same = broadcast(number);
    if (a == nullptr)
        for (std::int64_t x = 0; x < count; x += lanes<T>) store(to + x, act(same, load_anywhere(b + x)));
    else if (b == nullptr)
        for (std::int64_t x = 0; x < count; x += lanes<T>) store(to + x, act(load_anywhere(a + x), same));
    else
        for (std::int64_t x = 0; x < count; x += lanes<T>)
            store(to + x, act(load_anywhere(a + x), load_anywhere(b + x)));
}

/// The same one by one, for operations without a vector form.
template <class T, class Act>
WAVESIM_INLINE void one_by_one(const T* a, const T* b, T number, T* to, std::int64_t count, const Act& act) {
    for (std::int64_t x = 0; x < count; ++x) to[x] = act(a == nullptr ? number : a[x], b == nullptr ? number : b[x]);
}

/// Asks for values that will be read soon. Processors ignore addresses without memory.
template <class T>
WAVESIM_INLINE void fetch(const T* from, std::int64_t count) {
    constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t x = 0; x < count; x += line) __builtin_prefetch(from + x);
}

template <class T>
void run(const RowProgramView<T>& program, const T* const* arrays, std::int64_t first, std::int64_t count, T* rooms,
         T* result, std::int64_t next) {
    const std::int64_t whole = (count + lanes<T> - 1) / lanes<T> * lanes<T>;
    const T* at[rooms_max];
    for (int i = 0; i < program.count; ++i) {
        const RowInstruction<T>& now = program.instructions[i];
        // Whole vectors of the last result go straight to where it belongs; no later operation reads what they replace.
        const bool straight = i + 1 == program.count && whole == count && now.operation != RowOperation::read &&
                              now.operation != RowOperation::weighted_sum &&
                              reinterpret_cast<std::uintptr_t>(result) % sizeof(Vec<T>) == 0;
        T* const to = straight ? result : rooms + now.to * row_chunk;
        const T* const a = now.a < 0 ? nullptr : at[now.a];
        const T* const b = now.b < 0 ? nullptr : at[now.b];
        const T number = now.number;
        at[now.to] = to;
        switch (now.operation) {
            case RowOperation::read:
                at[now.to] = arrays[now.array] + first + now.displacement;
                fetch(at[now.to] + next, count);
                break;
            case RowOperation::weighted_sum:
                // The nodes that memory has last; those before them are in caches.
                fetch(arrays[now.array] + first + next + now.farthest, count);
                sum_nodes(program, now, arrays[now.array] + first, to, whole);
                break;
            case RowOperation::fill: one_by_one(a, b, number, to, count, [](T x, T) { return x; }); break;
            case RowOperation::negative:
                by_vectors(a, b, number, to, whole, [](Vec<T> x, Vec<T>) { return -x; });
                break;
            case RowOperation::sum:
                by_vectors(a, b, number, to, whole, [](Vec<T> x, Vec<T> y) { return x + y; });
                break;
            case RowOperation::difference:
                by_vectors(a, b, number, to, whole, [](Vec<T> x, Vec<T> y) { return x - y; });
                break;
            case RowOperation::product:
                by_vectors(a, b, number, to, whole, [](Vec<T> x, Vec<T> y) { return x * y; });
                break;
            case RowOperation::quotient:
                by_vectors(a, b, number, to, whole, [](Vec<T> x, Vec<T> y) { return x / y; });
                break;
            case RowOperation::root: one_by_one(a, b, number, to, count, [](T x, T) { return root_of(x); }); break;
            case RowOperation::magnitude:
                one_by_one(a, b, number, to, count, [](T x, T) { return x < 0 ? -x : x; });
                break;
            case RowOperation::least:
                one_by_one(a, b, number, to, count, [](T x, T y) { return x < y ? x : y; });
                break;
            case RowOperation::greatest:
                one_by_one(a, b, number, to, count, [](T x, T y) { return x > y ? x : y; });
                break;
        }
    }
    const T* const last = at[program.instructions[program.count - 1].to];
    if (last == result) return;
    for (std::int64_t x = 0; x < count; ++x) result[x] = last[x];
}

}  // namespace

void run_row_program(const RowProgramView<float>& program, const float* const* arrays, std::int64_t first,
                     std::int64_t count, float* rooms, float* result, std::int64_t next) {
    run(program, arrays, first, count, rooms, result, next);
}
void run_row_program(const RowProgramView<double>& program, const double* const* arrays, std::int64_t first,
                     std::int64_t count, double* rooms, double* result, std::int64_t next) {
    run(program, arrays, first, count, rooms, result, next);
}

}  // namespace wavesim::cpu::WAVESIM_ISA
