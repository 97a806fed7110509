// SPDX-License-Identifier: MIT
// The only kernel header that uses CUDA directly: indices, barrier, shared memory, asynchronous copies. The block
// emulator of the tests provides the same names on the CPU.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

#define WAVESIM_DEVICE __device__ __forceinline__
#define WAVESIM_KERNEL(threads, blocks) extern "C" __global__ void __launch_bounds__(threads, blocks)
#define WAVESIM_PARAMETER const __grid_constant__

namespace wavesim::kernels {

WAVESIM_DEVICE int thread_index() { return static_cast<int>(threadIdx.x); }
/// The same, but evaluated at every use: evaluated once before a loop, values that depend on it would occupy registers.
WAVESIM_DEVICE int thread_index_again() {
    int index = static_cast<int>(threadIdx.x);
    asm volatile("" : "+r"(index));
    return index;
}
WAVESIM_DEVICE int block_size() { return static_cast<int>(blockDim.x); }
WAVESIM_DEVICE int block_x() { return static_cast<int>(blockIdx.x); }
WAVESIM_DEVICE int block_y() { return static_cast<int>(blockIdx.y); }
WAVESIM_DEVICE int block_z() { return static_cast<int>(blockIdx.z); }

WAVESIM_DEVICE void barrier() { __syncthreads(); }

/// The value of the lane before or after this one, among `Width` lanes of a warp. The lane at the end gets its own
/// value. All lanes of the warp must call it.
template <int Width, class Real>
WAVESIM_DEVICE Real lane_before(Real value) {
    return __shfl_up_sync(0xffffffffu, value, 1, Width);
}
template <int Width, class Real>
WAVESIM_DEVICE Real lane_after(Real value) {
    return __shfl_down_sync(0xffffffffu, value, 1, Width);
}

/// Words of 8 bytes, such as a value with the number of its step, by which concurrent blocks wait for each other. Each
/// word is written and read as a whole, and never from a cache that other blocks do not see. Two words fit 16 bytes.
/// They do not order other writes of a block. Values that a block has read before are in its registers by then.
template <class Value>
WAVESIM_DEVICE void publish(Value* p, const Value& value) {
    static_assert(sizeof(Value) == 8 || sizeof(Value) == 16);
    unsigned long long word[sizeof(Value) / 8];
    memcpy(word, &value, sizeof(Value));
    if constexpr (sizeof(Value) == 8)
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(word[0]) : "memory");
    else
        asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(word[0]), "l"(word[1]) : "memory");
}
template <class Value>
WAVESIM_DEVICE Value observe(const Value* p) {
    static_assert(sizeof(Value) == 8 || sizeof(Value) == 16);
    unsigned long long word[sizeof(Value) / 8];
    if constexpr (sizeof(Value) == 8)
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word[0]) : "l"(p) : "memory");
    else
        asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(word[0]), "=l"(word[1]) : "l"(p) : "memory");
    Value value;
    memcpy(&value, word, sizeof(Value));
    return value;
}
/// Words of 16 bytes that are written and read as a whole: one access of the memory model. Needs CUDA 12.3.
template <class Word>
WAVESIM_DEVICE void publish_word(Word* p, const Word& word) {
    static_assert(sizeof(Word) == 16);
    unsigned long long half[2];
    memcpy(half, &word, 16);
    asm volatile("{\n.reg .b128 word;\nmov.b128 word, {%1, %2};\nst.relaxed.gpu.global.b128 [%0], word;\n}" ::"l"(p),
                 "l"(half[0]), "l"(half[1])
                 : "memory");
}
template <class Word>
WAVESIM_DEVICE Word observe_word(const Word* p) {
    static_assert(sizeof(Word) == 16);
    unsigned long long half[2];
    asm volatile("{\n.reg .b128 word;\nld.relaxed.gpu.global.b128 word, [%2];\nmov.b128 {%0, %1}, word;\n}"
                 : "=l"(half[0]), "=l"(half[1])
                 : "l"(p)
                 : "memory");
    Word word;
    memcpy(&word, half, 16);
    return word;
}
/// A clock that all blocks share.
WAVESIM_DEVICE Int64 device_nanoseconds() {
    Int64 time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}
WAVESIM_DEVICE float float_of(unsigned bits) { return __uint_as_float(bits); }
WAVESIM_DEVICE double double_of(unsigned long long bits) { return __longlong_as_double(static_cast<long long>(bits)); }

