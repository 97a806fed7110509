// SPDX-License-Identifier: MIT
#include "app/study/task_run.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <numeric>

#include "app/study/case_forecasts.hpp"
#include "io/result/result_file.hpp"
#include "studies/sent_cases.hpp"

namespace wavesim {

namespace {

/// If the largest case runs on a GPU of this computer, all do: the computer that sent them may have had no GPU.
void correct_forecasts(const OpenStudy& open, const StudyInput& input, std::vector<CaseForecast>& forecasts) {
    OpenStudy largest = open;
    const auto most = std::ranges::max_element(forecasts, {}, &CaseForecast::memory_bytes);
    largest.chosen = {static_cast<std::size_t>(most - forecasts.begin())};
    const CaseForecast here = plan_cases(largest, input, Planning::each).front().forecast;
    for (CaseForecast& one : forecasts) {
        one.on_gpu = here.on_gpu;
        if (here.on_gpu) one.memory_bytes = here.memory_bytes;
    }
}

}  // namespace

int run_task(TaskRun request) {
    if (!request.note.empty())
        std::ofstream(request.note, std::ios::app)
            << "program " << std::time(nullptr) << ' ' << wavesim_version() << '\n';
    SentCases sent = read_sent_cases(request.list);
    const std::size_t cases = sent.study.cases.size();
    if (cases == 0) return 0;
    OpenStudy open;
    open.study = std::move(sent.study);
    open.folder = StudyFolder(request.local.input.output);
    open.scenes = std::move(sent.scenes);
    correct_forecasts(open, request.local.input, sent.forecasts);
    open.chosen.resize(cases);
    std::iota(open.chosen.begin(), open.chosen.end(), std::size_t{0});
    const std::size_t first = cases * (std::max<std::size_t>(1, request.share) - 1) / request.shares % cases;
    std::rotate(open.chosen.begin(), open.chosen.begin() + static_cast<std::ptrdiff_t>(first), open.chosen.end());
    std::rotate(sent.forecasts.begin(), sent.forecasts.begin() + static_cast<std::ptrdiff_t>(first),
                sent.forecasts.end());
    request.shared.forecasts = std::move(sent.forecasts);
    return run_shared(request.local, open, request.shared);
}

}  // namespace wavesim
