// SPDX-License-Identifier: MIT
#pragma once
#include <cstdlib>
#include <string>

#include "app/program.hpp"

namespace wavesim::test {

inline constexpr const char* compare_results = R"(
import filecmp, h5py, os, sys
def datasets(folder):
    found = {}
    with h5py.File(folder + '/result.h5') as file:
        file.visititems(lambda name, item: found.update({name: item[()].tobytes()})
                        if isinstance(item, h5py.Dataset) else None)
    for text in ('plan/json', 'report/json', 'report/summary'):
        del found[text]
    return found
def files(folder):
    return {os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names}
one, other = sys.argv[1:]
a, b = datasets(one), datasets(other)
differ = [n for n in sorted(set(a) | set(b)) if a.get(n) != b.get(n)]
differ += sorted(files(one) ^ files(other))
differ += [n for n in sorted(files(one) & files(other) - {'log.txt', 'result.h5'})
           if not filecmp.cmp(one + '/' + n, other + '/' + n, shallow=False) and n != 'wavesim.json']
print(len(a), differ)
)";

/// Compares two results in a folder by h5py: returns the number of datasets, and in brackets the names of what differs.
/// Datasets must be equal to the last bit and files byte for byte. Texts with times, log.txt and wavesim.json are left
/// out.
inline std::string result_differences(const TemporaryFolder& folder, const std::string& one, const std::string& other) {
    folder.write("compare.py", compare_results);
    const std::string command = "cd " + folder.path().string() + " && /usr/bin/python3 compare.py " + one + " " +
                                other + " > differences.txt 2>&1";
    const int code = std::system(command.c_str());
    const std::string text = read_text(folder.path() / "differences.txt");
    return code == 0 ? text : "compare.py failed: " + text;
}

}  // namespace wavesim::test
