// SPDX-License-Identifier: MIT
#include "stencils/scheme/courant_limits.hpp"

#include <algorithm>
#include <array>

namespace wavesim {
namespace {

struct Limit {
    std::string_view name;
    double courant;
};

constexpr std::array table{
    Limit{"compact-7", 0.577350},       Limit{"compact-19", 0.866025},      Limit{"compact-19-opt", 0.874999},
    Limit{"compact-27", 0.858897},      Limit{"compact-27-opt", 0.874999},  Limit{"compact-27-fine", 0.874999},
    Limit{"compact-33", 0.612372},      Limit{"compact-33-me4", 0.707106},  Limit{"compact-33-opt", 0.649999},
    Limit{"compact-57", 0.856352},      Limit{"compact-57-me4", 0.999999},  Limit{"compact-57-opt", 0.899902},
    Limit{"compact-57-fine", 0.924983}, Limit{"compact-81", 0.866025},      Limit{"compact-81-me4", 0.999999},
    Limit{"compact-81-opt", 0.899994},  Limit{"compact-81-fine", 0.924977}, Limit{"compact-93", 0.837494},
    Limit{"compact-93-me4", 0.945258},  Limit{"compact-93-opt", 0.899997},  Limit{"compact-123", 0.766641},
    Limit{"compact-123-me4", 1.422612}, Limit{"compact-123-me6", 0.966901}, Limit{"compact-123-opt", 0.899954},
    Limit{"compact-147", 0.811638},     Limit{"compact-147-me6", 0.999999}, Limit{"compact-171", 0.709902},
    Limit{"compact-171-me6", 0.839657}, Limit{"compact-179", 0.737284},     Limit{"compact-179-me6", 0.869693},
    Limit{"compact-203", 0.772746},     Limit{"compact-203-me6", 0.907531}, Limit{"compact-251", 0.813288},
    Limit{"compact-251-me6", 0.953549}, Limit{"compact-257", 0.746041},     Limit{"compact-257-me6", 1.435297},
    Limit{"compact-257-me8", 0.972339}, Limit{"compact-305", 0.784368},     Limit{"compact-305-me8", 0.999999},
    Limit{"compact-341", 0.722259},     Limit{"compact-341-me8", 0.865880}, Limit{"compact-365", 0.732953},
    Limit{"compact-365-me8", 0.878996}, Limit{"compact-389", 0.737673},     Limit{"compact-389-me8", 0.885041},
    Limit{"compact-437", 0.755278},     Limit{"compact-437-me8", 0.904167}, Limit{"compact-461", 0.767466},
    Limit{"compact-461-me8", 0.913473}, Limit{"box-7", 0.577350},           Limit{"box-19", 0.866025},
    Limit{"box-27", 0.858897},          Limit{"box-33", 0.612372},          Limit{"box-33-me4", 0.707106},
    Limit{"box-57", 0.856352},          Limit{"box-57-me4", 0.999999},      Limit{"box-81", 0.866025},
    Limit{"box-81-me4", 0.999999},      Limit{"box-93", 0.837494},          Limit{"box-93-me4", 0.945258},
    Limit{"box-117", 0.866025},         Limit{"box-117-me4", 0.999999},     Limit{"box-125", 0.866025},
    Limit{"box-125-me4", 0.999999},     Limit{"box-125-opt", 0.924983},     Limit{"box-125-fine", 0.949957},
    Limit{"box-125-opt4", 0.949873},    Limit{"box-125-fine4", 0.974869},   Limit{"box-131", 0.711685},
    Limit{"box-131-me6", 0.845064},     Limit{"box-155", 0.729939},         Limit{"box-155-me6", 0.865843},
    Limit{"box-179", 0.737284},         Limit{"box-179-me6", 0.869693},     Limit{"box-203", 0.772746},
    Limit{"box-203-me6", 0.907531},     Limit{"box-251", 0.813288},         Limit{"box-251-me6", 0.953549},
    Limit{"box-275", 0.813489},         Limit{"box-275-me6", 0.968264},     Limit{"box-287", 0.813489},
    Limit{"box-287-me6", 0.992707},     Limit{"box-311", 0.813489},         Limit{"box-311-me6", 0.999999},
    Limit{"box-335", 0.813489},         Limit{"box-335-me6", 0.999999},     Limit{"box-343", 0.813489},
    Limit{"box-343-me6", 0.999999},     Limit{"box-349", 0.738123},         Limit{"box-349-me8", 0.892253},
};

}  // namespace

double tabulated_courant_limit(std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const Limit& limit) { return limit.name == name; });
    return found == table.end() ? 0 : found->courant;
}

}  // namespace wavesim
