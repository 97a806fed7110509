// SPDX-License-Identifier: MIT
#include "studies/collected_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <span>

#include "acoustics/reverberation.hpp"
#include "acoustics/room_quantities.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_reader.hpp"
#include "studies/flow_text.hpp"
#include "studies/result_octaves.hpp"

namespace wavesim {

namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

/// The file being written.
class CollectedFile {
  public:
    CollectedFile(Hdf5Writer& file, const Study& study, const Collected& collected)
        : file_(file),
          study_(study),
          collected_(collected),
          cases_(static_cast<std::int64_t>(study.cases.size())),
          receivers_(static_cast<std::int64_t>(collected.receivers.size())) {}

    void write_axes(const CaseScenes& scenes) {
        file_.attribute("/", "format", std::string("wavesim-collected"));
        file_.attribute("/", "format_version", std::int64_t{1});
        file_.attribute("/", "study", study_.name);
        std::vector<std::string> names, ids, states;
        for (std::size_t i = 0; i < study_.cases.size(); ++i) {
            names.push_back(study_.cases[i].name);
            ids.push_back(scenes.scenes[i].id);
            states.emplace_back(word_of(collected_.states[i]));
        }
        file_.strings("/case", names);
        file_.strings("/id", ids);
        file_.strings("/state", states);
        file_.group("/parameters");
        for (std::size_t i = 0; i < study_.columns.size(); ++i) write_parameter(i);
        if (receivers_ > 0) file_.strings("/receiver", collected_.receivers);
        if (!study_.collect.octaves_hz.empty()) {
            file_.numbers("/octave", study_.collect.octaves_hz, {octaves()});
            file_.attribute("/octave", "units", std::string("Hz"));
        }
        for (const char* name : {"/id", "/state"}) attach_case(name);
    }

    /// Writes `list` (receiver, inner) of each case as (case, receiver, inner); missing values are NaN.
    template <class List>
    void write_metric(const std::string& name, const std::string& unit, const List& list,
                      const std::string& inner_scale = {}) {
        const std::int64_t inner = inner_scale.empty() ? 1 : octaves();
        std::vector<double> values;
        for (const CollectedCase& one : collected_.cases) {
            const std::size_t end = values.size() + static_cast<std::size_t>(receivers_ * inner);
            const std::vector<double>& here = std::invoke(list, one);
            values.insert(values.end(), here.begin(), here.end());
            values.resize(end, absent);
        }
        std::vector<std::int64_t> shape{cases_, receivers_};
        if (!inner_scale.empty()) shape.push_back(inner);
        file_.numbers(name, values, shape);
        file_.attribute(name, "units", unit);
        attach_case(name);
        file_.dimension_scale(name, 1, "/receiver", "receiver");
        if (!inner_scale.empty()) file_.dimension_scale(name, 2, inner_scale, inner_scale.substr(1));
    }

    void write_room_numbers() {
        file_.group("/metrics");
        for (std::size_t q = 0; q < room_quantities().size(); ++q) {
            const auto of = [q](const std::vector<std::vector<double>>& lists) -> const std::vector<double>& {
                static const std::vector<double> none;
                return lists.empty() ? none : lists[q];
            };
            const std::string name = std::string("/metrics/") + room_quantities()[q].key;
            write_metric(
                name, room_quantities()[q].unit,
                [&of](const CollectedCase& one) -> const std::vector<double>& { return of(one.metrics); }, "/octave");
            write_metric(
                name + "_fault", "1",
                [&of](const CollectedCase& one) -> const std::vector<double>& { return of(one.metric_faults); },
                "/octave");
            write_words(name + "_fault", EnumWords<DecayFault>::words);
        }
    }

    /// Adds the meanings of the numbers in a dataset, from 0 on.
    void write_words(const std::string& name, std::span<const std::string_view> words) {
        file_.attribute(name, "words", fmt::format("{}", fmt::join(words, ", ")));
    }

    void write_times() {
        file_.group("/times");
        for (std::size_t t = 0; t < time_names.size(); ++t) {
            std::vector<double> values;
            for (const CollectedCase& one : collected_.cases)
                values.push_back(one.times.empty() ? absent : one.times[t]);
            write_per_case("/times/" + time_names[t], values, "s");
        }
    }

