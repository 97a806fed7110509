// SPDX-License-Identifier: MIT
// Planted defects: each must be found by the sanitizer of its build, and the clean loop must not be reported.
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace {

/// Sum over an OpenMP loop, correct or with an unprotected shared variable.
int parallel_sum(bool race) {
    int sum = 0;
    std::vector<int> values(10000, 1);
    if (race) {
#pragma omp parallel for num_threads(4) shared(sum)
        for (int i = 0; i < 10000; ++i) sum += values[static_cast<std::size_t>(i)];
    } else {
#pragma omp parallel for num_threads(4) reduction(+ : sum)
        for (int i = 0; i < 10000; ++i) sum += values[static_cast<std::size_t>(i)];
        std::vector<int> doubled(values.size());
#pragma omp parallel num_threads(4)
        {
#pragma omp for
            for (int i = 0; i < 10000; ++i)
                doubled[static_cast<std::size_t>(i)] = 2 * values[static_cast<std::size_t>(i)];
#pragma omp for
            for (int i = 0; i < 10000; ++i)
                values[static_cast<std::size_t>(i)] = doubled[static_cast<std::size_t>(9999 - i)];
        }
    }
    return sum;
}

int read_behind_end(int offset) {
    std::vector<int> values(10, 1);
    return values.data()[10 + offset];
}

int overflow(int step) {
    int value = std::numeric_limits<int>::max();
    value += step;
    return value;
}

/// Every thread of a loop loses an array.
int leak(int size) {
    int sum = 0;
#pragma omp parallel for num_threads(4) reduction(+ : sum)
    for (int i = 0; i < 4; ++i) {
        volatile int* lost = new int[static_cast<std::size_t>(size)];
        lost[0] = i;
        sum += lost[0];
    }
    return sum;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string defect = argc > 1 ? argv[1] : "";
    volatile int result = 0;
    if (defect == "race") result = parallel_sum(true);
    if (defect == "clean") return parallel_sum(false) == 10000 ? EXIT_SUCCESS : EXIT_FAILURE;
    if (defect == "bounds") result = read_behind_end(argc - 2);
    if (defect == "leak") result = leak(argc + 1000);
    if (defect == "overflow") result = overflow(argc - 1);
    return result == -1 ? EXIT_FAILURE : EXIT_SUCCESS;
}
