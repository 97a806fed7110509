// SPDX-License-Identifier: MIT
#include "io/result/state_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "io/atomic_file.hpp"

namespace wavesim {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Program, version, backend, isa, precision, libm)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StateOrigin, scene_hash, program, stencil, time_step_s, shot, step, number, earlier)

namespace {

constexpr std::string_view first_line = "wavesim state 1\n";
constexpr std::int64_t most_table_bytes = 64 << 20;
constexpr auto type_words = std::to_array<std::string_view>({"int64", "float32", "float64"});

/// The last bytes of a file.
struct Ending {
    std::int64_t table_bytes = 0;
    std::uint64_t table_checksum = 0;
};

struct PlacedArray {
    ArrayInfo info;
    std::int64_t at = 0;  ///< position of its first byte in the file
    std::uint64_t checksum = 0;
};

class Checksum {
  public:
    Checksum() : state_(XXH3_createState(), XXH3_freeState) {
        if (!state_) throw std::bad_alloc();
        start();
    }
    void start() { XXH3_64bits_reset(state_.get()); }
    void add(std::span<const std::byte> bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }
    std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

  private:
    std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

nlohmann::json json_of(const PlacedArray& array) {
    return {{"name", array.info.name},
            {"type", type_words[static_cast<std::size_t>(array.info.type)]},
            {"shape", array.info.shape},
            {"version", array.info.version},
            {"at", array.at},
            {"xxh3", array.checksum}};
}

/// Throws for a number with a fraction or an exponent, which need not fit into an integer.
void expect_integer(const nlohmann::json& value) {
    if (!value.is_number_integer()) throw StateError("has a table that this version of wavesim cannot read");
}

PlacedArray array_of(const nlohmann::json& json) {
    for (const char* name : {"version", "at", "xxh3"}) expect_integer(json.at(name));
    for (const nlohmann::json& extent : json.at("shape")) expect_integer(extent);
    PlacedArray array;
    json.at("name").get_to(array.info.name);
    const auto word = std::ranges::find(type_words, json.at("type").get<std::string>());
    if (word == type_words.end()) throw StateError("has an array of an unknown type");
    array.info.type = static_cast<ElementType>(word - type_words.begin());
    json.at("shape").get_to(array.info.shape);
    json.at("version").get_to(array.info.version);
    json.at("at").get_to(array.at);
    json.at("xxh3").get_to(array.checksum);
    return array;
}

/// Size of an array, which must not exceed `most` bytes. Throws StateError.
std::int64_t bytes_within(const ArrayInfo& info, std::int64_t most) {
    std::int64_t bytes = bytes_of(info.type);
    for (const std::int64_t n : info.shape) {
        if (n < 0 || (n > 0 && bytes > most / n)) throw StateError("has a table that does not fit its length");
        bytes *= n;
    }
    return bytes;
}

std::uint64_t checksum_of(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

}  // namespace

struct StateFileWriter::State {
    AtomicFile file;
    StateOrigin origin;
    int descriptor = -1;
    std::int64_t at = 0;
    std::vector<PlacedArray> arrays;
    Checksum checksum;

    State(const std::filesystem::path& target, StateOrigin whose) : file(target), origin(std::move(whose)) {
        descriptor = ::open(file.temporary().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0) throw io_error("write", file.target(), errno);
        put(first_line);
    }
    ~State() {
        if (descriptor >= 0) ::close(descriptor);
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void put(std::string_view bytes) {
        at += static_cast<std::int64_t>(bytes.size());
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) throw io_error("write", file.target(), errno);
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }

    void end_array() {
        if (arrays.empty()) return;
        PlacedArray& last = arrays.back();
        if (at - last.at != last.info.bytes())
            throw std::logic_error("array '" + last.info.name + "' has not the bytes of its shape");
        last.checksum = checksum.value();
    }
};

StateFileWriter::StateFileWriter(const std::filesystem::path& target, StateOrigin origin)
    : state_(std::make_unique<State>(target, std::move(origin))) {}

StateFileWriter::~StateFileWriter() = default;

void StateFileWriter::begin(const ArrayInfo& info) {
    state_->end_array();
    state_->arrays.push_back({info, state_->at});
    state_->checksum.start();
}

void StateFileWriter::write(std::span<const std::byte> part) {
    state_->checksum.add(part);
    state_->put({reinterpret_cast<const char*>(part.data()), part.size()});
}

void StateFileWriter::finish() {
    state_->end_array();
    nlohmann::json table{{"origin", state_->origin}, {"arrays", nlohmann::json::array()}};
    for (const PlacedArray& array : state_->arrays) table["arrays"].push_back(json_of(array));
    const std::string text = table.dump();
    const Ending ending{static_cast<std::int64_t>(text.size()), checksum_of(text)};
    state_->put(text);
    state_->put({reinterpret_cast<const char*>(&ending), sizeof ending});
    const int descriptor = std::exchange(state_->descriptor, -1);
    if (::close(descriptor) != 0) throw io_error("write", state_->file.target(), errno);
}

void StateFileWriter::commit() { state_->file.commit(); }

struct StateFile::State {
    int descriptor = -1;
    StateOrigin origin;
    std::vector<PlacedArray> placed;
    std::vector<ArrayInfo> arrays;
    std::int64_t left = 0;  ///< remaining bytes of the open array

