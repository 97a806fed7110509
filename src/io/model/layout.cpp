// SPDX-License-Identifier: MIT
#include "io/model/layout.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "io/input_file.hpp"

namespace wavesim {

namespace {

[[noreturn]] void refuse(const std::string& message) { throw InputFileError(Rule::model_file, message); }

std::string read_bytes(ByteStream& bytes, std::int64_t at, std::int64_t count) {
    std::string text(static_cast<std::size_t>(count), '\0');
    bytes.read(at, {reinterpret_cast<unsigned char*>(text.data()), text.size()});
    return text;
}

std::int64_t product(const std::vector<std::int64_t>& counts) {
    std::int64_t result = 1;
    for (const std::int64_t n : counts) {
        if (n <= 0 || result > std::numeric_limits<std::int64_t>::max() / 64 / n) return -1;
        result *= n;
    }
    return result;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t n : shape) text += (text.empty() ? "" : " x ") + std::to_string(n);
    return text;
}

void expect_size(const ByteStream& bytes, const std::string& name, const ModelLayout& layout) {
    const std::int64_t values = product(layout.shape);
    const std::int64_t rows = values < 0 ? -1 : values / layout.shape.back();
    const std::int64_t size = bytes.size();
    const std::int64_t wanted = rows < 0 ? -1 : layout.offset + rows * layout.row_bytes();
    if (wanted == size) return;
    refuse("the file " + shown(name) + " has " + std::to_string(size) + " bytes, but " + shape_text(layout.shape) +
           " values of " + std::to_string(layout.type.bytes) + " bytes" +
           (layout.offset > 0 ? " and a header of " + std::to_string(layout.offset) : "") +
           (wanted < 0 ? " are too many" : " make " + std::to_string(wanted)));
}

/// The text between `key` and the first of `ends` after it in the header of an NPY file.
std::string npy_entry(const std::string& header, const std::string& key, const std::string& ends) {
    const std::size_t at = header.find('\'' + key + "':");
    if (at == std::string::npos) return {};
    const std::size_t from = header.find_first_not_of(' ', at + key.size() + 3);
    const std::size_t to = from == std::string::npos ? from : header.find_first_of(ends, from);
    return to == std::string::npos ? std::string() : header.substr(from, to - from);
}

}  // namespace

ModelLayout raw_layout(const ByteStream& bytes, const std::string& name, const std::vector<std::int64_t>& shape,
                       const SampleType& type) {
    ModelLayout layout;
    layout.shape = shape;
    layout.type = type;
    expect_size(bytes, name, layout);
    return layout;
}

ModelLayout npy_layout(ByteStream& bytes, const std::string& name) {
    if (bytes.size() < 12) refuse("the file " + shown(name) + " is not an array of numpy.save");
    const std::string start = read_bytes(bytes, 0, 12);
    const auto byte = [&](std::size_t i) { return static_cast<std::int64_t>(static_cast<unsigned char>(start[i])); };
    if (start.substr(0, 6) != "\x93NUMPY" || byte(6) < 1 || byte(6) > 3)
        refuse("the file " + shown(name) + " is not an array of numpy.save");
    const bool first_version = byte(6) == 1;
    const std::int64_t length = byte(8) + 256 * byte(9) + (first_version ? 0 : 65536 * (byte(10) + 256 * byte(11)));
    ModelLayout layout;
    layout.offset = (first_version ? 10 : 12) + length;
    if (length > 65536) refuse("the header of " + shown(name) + " is too long");
    const std::string header = read_bytes(bytes, layout.offset - length, length);
    layout.reversed = npy_entry(header, "fortran_order", ",}") == "True";
    const std::string type = npy_entry(header, "descr", ",}");  // e.g. '<f4', quotes included
    const bool big = type.size() == 5 && type[1] == '>';
    const std::string kind = type.size() == 5 ? type.substr(2, 1) : "";
    const std::string bits = kind.empty() ? "" : std::to_string(8 * (type[3] - '0'));
    const auto known = sample_type((kind == "f"   ? "float"
                                    : kind == "i" ? "int"
                                    : kind == "u" ? "uint"
                                                  : "?") +
                                       bits,
                                   big);
    if (!known)
        refuse("the array of " + shown(name) + " has the type " + type + ", which is no real number known here");
    layout.type = *known;
    std::string shape = npy_entry(header, "shape", ")}");
    std::replace_if(
        shape.begin(), shape.end(), [](char c) { return c == '(' || c == ','; }, ' ');
    for (const char* at = shape.data(); at < shape.data() + shape.size(); ++at) {
        std::int64_t count = 0;
        const auto parsed = std::from_chars(at, shape.data() + shape.size(), count);
        if (parsed.ec != std::errc{}) continue;
        layout.shape.push_back(count);
        at = parsed.ptr;
    }
    if (layout.shape.empty()) refuse("the array of " + shown(name) + " has no axes");
    if (layout.reversed) std::ranges::reverse(layout.shape);
    expect_size(bytes, name, layout);
    return layout;
}

ModelLayout segy_layout(ByteStream& bytes, const std::string& name, const std::vector<std::int64_t>& shape,
                        const SegyHints& hints) {
    const SegyStructure file = segy_structure(bytes, name, hints);
    if (!file.type)
        refuse("the samples of " + shown(name) +
               " are fixed-point numbers with gain (format 4), which are not read: convert them to IEEE floats");
    ModelLayout layout;
    layout.type = *file.type;
    layout.row_lead = file.lead;
    layout.offset = file.first;
    layout.shape = {file.traces, file.samples};
    layout.doubts = file.doubts;
    if (!shape.empty()) {
        const std::int64_t values = product(shape);
        if (shape.back() != file.samples || values != file.traces * file.samples)
            refuse("the file " + shown(name) + " has " + std::to_string(file.traces) + " traces of " +
                   std::to_string(file.samples) + " samples, which are not " + shape_text(shape));
        layout.shape = shape;
    }
    return layout;
}

}  // namespace wavesim
