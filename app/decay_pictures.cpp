// SPDX-License-Identifier: MIT
#include "app/decay_pictures.hpp"

#include "io/atomic_file.hpp"
#include "io/picture/decay_picture.hpp"

namespace wavesim {

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
