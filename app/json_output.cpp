// SPDX-License-Identifier: MIT
#include "app/json_output.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <nlohmann/json.hpp>

#include "app/errors.hpp"
#include "app/report_error.hpp"
#include "app/terminal.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;

std::string text_of(const ordered_json& json) {
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);  // file names need not be UTF-8
}

}  // namespace

void add_json_flag(CLI::App& command, bool& json) {
    command.add_flag("--json", json, "print JSON and nothing else, failures included");
}

ordered_json fault_json(const MarkedFault& found) {
    ordered_json json{{"file", found.mark.file}};
    if (found.mark.line > 0) {
        json["line"] = found.mark.line;
        json["column"] = found.mark.column;
    }
    json["key"] = found.fault.key;
    json["message"] = found.fault.message;
    json["suggestion"] = found.fault.suggestion;
    json["rule"] = found.rule;
    return json;
}

ordered_json failure_json(const Failure& failure) {
    ordered_json faults = ordered_json::array();
    for (const MarkedFault& fault : failure.faults) faults.push_back(fault_json(fault));
    return {{"ok", false},
            {"exit_code", static_cast<int>(failure.code)},
            {"error", failure.sentence},
            {"faults", std::move(faults)}};
}

void print_json(const std::function<ordered_json()>& make) {
    ordered_json json;
    int code = 0;
    try {
        json = make();
    } catch (const EndProgram&) {
        throw;
    } catch (...) {
        const Failure failure = current_failure();
        code = static_cast<int>(failure.code);
        json = failure_json(failure);
    }
    put(text_of(json) + "\n");
    if (code != 0) throw EndProgram{code};
}

}  // namespace wavesim
