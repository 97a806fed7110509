// SPDX-License-Identifier: MIT
#include "io/result/room_numbers_file.hpp"

#include "io/atomic_file.hpp"
#include "stencils/grid/enum_words.hpp"

namespace wavesim {

void write_room_numbers(Hdf5Writer& file, const std::string& group, const std::vector<ResponseNumbers>& responses) {
    const std::string root = group.empty() ? "/" : group;
    if (!group.empty()) file.group(group);
    std::string faults;
    for (const std::string_view word : EnumWords<DecayFault>::words) (faults += faults.empty() ? "" : " ") += word;
    file.attribute(root, "faults", faults);
    std::vector<std::string> names;
    for (const ResponseNumbers& response : responses) names.push_back(response.name);
    file.strings(group + "/response", names);
    std::vector<double> middles;
    for (const RoomNumbers& band : responses.front().bands) middles.push_back(std::stod(band.band.name()));
    const auto rows = static_cast<std::int64_t>(responses.size()), columns = static_cast<std::int64_t>(middles.size());
    file.numbers(group + "/band_hz", middles, {columns});
    if (!middles.empty()) file.attribute(root, "per_octave", std::int64_t{responses.front().bands[0].band.per_octave});
    for (const RoomQuantity& quantity : room_quantities()) {
        std::vector<double> values;
        std::vector<std::int64_t> reasons;
        for (const ResponseNumbers& response : responses)
            for (const RoomNumbers& band : response.bands) {
                values.push_back(quantity.value(band));
                reasons.push_back(static_cast<std::int64_t>(quantity.fault(band)));
            }
        const std::string name = group + "/" + quantity.key;
        file.numbers(name, values, {rows, columns});
        file.attribute(name, "units", std::string(quantity.unit));
        file.integers(name + "_fault", reasons, {rows, columns});
        std::vector<double> means, deviations;
        for (std::size_t b = 0; b < middles.size(); ++b) {
            const Spread spread = spread_of(responses, b, quantity);
            means.push_back(spread.mean);
            deviations.push_back(spread.deviation);
        }
        file.numbers(name + "_mean", means, {columns});
        file.numbers(name + "_deviation", deviations, {columns});
        if (quantity.single) file.attribute(name, "single_number", single_number(responses, quantity));
    }
}

void write_analysis(const std::filesystem::path& path, const std::vector<ResponseNumbers>& responses) {
    AtomicFile target(path);
    Hdf5Writer file(target.temporary(), path);
    file.attribute("/", "format", std::string("wavesim-analysis"));
    file.attribute("/", "format_version", std::int64_t{1});
    write_room_numbers(file, "", responses);
    file.close();
    target.commit();
}

}  // namespace wavesim
