// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace wavesim {

/// The files that a run writes into its folder, and the request to write no more of them.
class OutputFiles {
  public:
    explicit OutputFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const std::filesystem::path& folder() const { return folder_; }
    /// File names relative to the folder, in the order in which they are shown.
    const std::vector<std::string>& names() const { return names_; }
    /// Writes a complete file atomically. Throws EnvironmentError (io).
    void write(const std::string& name, std::string_view bytes);
    /// Adds the name of a file that other code writes.
    void add(std::string name) { names_.push_back(std::move(name)); }
    void add_first(std::string name) { names_.insert(names_.begin(), std::move(name)); }

    /// `stop` must outlive the writing.
    void stop_on(const std::atomic<bool>& stop) { stop_ = &stop; }
    /// From this call on every file is written, even after a stop request.
    void ignore_stop();
    /// Called before each optional file: whether to leave it out.
    bool leaves_out();
    bool left_out_some() const { return left_out_some_; }
    /// Whether a stop has been requested, even if no file remains to be written.
    bool stop_asked() const { return stop_ != nullptr && stop_->load(); }

  private:
    std::filesystem::path folder_;
    std::vector<std::string> names_;
    const std::atomic<bool>* stop_ = nullptr;
    bool left_out_some_ = false;
};

}  // namespace wavesim
