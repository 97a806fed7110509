// SPDX-License-Identifier: MIT
#include "studies/collected.hpp"

#include <gmock/gmock.h>

#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

TEST(CollectedCsv, HasNumbersWithoutTheirUnitsInListsToo) {
    const Study study = study_of(
        "parameters: {h: {set: grid.spacing, values: [20 mm, 0.5 km]},\n"
        "  at: {set: 'receivers[0].position', values: [[40 cm, 0.4, 500 mm], [a, 3]]}}\n"
        "collect: {quantities: [peak]}\n");
    Collected collected;
    collected.states.assign(4, CaseState::missing);
    collected.cases.resize(4);

    const std::string csv = collected_csv(study, collected);

    EXPECT_THAT(csv, testing::HasSubstr(",0.02,\"[0.4, 0.4, 0.5]\","));
    EXPECT_THAT(csv, testing::HasSubstr(",500,\"[a, 3]\","));
}

}  // namespace
}  // namespace wavesim::test