/// Allows the next launch of a stream to start (launch_early) as soon as every block of this launch has called it.
WAVESIM_DEVICE void let_next_start() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Waits until the previous launch of the stream is done, if this one may have started early (launch_early). Then the
/// results of that launch can be read. No thread may write before.
WAVESIM_DEVICE void wait_for_last() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Dynamic shared memory of the block, 16-byte aligned.
template <class Real>
WAVESIM_DEVICE Real* shared_memory() {
    extern __shared__ __align__(128) unsigned char wavesim_shared[];
    return reinterpret_cast<Real*>(wavesim_shared);
}

/// A synchronisation point in shared memory that the warps of a block reach repeatedly. It opens when all have arrived;
/// arriving does not wait. Openings have the parities 0, 1, 0 ...; no warp may be two openings ahead.
struct __align__(8) Gate {
    unsigned long long word;
};
/// Called by one thread; a barrier must follow.
WAVESIM_DEVICE void make_gate(Gate* gate, int warps) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(gate));
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(warps) : "memory");
}
/// Called by a whole warp. What the warp has read before may be overwritten by warps that pass the gate.
WAVESIM_DEVICE void come_to_gate(Gate* gate) {
    __syncwarp();
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(gate));
    if (thread_index() % 32 == 0)
        asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(address) : "memory");
}
/// Waits until the gate has opened with this parity.
WAVESIM_DEVICE void pass_gate(Gate* gate, int parity) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(gate));
    int open = 0;
    while (!open)
        asm volatile(
            "{\n.reg .pred open;\nmbarrier.test_wait.parity.shared.b64 open, [%1], %2;\nselp.b32 %0, 1, 0, open;\n}"
            : "=r"(open)
            : "r"(address), "r"(parity)
            : "memory");
}

/// Starts a copy of `Bytes` (4, 8 or 16) from global to shared memory; valid after wait_copies and a barrier.
template <int Bytes>
WAVESIM_DEVICE void copy_async(void* shared, const void* global) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    if constexpr (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(global) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(address), "l"(global), "n"(Bytes) : "memory");
}
/// Closes a group of started copies.
WAVESIM_DEVICE void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Waits until at most `Pending` groups of copies of this thread are not complete.
template <int Pending>
WAVESIM_DEVICE void wait_copies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

/// A counter in shared memory for the bytes of bulk copies, used in rounds of the parities 0, 1, 0 ... Bulk copies
/// exist on compute capability 9.0 and later.
struct __align__(8) Arrival {
    unsigned long long word;
};
/// Called by one thread. A round ends when `count` arrivals and all expected bytes are complete. Threads arrive with
/// their copies or with the number of bytes that they expect. open_to_bulk_copies and a barrier must follow.
WAVESIM_DEVICE void make_arrival(Arrival* arrival, int count) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(arrival));
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(count) : "memory");
}
/// Arrives when all copies that this thread has started (copy_async) are complete.
WAVESIM_DEVICE void arrive_with_copies(Arrival* arrival) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(arrival));
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address) : "memory");
}
/// Orders stores of this thread to shared memory before bulk copies that are started after a barrier.
WAVESIM_DEVICE void open_to_bulk_copies() {
#if __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}
/// Called by one thread, once per round: announces the number of bytes.
WAVESIM_DEVICE void expect_bytes(Arrival* arrival, int bytes) {
#if __CUDA_ARCH__ >= 900
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(arrival));
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(address), "r"(bytes) : "memory");
#endif
}
/// Starts a copy of `bytes`, a multiple of 16, from global to shared memory. Threads that read the destination must
/// have used the values before they reached the barrier or gate after which this copy starts.
WAVESIM_DEVICE void copy_bulk(void* shared, const void* global, int bytes, Arrival* arrival) {
#if __CUDA_ARCH__ >= 900
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(arrival));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
                 "l"(global), "r"(bytes), "r"(address)
                 : "memory");
#endif
}
/// Waits until all bytes of the round with this parity are there.
WAVESIM_DEVICE void wait_for_bytes(Arrival* arrival, int parity) {
#if __CUDA_ARCH__ >= 900
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(arrival));
    int there = 0;
    while (!there)
        asm volatile(
            "{\n.reg .pred there;\nmbarrier.try_wait.parity.shared.b64 there, [%1], %2;\nselp.b32 %0, 1, 0, there;\n}"
            : "=r"(there)
            : "r"(address), "r"(parity)
            : "memory");
