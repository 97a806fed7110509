// SPDX-License-Identifier: MIT
#include "app/study/verify.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/errors.hpp"
#include "app/exit_code.hpp"
#include "app/json_output.hpp"
#include "app/quantity_text.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/result/planned_files.hpp"
#include "io/result/result_check.hpp"

namespace wavesim {

namespace {

struct DamagedCase {
    std::size_t number = 0;
    bool is_seen = false;  ///< visible without reading all files
    std::vector<std::string> sentences;
};

struct Verified {
    std::size_t cases = 0;    ///< cases that are or were complete
    std::size_t running = 0;  ///< running cases, which were not read
    std::vector<DamagedCase> damaged;
};

Verified verify(const OpenStudy& open) {
    Verified verified;
    const std::vector<CaseStatus> status = open.folder.status(open.scenes, open.chosen);
    for (const std::size_t number : open.chosen) {
        const CaseState state = status[number].state;
        const auto folder = open.folder.case_folder(open.scenes.scenes[number].id);
        std::vector<std::string> found;
        verified.running += state == CaseState::running ? 1 : 0;
        if (state == CaseState::damaged)
            found = {folder.string() + ": " + damage_of_case(folder)};
        else if (state != CaseState::complete && state != CaseState::stale)
            continue;
        else if (const auto manifest = read_manifest(folder / "result"))
            found = verify_result(folder / "result", *manifest);
        ++verified.cases;
        if (!found.empty()) verified.damaged.push_back({number, state == CaseState::damaged, std::move(found)});
    }
    return verified;
}

std::string summary(const Verified& verified) {
    const std::string running =
        verified.running == 0
            ? ""
            : fmt::format("; {} that run were not read", counted(static_cast<std::int64_t>(verified.running), "case"));
    return fmt::format("{} of {} as they were written{}\n", verified.cases - verified.damaged.size(),
                       counted(static_cast<std::int64_t>(verified.cases), "complete case"), running);
}

void tell_damage(const OpenStudy& open, const Verified& verified) {
    for (const DamagedCase& one : verified.damaged)
        for (const std::string& sentence : one.sentences)
            print_warning(fmt::format("case {}: {}", open.study.cases[one.number].name, sentence));
}

nlohmann::ordered_json as_json(const OpenStudy& open, const Verified& verified) {
    nlohmann::ordered_json damaged = nlohmann::ordered_json::array();
    for (const DamagedCase& one : verified.damaged)
        damaged.push_back({{"case", open.study.cases[one.number].name}, {"sentences", one.sentences}});
    return {{"ok", verified.damaged.empty()},
            {"cases", verified.cases},
            {"running", verified.running},
            {"damaged", damaged}};
}

}  // namespace

void verify_study(const StudyInput& input, bool json) {
    bool whole = true;
    if (json) {
        print_json([&] {
            const OpenStudy open = open_study(input);
            const Verified verified = verify(open);
            whole = verified.damaged.empty();
            return as_json(open, verified);
        });
    } else {
        const OpenStudy open = open_study(input);
        const Verified verified = verify(open);
        whole = verified.damaged.empty();
        tell_damage(open, verified);
        put(summary(verified));
    }
    if (!whole) throw EndProgram{static_cast<int>(ExitCode::io)};
}

int repair_study(LocalRun request) {
    const OpenStudy open = open_study(request.input);
    const Verified verified = verify(open);
    tell_damage(open, verified);
    put(summary(verified));
    if (verified.damaged.empty()) return 0;
    // Without result.h5 a case counts as damaged, whichever of its files is damaged. So a stopped repair can be
    // continued.
    for (const DamagedCase& one : verified.damaged) {
        if (one.is_seen) continue;
        std::error_code error;
        const auto file = open.folder.result_folder(open.scenes.scenes[one.number].id) / result_name;
        std::filesystem::remove(file, error);
        if (error) throw io_error("remove", file, error.value());
    }
    request.wanted = {CaseState::damaged};
    request.others_may_stay = true;
    const int code = run_locally(request);
    return code == static_cast<int>(ExitCode::stale) ? 0 : code;  // stale cases are undamaged
}

}  // namespace wavesim
