// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "stencils/backend/backend_facts.hpp"
#include "stencils/grid/grid.hpp"
#include "stencils/grid/precision.hpp"

namespace wavesim {

/// One schedule of a program: its predicted time, and its measured time where there is a GPU. CTPN is the time per node
/// and step.
struct GraphRow {
    std::string schedule;    ///< as --schedule takes it
    int operations = 0;      ///< per node and step
    double bytes = 0;        ///< that a step must move per node
    double predicted_s = 0;  ///< CTPN
    struct Measured {
        double ctpn_s = 0;  ///< median of the samples
        double ctpn_min_s = 0;
        double ctpn_max_s = 0;
        std::optional<double> joule_per_node = {};  ///< of a step
        BackendFacts facts;
    };
    std::optional<Measured> measured = {};
};

/// Schedules of equations as text, compared on one grid.
struct GraphReport {
    std::string device;   ///< empty where nothing was measured
    std::string date;     ///< UTC, ISO 8601
    std::string version;  ///< of wavesim
    std::string program;
    std::string stencil;
    Extent extent;
    Precision precision = Precision::float32;
    double bytes_per_s = 0;  ///< rate of the memory: measured, or that of one NVIDIA H200
    std::vector<GraphRow> rows;

    /// Shortest time per node that the memory allows, s.
    double floor_s(const GraphRow& row) const { return row.bytes / bytes_per_s; }
};

/// SI units; keys end in their unit, and have the names of other measurements. What was not measured is null.
nlohmann::ordered_json graph_json(const GraphReport& report);

}  // namespace wavesim
