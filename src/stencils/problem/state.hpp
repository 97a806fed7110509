// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

// The state of a run between two steps, as named arrays: what a run goes on from, bit for bit. Whoever has a state
// lists its arrays (StateArray); where they go and come from (memory, files) is behind StateSink and StateSource. Bytes
// pass in parts, so that a state of many gigabytes is never copied whole.
namespace wavesim {

enum class ElementType { int64, float32, float64 };
std::int64_t bytes_of(ElementType type);

template <class T>
constexpr ElementType element_type_of() {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> || (std::is_integral_v<T> && sizeof(T) == 8));
    if (std::is_integral_v<T>) return ElementType::int64;
    return sizeof(T) == 4 ? ElementType::float32 : ElementType::float64;
}

/// What an array of a state is.
struct ArrayInfo {
    std::string name;
    ElementType type = ElementType::float64;
    std::vector<std::int64_t> shape;  ///< slowest index first; empty: a single value
    int version = 1;                  ///< of the order and the meaning of its values

    std::int64_t bytes() const;
    bool operator==(const ArrayInfo&) const = default;
};

/// A state that does not fit what it should be loaded into; one sentence.
class StateError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Takes a state, array by array.
class StateSink {
  public:
    virtual ~StateSink() = default;
    /// Starts an array, the one before it being whole. Names differ.
    virtual void begin(const ArrayInfo& info) = 0;
    /// The next bytes of the array, whole elements.
    virtual void write(std::span<const std::byte> part) = 0;
};

/// Gives a state back, array by array, in whatever order it is asked.
class StateSource {
  public:
    virtual ~StateSource() = default;
    virtual const std::vector<ArrayInfo>& arrays() const = 0;
    /// Goes to the first byte of an array.
    virtual void open(const std::string& name) = 0;
    /// The next bytes of that array, whole elements.
    virtual void read(std::span<std::byte> part) = 0;
};

/// Bytes that pass at a time, at most.
inline constexpr std::int64_t most_state_part = 2 << 20;

/// An array of a state where it lives: what it is, and how all of its bytes go to a sink and come from a source.
struct StateArray {
    ArrayInfo info;
    std::function<void(StateSink&)> save;
    std::function<void(StateSource&)> load;
    /// Where the elements of each plane of the grid along z begin, and where those of the last one end: nz + 1 entries.
    /// What lies before and behind them belongs to no plane. Empty: the array cannot be cut by planes.
    std::vector<std::int64_t> planes = {};
};

/// `per_plane` elements for each of nz planes, after `before` others.
std::vector<std::int64_t> even_planes(std::int64_t nz, std::int64_t per_plane, std::int64_t before = 0);

/// Memory as an array of a state, in bytes: all of it, in parts.
void save_memory(StateSink& sink, std::span<const std::byte> bytes);
void load_memory(StateSource& source, std::span<std::byte> bytes);

/// Values that stand side by side and stay where they are; `shape` of as many.
template <class T>
StateArray state_array(std::string name, std::span<T> values, std::vector<std::int64_t> shape, int version = 1) {
    return {{std::move(name), element_type_of<T>(), std::move(shape), version},
            [values](StateSink& sink) { save_memory(sink, std::as_bytes(values)); },
            [values](StateSource& source) { load_memory(source, std::as_writable_bytes(values)); },
            {}};
}
template <class T>
StateArray state_array(std::string name, std::span<T> values, int version = 1) {
    return state_array(std::move(name), values, {static_cast<std::int64_t>(values.size())}, version);
}
/// A single value that stays where it is.
template <class T>
StateArray state_value(std::string name, T& value, int version = 1) {
    return state_array(std::move(name), std::span<T>(&value, 1), {}, version);
}

void save_state(StateSink& sink, const std::vector<StateArray>& arrays);
/// Throws StateError, before anything is loaded, when an array is missing, is not wanted or differs in type, shape or
/// version. Arrays without elements may be missing and need not be wanted: backends differ in them.
void load_state(StateSource& source, const std::vector<StateArray>& arrays);
/// The first extent of an array whose length is not known beforehand. Throws StateError where there is no such array.
std::int64_t rows_in(const StateSource& source, const std::string& name);

}  // namespace wavesim
