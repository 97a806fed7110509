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

// The state of a run between two steps, as named arrays: the data from which a run continues bit for bit. The owner of
// a state lists its arrays (StateArray). StateSink and StateSource hide whether they are stored in memory or files.
// Bytes are passed in parts, so that a state of many gigabytes is never copied as a whole.
namespace wavesim {

enum class ElementType { int64, float32, float64 };
std::int64_t bytes_of(ElementType type);

template <class T>
constexpr ElementType element_type_of() {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> || (std::is_integral_v<T> && sizeof(T) == 8));
    if (std::is_integral_v<T>) return ElementType::int64;
    return sizeof(T) == 4 ? ElementType::float32 : ElementType::float64;
}

/// Name, type and shape of an array of a state.
struct ArrayInfo {
    std::string name;
    ElementType type = ElementType::float64;
    std::vector<std::int64_t> shape;  ///< slowest index first; empty: a single value
    int version = 1;                  ///< version of the order and the meaning of its values

    std::int64_t bytes() const;
    bool operator==(const ArrayInfo&) const = default;
};

/// A state that does not match the object that loads it; the message is one sentence.
class StateError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Receives a state, array by array.
class StateSink {
  public:
    virtual ~StateSink() = default;
    /// Starts an array. The previous array must be complete; names must differ.
    virtual void begin(const ArrayInfo& info) = 0;
    /// The next bytes of the array; complete elements only.
    virtual void write(std::span<const std::byte> part) = 0;
};

/// Returns a state, array by array, in the order of the requests.
class StateSource {
  public:
    virtual ~StateSource() = default;
    virtual const std::vector<ArrayInfo>& arrays() const = 0;
    /// Moves to the first byte of an array.
    virtual void open(const std::string& name) = 0;
    /// Reads the next bytes of that array; complete elements only.
    virtual void read(std::span<std::byte> part) = 0;
};

/// Largest number of bytes that are passed at a time.
inline constexpr std::int64_t most_state_part = 2 << 20;

/// An array of a state in its own memory: its description, and how its bytes are written to a sink and read from a
/// source.
struct StateArray {
    ArrayInfo info;
    std::function<void(StateSink&)> save;
    std::function<void(StateSource&)> load;
    /// Index of the first element of each plane of the grid along z, and the end of the last plane: nz + 1 entries.
    /// Elements before and behind belong to no plane. Empty: the array cannot be cut by planes.
    std::vector<std::int64_t> planes = {};
};

/// `per_plane` elements for each of nz planes, after `before` other elements.
std::vector<std::int64_t> even_planes(std::int64_t nz, std::int64_t per_plane, std::int64_t before = 0);

/// Writes memory to a sink as an array of bytes, in parts.
void save_memory(StateSink& sink, std::span<const std::byte> bytes);
void load_memory(StateSource& source, std::span<std::byte> bytes);

/// Contiguous values that stay at their address; the product of `shape` is their number.
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
/// A single value that stays at its address.
template <class T>
StateArray state_value(std::string name, T& value, int version = 1) {
    return state_array(std::move(name), std::span<T>(&value, 1), {}, version);
}

void save_state(StateSink& sink, const std::vector<StateArray>& arrays);
/// Throws StateError, before anything is loaded, when an array is missing, is not expected or differs in type, shape or
/// version. Empty arrays may be missing and need not be expected: they differ between backends.
void load_state(StateSource& source, const std::vector<StateArray>& arrays);
/// The first extent of an array of unknown length. Throws StateError if there is no such array.
std::int64_t rows_in(const StateSource& source, const std::string& name);

}  // namespace wavesim
