// SPDX-License-Identifier: MIT
#include "stencils/cpu/triad.hpp"

#include "stencils/cpu/kernel_table.hpp"

namespace wavesim::cpu {

template <class T>
Triad<T> triad(Isa isa) {
    switch (isa) {
        case Isa::v2: return &isa_v2::triad;
        case Isa::v3: return &isa_v3::triad;
        case Isa::v4: return &isa_v4::triad;
    }
    return nullptr;
}

template Triad<float> triad<float>(Isa);
template Triad<double> triad<double>(Isa);

}  // namespace wavesim::cpu
