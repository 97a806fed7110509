// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_state.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "stencils/problem/state.hpp"

namespace wavesim {

namespace {

/// An array of one slab, and the slab.
struct Piece {
    Slab slab;
    StateArray array;

    std::int64_t elements() const { return array.info.bytes() / bytes_of(array.info.type); }
    /// Number of elements before plane z of the whole grid.
    std::int64_t before(std::int64_t z) const { return array.planes[static_cast<std::size_t>(z - slab.first())]; }
};

/// Passes on only the bytes [from, to) of its input.
class PartOfSink final : public StateSink {
  public:
    PartOfSink(StateSink& whole, std::int64_t from, std::int64_t to) : whole_(whole), from_(from), to_(to) {}
    void begin(const ArrayInfo&) override {}
    void write(std::span<const std::byte> part) override {
        const std::int64_t end = at_ + std::ssize(part);
        const std::int64_t first = std::clamp(from_, at_, end), last = std::clamp(to_, at_, end);
        if (first < last)
            whole_.write(part.subspan(static_cast<std::size_t>(first - at_), static_cast<std::size_t>(last - first)));
        at_ = end;
    }

  private:
    StateSink& whole_;
    std::int64_t from_, to_;
    std::int64_t at_ = 0;
};

/// Returns ranges of bytes of the open array of another source, one after the other.
class RangesOfSource final : public StateSource {
  public:
    struct Range {
        std::int64_t from;
        std::int64_t to;
    };
    RangesOfSource(StateSource& whole, std::vector<Range> ranges) : whole_(whole), ranges_(std::move(ranges)) {}
    const std::vector<ArrayInfo>& arrays() const override { return whole_.arrays(); }
    void open(const std::string&) override {}
    void read(std::span<std::byte> part) override {
        while (!part.empty()) {
            Range& range = ranges_.at(next_);
            skip_to(range.from);
            const auto count = std::min(part.size(), static_cast<std::size_t>(range.to - range.from));
            whole_.read(part.first(count));
            at_ = range.from += static_cast<std::int64_t>(count);
            part = part.subspan(count);
            if (range.from == range.to) ++next_;
        }
    }

  private:
    void skip_to(std::int64_t byte) {
        std::vector<std::byte> dropped(static_cast<std::size_t>(std::min(byte - at_, most_state_part)));
        while (at_ < byte) {
            const std::int64_t count = std::min(byte - at_, std::ssize(dropped));
            whole_.read(std::span(dropped).first(static_cast<std::size_t>(count)));
            at_ += count;
        }
    }

    StateSource& whole_;
    std::vector<Range> ranges_;
    std::size_t next_ = 0;
    std::int64_t at_ = 0;
};

/// Arrays with the same name of several slabs, joined along z.
class JoinedArray {
  public:
    JoinedArray(std::vector<Piece> pieces, std::int64_t nz) : pieces_(std::move(pieces)) {
        const Piece& first = pieces_.front();
        starts_.push_back(first.array.planes.front());
        for (std::int64_t z = 0; z < nz; ++z) {
            const Piece& owner = *std::ranges::find_if(pieces_, [z](const Piece& p) { return p.slab.owns(z); });
            starts_.push_back(starts_.back() + owner.before(z + 1) - owner.before(z));
        }
        behind_ = pieces_.back().elements() - pieces_.back().array.planes.back();
    }

    StateArray as_state() const {
        StateArray whole = pieces_.front().array;
        if (whole.info.shape.size() == 3)
            whole.info.shape.front() = std::ssize(starts_) - 1;
        else
            whole.info.shape = {starts_.back() + behind_};
        const auto shared = std::make_shared<const JoinedArray>(*this);
        whole.save = [shared](StateSink& sink) { shared->save(sink); };
        whole.load = [shared, name = whole.info.name](StateSource& source) { shared->load(source, name); };
        whole.planes = starts_;
        return whole;
    }

  private:
    void save(StateSink& sink) const {
        for (const Piece& piece : pieces_) {
            const bool first = piece.slab.from == 0, last = piece.slab.above == 0;
            const std::int64_t value = bytes_of(piece.array.info.type);
            PartOfSink part(sink, first ? 0 : value * piece.before(piece.slab.from),
                            value * (last ? piece.elements() : piece.before(piece.slab.to)));
            piece.array.save(part);
        }
    }

    /// Loads each slab. A slab has either all elements of a ghost plane or none.
    void load(StateSource& source, const std::string& name) const {
        for (const Piece& piece : pieces_) {
            const std::int64_t value = bytes_of(piece.array.info.type);
            std::vector<RangesOfSource::Range> ranges;
            const auto add = [&](std::int64_t from, std::int64_t to) {
                if (from < to) ranges.push_back({value * from, value * to});
            };
            add(0, piece.array.planes.front());
            for (std::int64_t z = piece.slab.first(); z < piece.slab.end(); ++z)
                if (piece.before(z + 1) > piece.before(z))
                    add(starts_[static_cast<std::size_t>(z)], starts_[static_cast<std::size_t>(z + 1)]);
            add(starts_.back(), starts_.back() + piece.elements() - piece.array.planes.back());
            source.open(name);
            RangesOfSource own(source, std::move(ranges));
            piece.array.load(own);
        }
    }

    std::vector<Piece> pieces_;
    std::vector<std::int64_t> starts_;  ///< first element of each plane of the whole grid
    std::int64_t behind_;               ///< elements behind the last plane
};

/// A value that is equal in all slabs.
StateArray same_everywhere(const std::vector<Piece>& pieces) {
    StateArray whole = pieces.front().array;
    whole.load = [pieces, name = whole.info.name](StateSource& source) {
        for (const Piece& piece : pieces) {
            source.open(name);
            piece.array.load(source);
        }
    };
    return whole;
}

/// An array that only the same slab can load.
StateArray of_slab(const Piece& piece, std::size_t number) {
    StateArray own = piece.array;
    own.info.name = "slab" + std::to_string(number) + "_" + own.info.name;
    return own;
}

}  // namespace

std::vector<StateArray> joined_state(const std::vector<SlabState>& slabs, std::int64_t nz) {
    std::vector<std::string> names;
    for (const SlabState& state : slabs)
        for (const StateArray& array : state.arrays)
            if (std::ranges::count(names, array.info.name) == 0) names.push_back(array.info.name);
    std::vector<StateArray> whole;
    for (const std::string& name : names) {
        std::vector<Piece> pieces;
        for (const SlabState& state : slabs)
            for (const StateArray& array : state.arrays)
                if (array.info.name == name) pieces.push_back({state.slab, array});
        if (pieces.front().array.info.shape.empty())
            whole.push_back(same_everywhere(pieces));
        else if (!pieces.front().array.planes.empty())
            whole.push_back(JoinedArray(std::move(pieces), nz).as_state());
        else if (pieces.size() == 1)
            whole.push_back(pieces.front().array);
        else
            for (std::size_t k = 0; k < pieces.size(); ++k) whole.push_back(of_slab(pieces[k], k));
    }
    return whole;
}

}  // namespace wavesim