    explicit State(const std::filesystem::path& file) : descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (descriptor < 0) throw StateError("cannot be opened: " + std::generic_category().message(errno));
    }
    ~State() { ::close(descriptor); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void go_to(std::int64_t at) const {
        if (::lseek(descriptor, at, SEEK_SET) < 0)
            throw StateError("cannot be read: " + std::generic_category().message(errno));
    }

    void get(std::span<std::byte> bytes) const {
        while (!bytes.empty()) {
            const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) throw StateError("cannot be read: " + std::generic_category().message(errno));
            if (got == 0) throw StateError("is cut off");
            bytes = bytes.subspan(static_cast<std::size_t>(got));
        }
    }

    /// The text of the table; `end` is set to the position where it begins.
    std::string table(std::int64_t& end) const {
        const std::int64_t size = ::lseek(descriptor, 0, SEEK_END);
        const auto head = static_cast<std::int64_t>(first_line.size());
        if (size < head + static_cast<std::int64_t>(sizeof(Ending))) throw StateError("is cut off");
        std::string line(first_line.size(), '\0');
        go_to(0);
        get(std::as_writable_bytes(std::span(line)));
        if (line != first_line) throw StateError("is no state of a run that this version of wavesim can read");
        Ending ending;
        go_to(size - static_cast<std::int64_t>(sizeof ending));
        get(std::as_writable_bytes(std::span(&ending, 1)));
        const std::int64_t room = size - head - static_cast<std::int64_t>(sizeof ending);
        if (ending.table_bytes < 0 || ending.table_bytes > std::min(room, most_table_bytes))
            throw StateError("is cut off or damaged at its end");
        end = head + room - ending.table_bytes;
        std::string text(static_cast<std::size_t>(ending.table_bytes), '\0');
        go_to(end);
        get(std::as_writable_bytes(std::span(text)));
        if (checksum_of(text) != ending.table_checksum) throw StateError("is cut off or damaged at its end");
        return text;
    }

    void read_table() {
        std::int64_t end = 0;
        const auto json = nlohmann::json::parse(table(end), nullptr, false);
        try {
            for (const char* name : {"shot", "step", "number"}) expect_integer(json.at("origin").at(name));
            json.at("origin").get_to(origin);
            for (const auto& entry : json.at("arrays")) placed.push_back(array_of(entry));
        } catch (const nlohmann::json::exception&) {
            throw StateError("has a table that this version of wavesim cannot read");
        }
        auto at = static_cast<std::int64_t>(first_line.size());
        for (const PlacedArray& array : placed) {  // arrays must fill the file without gaps or overlaps
            if (array.at != at) throw StateError("has a table that does not fit its length");
            at += bytes_within(array.info, end - at);
            arrays.push_back(array.info);
        }
        if (at != end) throw StateError("has a table that does not fit its length");
    }
};

StateFile::StateFile(const std::filesystem::path& file) : state_(std::make_unique<State>(file)) {
    state_->read_table();
}

StateFile::~StateFile() = default;

const StateOrigin& StateFile::origin() const { return state_->origin; }

const std::vector<ArrayInfo>& StateFile::arrays() const { return state_->arrays; }

void StateFile::expect_whole() {
    std::vector<std::byte> part;
    Checksum checksum;
    for (const PlacedArray& array : state_->placed) {
        checksum.start();
        state_->go_to(array.at);
        for (std::int64_t left = array.info.bytes(); left > 0; left -= std::ssize(part)) {
            part.resize(static_cast<std::size_t>(std::min(left, most_state_part)));
            state_->get(part);
            checksum.add(part);
        }
        if (checksum.value() != array.checksum)
            throw StateError("is damaged: array '" + array.info.name + "' is not what its checksum says");
    }
}

void StateFile::open(const std::string& name) {
    const auto found =
        std::ranges::find_if(state_->placed, [&name](const PlacedArray& array) { return array.info.name == name; });
    if (found == state_->placed.end()) throw StateError("has no array '" + name + "'");
    state_->go_to(found->at);
    state_->left = found->info.bytes();
}

void StateFile::read(std::span<std::byte> part) {
    state_->left -= std::ssize(part);
    if (state_->left < 0) throw StateError("has an array that is shorter than asked for");
    state_->get(part);
}

}  // namespace wavesim
