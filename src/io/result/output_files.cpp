// SPDX-License-Identifier: MIT
#include "io/result/output_files.hpp"

#include "io/atomic_file.hpp"

namespace wavesim {

void OutputFiles::write(const std::string& name, std::string_view bytes) {
    write_file(folder_ / name, bytes);
    add(name);
}

void OutputFiles::ignore_stop() {
    stop_ = nullptr;
    left_out_some_ = false;
}

bool OutputFiles::leaves_out() {
    left_out_some_ = left_out_some_ || stop_asked();
    return left_out_some_;
}

}  // namespace wavesim
