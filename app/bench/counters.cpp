// SPDX-License-Identifier: MIT
#include "app/bench/counters.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include "app/study/shell_answer.hpp"
#include "io/scene/csv_line.hpp"
#include "io/text_file.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {

namespace {

/// A metric of ncu, the value that it gives, and the factor to its unit.
struct Metric {
    const char* name;
    double KernelCounters::*value;
    double factor;
};
constexpr std::array metrics{Metric{"dram__bytes.sum", &KernelCounters::dram_bytes, 1},
                             Metric{"lts__t_bytes.sum", &KernelCounters::l2_bytes, 1},
                             Metric{"lts__t_sector_hit_rate.pct", &KernelCounters::l2_hits, 0.01},
                             Metric{"l1tex__t_bytes.sum", &KernelCounters::l1_bytes, 1},
                             Metric{"l1tex__t_sector_hit_rate.pct", &KernelCounters::l1_hits, 0.01}};

[[noreturn]] void refuse(const std::string& sentence) {
    throw EnvironmentError(EnvironmentError::Kind::device, "--counters: " + sentence);
}

/// The fields of a line by the titles of the first line.
std::map<std::string, std::string> by_title(const std::vector<std::string>& titles, std::string_view line) {
    std::vector<CsvField> fields;
    split_csv(line, ',', fields);
    std::map<std::string, std::string> found;
    for (std::size_t i = 0; i < std::min(titles.size(), fields.size()); ++i)
        found[titles[i]] = std::string(csv_trimmed(fields[i].text));
    return found;
}

/// A number as ncu writes it, with commas between thousands.
double number_of(std::string text) {
    std::erase(text, ',');
    return number_in(text).value_or(0);
}

/// A file that is removed at the end.
class PassingFile {
  public:
    PassingFile() {
        std::string name = (std::filesystem::temp_directory_path() / "wavesim-ncu-XXXXXX").string();
        const int file = mkstemp(name.data());
        if (file < 0) refuse("no temporary file can be made");
        close(file);
        path_ = name;
    }
    ~PassingFile() {
        std::error_code error;
        std::filesystem::remove(path_, error);
    }
    PassingFile(const PassingFile&) = delete;
    PassingFile& operator=(const PassingFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// The first line of ncu's messages that is an error.
std::string error_in(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (const std::size_t at = line.find("==ERROR=="); at != std::string::npos)
            return std::string(csv_trimmed(std::string_view(line).substr(at + 9)));
    return {};
}

}  // namespace

std::string counters_why_not() {
    if (ask_shell({"ncu", "--version"}).code == 0) return {};
    return "ncu (Nsight Compute) counts the traffic of kernels, and it is not installed here or not in PATH";
}

std::vector<KernelCounters> count_kernels(const std::vector<std::string>& command) {
    const PassingFile log;
    std::string names;
    for (const Metric& metric : metrics) names += (names.empty() ? "" : ",") + std::string(metric.name);
    std::vector<std::string> words{"ncu",
                                   "--csv",
                                   "--log-file",
                                   log.path().string(),
                                   "--print-units",
                                   "base",
                                   "--clock-control",
                                   "none",
                                   "--kernel-name",
                                   "regex:^wavesim_",
                                   "--launch-skip",
                                   "2",
                                   "--launch-count",
                                   "6",
                                   "--metrics",
                                   names};
    const std::size_t first = words.size();
    words.insert(words.end(), command.begin(), command.end());
    // In the process that ncu starts, /proc/self is that process and not this one.
    if (words.at(first) == "/proc/self/exe") words[first] = std::filesystem::read_symlink(words[first]).string();
    const ShellAnswer answer = ask_shell(words);
    constexpr std::size_t most = std::size_t{64} << 20U;
    const std::string text = read_text_file(log.path(), "log of ncu", most);
    if ((text + answer.text).find("ERR_NVGPUCTRPERM") != std::string::npos)
        refuse(
            "the driver lets only administrators read counters (ERR_NVGPUCTRPERM); they can allow it with the module "
            "option NVreg_RestrictProfilingToAdminUsers=0");
    const std::string error = error_in(text + "\n" + answer.text);
    std::vector<KernelCounters> found = counters_in(text);
    if (answer.code != 0 || found.empty())
        refuse(error.empty() ? fmt::format("ncu counted no kernel (its exit code is {})", answer.code)
                             : "ncu says: " + error);
    return found;
}

std::vector<KernelCounters> counters_in(const std::string& csv) {
    std::vector<KernelCounters> all;
    std::map<std::string, std::map<std::string, int>> launches;  // by kernel and metric
    std::vector<std::string> titles;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        if (titles.empty()) {
            if (!line.starts_with("\"ID\"")) continue;  // messages of ncu
            std::vector<CsvField> fields;
            split_csv(line, ',', fields);
            for (const CsvField& field : fields) titles.emplace_back(csv_trimmed(field.text));
            continue;
        }
        auto row = by_title(titles, line);
        const std::string kernel = row["Kernel Name"].substr(0, row["Kernel Name"].find('('));
        const auto metric =
            std::ranges::find_if(metrics, [&](const Metric& one) { return row["Metric Name"] == one.name; });
        if (metric == metrics.end() || kernel == "wavesim_health") continue;
        auto counters = std::ranges::find(all, kernel, &KernelCounters::kernel);
        if (counters == all.end()) counters = all.insert(all.end(), KernelCounters{.kernel = kernel});
        const int before = launches[kernel][metric->name]++;
        double& mean = (*counters).*(metric->value);
        mean = (mean * before + metric->factor * number_of(row["Metric Value"])) / (before + 1);
        counters->launches = std::max(counters->launches, before + 1);
    }
    return all;
}

std::string counters_text(const std::vector<KernelCounters>& counters, double nodes) {
    std::string text;
    for (const KernelCounters& one : counters)
        text += fmt::format(
            "  {}: {:.2f} B of DRAM, {:.2f} B of L2 ({:.0f} % hits), {:.2f} B of L1 ({:.0f} % hits) per node and "
            "launch\n",
            one.kernel, one.dram_bytes / nodes, one.l2_bytes / nodes, 100 * one.l2_hits, one.l1_bytes / nodes,
            100 * one.l1_hits);
    return text;
}

}  // namespace wavesim