#endif
}

WAVESIM_DEVICE float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
WAVESIM_DEVICE double fused(double a, double b, double c) { return __fma_rn(a, b, c); }
/// a / b; in float accurate to two units in the last place.
WAVESIM_DEVICE float quotient(float a, float b) { return __fdividef(a, b); }
WAVESIM_DEVICE double quotient(double a, double b) { return a / b; }
/// The square root and its inverse; in float accurate to two units in the last place.
WAVESIM_DEVICE float square_root(float a) {
    float root;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(a));
    return root;
}
WAVESIM_DEVICE double square_root(double a) { return __dsqrt_rn(a); }
WAVESIM_DEVICE float inverse_root(float a) {
    float root;
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(a));
    return root;
}
WAVESIM_DEVICE double inverse_root(double a) { return 1.0 / __dsqrt_rn(a); }
constexpr WAVESIM_DEVICE int smaller(int a, int b) { return a < b ? a : b; }
WAVESIM_DEVICE int count_bits(unsigned word) { return __popc(word); }

/// Moves registers between the warps of a block: four neighbouring warps get `count` registers per thread, taken from
/// warps that released theirs. No effect on hardware without this feature.
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
inline constexpr bool registers_move = true;
#else
inline constexpr bool registers_move = false;
#endif
template <int count>
WAVESIM_DEVICE void take_registers() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(count));
#endif
}
template <int count>
WAVESIM_DEVICE void give_registers() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(count));
#endif
}

/// Sixteen bytes of values: one access.
template <class Real>
struct __align__(16) Pack {
    static constexpr int size = 16 / static_cast<int>(sizeof(Real));
    Real v[size];
};
template <class Real>
WAVESIM_DEVICE Pack<Real> load_pack(const Real* p) {
    return *reinterpret_cast<const Pack<Real>*>(p);
}
template <class Real>
WAVESIM_DEVICE void store_pack(Real* p, const Pack<Real>& value) {
    *reinterpret_cast<Pack<Real>*>(p) = value;
}
/// Two values: one access.
template <class Real>
struct __align__(2 * sizeof(Real)) Pair {
    Real v[2];
};
template <class Real>
WAVESIM_DEVICE Pair<Real> load_pair(const Real* p) {
    return *reinterpret_cast<const Pair<Real>*>(p);
}
/// Values of any type in one access.
template <class Value, int count>
struct __align__(count * sizeof(Value)) Bundle {
    Value v[count];
};
template <int count, class Value>
WAVESIM_DEVICE Bundle<Value, count> load_bundle(const Value* p) {
    return *reinterpret_cast<const Bundle<Value, count>*>(p);
}
template <class Value, int count>
WAVESIM_DEVICE void store_bundle(Value* p, const Bundle<Value, count>& values) {
    *reinterpret_cast<Bundle<Value, count>*>(p) = values;
}
template <class Value>
WAVESIM_DEVICE Value load(const Value* p) {
    return *p;
}
template <class Value>
WAVESIM_DEVICE void store(Value* p, Value value) {
    *p = value;
}
/// `prefetch_near` loads the cache line of an address into the cache of the multiprocessor, `prefetch` into the L2
/// cache of the GPU.
WAVESIM_DEVICE void prefetch_near(const void* p) { asm volatile("prefetch.global.L1 [%0];" ::"l"(p)); }
WAVESIM_DEVICE void prefetch(const void* p) { asm volatile("prefetch.global.L2 [%0];" ::"l"(p)); }
/// Reads memory that no thread writes during the kernel, through the read-only (texture) path.
template <class Real>
WAVESIM_DEVICE Real load_read_only(const Real* p) {
    return __ldg(p);
}

WAVESIM_DEVICE void atomic_largest(unsigned long long* target, unsigned long long value) { atomicMax(target, value); }
WAVESIM_DEVICE void atomic_smallest(unsigned long long* target, unsigned long long value) { atomicMin(target, value); }
/// Bits of a non-negative double; their order is that of the values.
WAVESIM_DEVICE unsigned long long bits_of(double value) {
    return static_cast<unsigned long long>(__double_as_longlong(value));
}

}  // namespace wavesim::kernels
