// SPDX-License-Identifier: MIT
#include "app/room_analysis_files.hpp"

#include <string>
#include <utility>

#include "io/atomic_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/picture/decay_picture.hpp"
#include "stencils/grid/enum_words.hpp"

namespace wavesim {

void write_analysis(const std::filesystem::path& path, const std::vector<ResponseNumbers>& responses) {
    AtomicFile target(path);
    Hdf5Writer file(target.temporary(), path);
    file.attribute("/", "format", std::string("wavesim-analysis"));
    file.attribute("/", "format_version", std::int64_t{1});
    std::string faults;
    for (const std::string_view word : EnumWords<DecayFault>::words) (faults += faults.empty() ? "" : " ") += word;
    file.attribute("/", "faults", faults);
    std::vector<std::string> names;
    for (const ResponseNumbers& response : responses) names.push_back(response.name);
    file.strings("/response", names);
    std::vector<double> middles;
    for (const RoomNumbers& band : responses.front().bands) middles.push_back(std::stod(band.band.name()));
    const auto rows = static_cast<std::int64_t>(responses.size()), columns = static_cast<std::int64_t>(middles.size());
    file.numbers("/band_hz", middles, {columns});
    if (!middles.empty()) file.attribute("/", "per_octave", std::int64_t{responses.front().bands[0].band.per_octave});
    for (const RoomQuantity& quantity : room_quantities()) {
        std::vector<double> values;
        std::vector<std::int64_t> reasons;
        for (const ResponseNumbers& response : responses)
            for (const RoomNumbers& band : response.bands) {
                values.push_back(quantity.value(band));
                reasons.push_back(static_cast<std::int64_t>(quantity.fault(band)));
            }
        const std::string name = std::string("/") + quantity.key;
        file.numbers(name, values, {rows, columns});
        file.attribute(name, "units", std::string(quantity.unit));
        file.integers(name + "_fault", reasons, {rows, columns});
    }
    file.close();
    target.commit();
}

bool write_decay_picture(const std::filesystem::path& file, const RoomResponse& response,
                         const ResponseNumbers& numbers) {
    DecayView view{"Decays: " + response.name, response.step_s, {}};
    for (const RoomNumbers& band : numbers.bands) {
        if (!has_numbers(band)) continue;
        view.bands.push_back(
            {band.band.name() + " Hz", decay_levels(response.samples, response.step_s, band.band), band.t20.seconds});
    }
    if (view.bands.empty()) return false;
    write_file(file, draw_decays(view).png());
    return true;
}

}  // namespace wavesim
