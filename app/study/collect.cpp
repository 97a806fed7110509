// SPDX-License-Identifier: MIT
#include "app/study/collect.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/errors.hpp"
#include "app/exit_code.hpp"
#include "app/json_output.hpp"
#include "app/quantity_text.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/scene_faults.hpp"
#include "solvers/scene/fault.hpp"
#include "studies/collected_file.hpp"
#include "studies/collected_plot.hpp"

namespace wavesim {

namespace {

struct CollectOutcome {
    std::size_t complete = 0;
    std::size_t cases = 0;
    std::vector<std::string> files;
    std::vector<std::string> unread;
};

CollectOutcome collect_now(const StudyInput& input, const std::string& into) {
    OpenStudy open = open_study(input);
    keep_chosen(open);
    const Collected collected = collect_study(open.study, open.scenes, open.folder, study_data(input));
    CollectOutcome outcome;
    outcome.cases = open.study.cases.size();
    outcome.unread = collected.unread;
    for (const CollectedCase& one : collected.cases) outcome.complete += one.samples > 0 ? 1 : 0;
    if (outcome.complete == 0)
        throw EnvironmentError(
            EnvironmentError::Kind::io,
            fmt::format("no case of the study is complete in {}; `wavesim study run {}` computes them",
                        open.folder.path().string(), study_words(open)));
    const std::filesystem::path folder = into.empty() ? open.folder.path() : std::filesystem::path(into);
    make_folder(folder);
    const std::filesystem::path data = folder / "collected.h5", table = folder / "collected.csv";
    write_collected_hdf5(data, open.study, open.scenes, open.folder, collected);
    write_file(table, collected_csv(open.study, collected));
    outcome.files = {data.string(), table.string()};
    if (!open.study.collect.plot) return outcome;
    const std::filesystem::path picture = folder / "collected.png";
    write_file(picture, collected_plot(open.study, collected));
    outcome.files.push_back(picture.string());
    return outcome;
}

}  // namespace

void collect(const StudyInput& input, const std::string& into, bool json) {
    if (json)
        return print_json([&] {
            const CollectOutcome outcome = collect_now(input, into);
            return nlohmann::ordered_json{{"cases", outcome.cases},
                                          {"complete", outcome.complete},
                                          {"files", outcome.files},
                                          {"unread", outcome.unread}};
        });
    const CollectOutcome outcome = collect_now(input, into);
    for (const std::string& sentence : outcome.unread) print_warning(sentence);
    put(fmt::format("{} of {} collected in {}\n", outcome.complete,
                    counted(static_cast<std::int64_t>(outcome.cases), "case"),
                    enumerate_words(outcome.files, " and ")));
    if (!outcome.unread.empty()) throw EndProgram{static_cast<int>(ExitCode::io)};
}

}  // namespace wavesim
