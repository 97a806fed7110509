// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim {
namespace {

void expect_weights(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t p = 0; p < expected.size(); ++p) EXPECT_NEAR(actual[p], expected[p], tolerance) << "shell " << p;
}

TEST(MomentSystem, SevenPointsGiveTheStandardLaplacian) {
    const auto weights = solve_moments(compact_shells(1), 1, MomentKind::space_only);

    EXPECT_TRUE(weights.solvable());
    expect_weights(weights.at(0.5), {1}, 1e-15);
}

TEST(MomentSystem, NineteenPointsAreIsotropicInOneWayOnly) {
    const auto weights = solve_moments(compact_shells(2), 1, MomentKind::isotropic);

    EXPECT_TRUE(weights.solvable());
    expect_weights(weights.at(0), {1.0 / 3, 1.0 / 6}, 1e-14);
    EXPECT_FALSE(solve_moments(compact_shells(1), 1, MomentKind::isotropic).solvable());
}

TEST(MomentSystem, ModifiedEquation33PointsAreTheExactFractions) {
    const auto weights = solve_moments(compact_shells(4), 2, MomentKind::modified_equation);

    ASSERT_EQ(weights.coefficients.size(), 2u);
    expect_weights(weights.coefficients[0], {28.0 / 57, 8.0 / 19, -4.0 / 19, -1.0 / 12}, 1e-13);
    expect_weights(weights.coefficients[1], {-5.0 / 19, -23.0 / 114, 7.0 / 38, 1.0 / 12}, 1e-13);
}

TEST(MomentSystem, ModifiedEquation57PointsMatchTheReference) {
    const auto weights = solve_moments(compact_shells(5), 2, MomentKind::modified_equation);

    expect_weights(weights.coefficients[0],
                   {.150278293135, .202844774273, .157699443414, .175788497217, -.0647804576376}, 1e-12);
    expect_weights(weights.coefficients[1],
                   {-.0556586270872, -.0689548546691, -.0398886827458, -.0743661100804, .0394248608534}, 1e-12);
}

TEST(MomentSystem, ModifiedEquation123PointsMatchTheReference) {
    const auto weights = solve_moments(compact_shells(9), 3, MomentKind::modified_equation);

    expect_weights(weights.coefficients[0],
                   {.179852818704, .250928665526, .231679714117, .0506698868884, .000471525264608, -.0846951136415,
                    .00136188125558, .0163471176996, 1.0 / 90},
                   1e-12);
    expect_weights(weights.coefficients[1],
                   {-.0923619112339, -.126150605248, -.111051123889, -.0127769419028, .0145543310331, .0617186538084,
                    -.00517988595698, -.0131160983711, -1.0 / 72},
                   1e-12);
    expect_weights(weights.coefficients[2],
                   {.00931858904914, .0125319578792, .0106131819857, .000554949106455, -.00229788152722,
                    -.00736363039856, .00142206425485, .00196702186383, 1.0 / 360},
                   1e-12);
}

TEST(MomentSystem, ModifiedEquation257PointsMatchTheReference) {
    const auto weights = solve_moments(compact_shells(16), 4, MomentKind::modified_equation);

    ASSERT_EQ(weights.coefficients.size(), 4u);
    expect_weights(
        weights.coefficients[0],
        {0.163334314660004, 0.22947852404806, 0.216034153658657, 0.0315037848681528, 0.0218343046052194,
         -0.0326679826751896, -0.019385391517183, -0.0648246885788768, -0.0787790818797212, -5.69612200932894e-05,
         0.0315959612773101, 0.107487523765948, 0.0356598451441267, -0.0205774341911033, -0.00178571428571443},
        1e-11);
    expect_weights(
        weights.coefficients[1],
        {-0.09443265934564, -0.129588995164092, -0.115406542833934, -0.00148078978728438, 0.0030326659816133,
         0.0379595704646771, 0.00969839171002388, 0.0412555301463737, 0.0553601060891455, -0.00256678057461356,
         -0.0253315619108068, -0.0798759180764849, -0.0264568430990762, 0.0160909128644384, 0.00243055555555566},
        1e-11);
    expect_weights(
        weights.coefficients[2],
        {0.0141270283551541, 0.0189479444983123, 0.0159439656198174, -0.000903695212094387, -0.00167241244102316,
         -0.00752900587876626, -0.000414688522179901, -0.00603273835520121, -0.00909454141522948, 0.000981399867030313,
         0.00484238710126456, 0.0143465478587716, 0.00472097155267755, -0.00309389491691585, -0.000694444444444458},
        1e-11);
    expect_weights(weights.coefficients[3],
                   {-0.000608125853051515, -0.000797039058222049, -0.00063198781688082, 5.19377059448333e-05,
                    9.8464682522552e-05, 0.000381008662907228, -3.51903543498869e-05, 0.000244395521171301,
                    0.000415014231910827, -6.36255209157285e-05, -0.000243503469768257, -0.000703005321186404,
                    -0.000228199741365298, 0.000166184412432613, 4.96031746031753e-05},
                   1e-11);
}

TEST(MomentSystem, AttainableOrderIsSetByTheReachAlongTheAxes) {
    const auto check = [](const std::vector<Shell>& shells) {
        int reach = 0;
        for (const Shell shell : shells) reach = std::max(reach, shell.q1);
        for (const MomentKind kind : {MomentKind::space_only, MomentKind::modified_equation}) {
            EXPECT_TRUE(solve_moments(shells, reach, kind).solvable()) << shells.size();
            EXPECT_FALSE(solve_moments(shells, reach + 1, kind).solvable()) << shells.size();
        }
    };
    for (const int r2 : compact_radii2()) check(compact_shells(r2));
    for (const Shell q : box_corners()) check(box_shells(q));
}

TEST(MomentSystem, GradedNormMovesWeightTowardsTheCentre) {
    const auto shells = compact_shells(22);
    const auto plain = solve_moments(shells, 4, MomentKind::space_only).at(0);
    const auto graded = solve_moments(shells, 4, MomentKind::space_only, MomentNorm::graded).at(0);

    EXPECT_LT(moment_residual(shells, graded, 4, 0, MomentKind::space_only), 1e-9);
    EXPECT_GT(graded.front(), 2 * plain.front());
}

TEST(MomentSystem, ResidualTellsWrongWeightsFromRightOnes) {
    EXPECT_LT(moment_residual({{1, 0, 0}}, {1}, 1, 0, MomentKind::space_only), 1e-15);
    EXPECT_GT(moment_residual({{1, 0, 0}}, {1.001}, 1, 0, MomentKind::space_only), 1e-4);
    EXPECT_GT(moment_residual({{1, 0, 0}}, {1}, 2, 0, MomentKind::space_only), 0.1);
}

}  // namespace
}  // namespace wavesim