    void write_traces(const CaseScenes& scenes, const StudyFolder& folder) {
        std::int64_t longest = 0;
        std::vector<double> steps, samples;
        for (const CollectedCase& one : collected_.cases) {
            longest = std::max(longest, one.samples);
            steps.push_back(one.samples > 0 ? one.time_step_s : absent);
            samples.push_back(static_cast<double>(one.samples));
        }
        file_.create("/traces", {cases_, receivers_, longest}, Precision::float32);
        file_.attribute("/traces", "units", std::string("Pa"));
        attach_case("/traces");
        file_.dimension_scale("/traces", 1, "/receiver", "receiver");
        write_per_case("/time_step", steps, "s");
        write_per_case("/samples", samples, "");
        for (std::size_t i = 0; i < study_.cases.size(); ++i) {
            std::optional<Hdf5Reader> result;
            if (collected_.cases[i].samples > 0)
                result.emplace(folder.result_folder(scenes.scenes[i].id) / "result.h5",
                               std::vector<std::string>{"traces"});
            for (std::int64_t r = 0; r < receivers_; ++r) {
                std::vector<double> trace;
                const auto there = static_cast<std::int64_t>(collected_.cases[i].peak_pa.size());
                if (result && r < there) {
                    const std::int64_t per_shot = result->shape("/traces/pressure").at(1);
                    trace = result->block(heard_dataset(*result), {r / per_shot, r % per_shot, 0},
                                          {1, 1, collected_.cases[i].samples});
                }
                trace.resize(static_cast<std::size_t>(longest), absent);
                file_.write_block("/traces", {static_cast<std::int64_t>(i), r, 0}, {1, 1, longest}, trace);
            }
        }
    }

  private:
    std::int64_t octaves() const { return static_cast<std::int64_t>(study_.collect.octaves_hz.size()); }

    void write_parameter(std::size_t column) {
        const std::string path = "/parameters/" + study_.columns[column].name;
        std::vector<double> numbers;
        std::vector<std::string> texts;
        for (const StudyCase& one : study_.cases) {
            texts.push_back(one.values[column]);
            if (const std::optional<double> value = plain_number(one.values[column])) numbers.push_back(*value);
        }
        if (numbers.size() == texts.size())
            file_.numbers(path, numbers, {cases_});
        else
            file_.strings(path, texts);
        file_.attribute(path, "sets", study_.columns[column].key);
    }

    void write_per_case(const std::string& name, const std::vector<double>& values, const std::string& unit) {
        file_.numbers(name, values, {cases_});
        if (!unit.empty()) file_.attribute(name, "units", unit);
        attach_case(name);
    }

    /// Adds all parameters and the names of the cases as scales of the first axis.
    void attach_case(const std::string& name) {
        for (const StudyColumn& column : study_.columns)
            file_.dimension_scale(name, 0, "/parameters/" + column.name, column.name);
        file_.dimension_scale(name, 0, "/case", "case");
    }

    Hdf5Writer& file_;
    const Study& study_;
    const Collected& collected_;
    std::int64_t cases_, receivers_;
};

}  // namespace

void write_collected_hdf5(const std::filesystem::path& file, const Study& study, const CaseScenes& scenes,
                          const StudyFolder& folder, const Collected& collected) {
    AtomicFile atomic(file);
    Hdf5Writer writer(atomic.temporary(), file);
    CollectedFile out(writer, study, collected);
    const CollectRequest& request = study.collect;
    out.write_axes(scenes);
    if (!collected.receivers.empty()) {
        if (request.wants(Quantity::peak)) out.write_metric("/peak", "Pa", &CollectedCase::peak_pa);
        if (request.wants(Quantity::energy)) out.write_metric("/energy", "Pa2 s", &CollectedCase::energy_pa2_s);
        if (request.wants(Quantity::arrival)) out.write_metric("/arrival", "s", &CollectedCase::arrival_s);
        if (request.wants(Quantity::reverberation)) {
            out.write_metric("/reverberation", "s", &CollectedCase::reverberation_s, "/octave");
            out.write_metric("/reverberation_fault", "1", &CollectedCase::reverberation_fault, "/octave");
            out.write_words("/reverberation_fault", EnumWords<DecayFault>::words);
        }
        if (request.wants(Quantity::metrics)) out.write_room_numbers();
        if (request.wants(Quantity::error)) out.write_metric("/error", "1", &CollectedCase::error);
        if (request.wants(Quantity::traces)) out.write_traces(scenes, folder);
    }
    if (request.wants(Quantity::times)) out.write_times();
    writer.close();
    atomic.commit();
}

}  // namespace wavesim
