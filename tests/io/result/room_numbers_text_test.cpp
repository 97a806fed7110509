// SPDX-License-Identifier: MIT
#include "io/result/room_numbers_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

const double unknown = std::nan("");

/// Numbers of an octave, each with a digit of its own behind those that are shown.
RoomNumbers numbers(double power, double seconds) {
    RoomNumbers n;
    n.band = {std::pow(10, power), 1};
    n.edt = {seconds + 0.0114, DecayFault::none, 1};
    n.t20 = {seconds + 0.0226, DecayFault::none, 2.04};
    n.t30 = {seconds + 0.0337, DecayFault::none, 3};
    n.curvature_percent = 4.06;
    n.c50_db = 5.08, n.c80_db = -6.12, n.d50 = 0.7144, n.centre_time_s = 0.0816, n.strength_db = unknown;
    return n;
}

/// One response at 250 and 500 Hz, of which the second has no T30, no T20 and no energies, and at 1000 Hz, which has
/// nothing.
TEST(RoomNumbersText, OneResponseHasARowPerNumberAndTheReasonsOfWhatIsMissing) {
    ResponseNumbers response{"seat", {numbers(2.4, 0.5), numbers(2.7, 1.25), numbers(3.0, 0)}};
    RoomNumbers& middle = response.bands[1];
    middle.t30 = {unknown, DecayFault::duration, unknown};
    middle.t20 = {unknown, DecayFault::range, unknown};
    middle.curvature_percent = middle.c50_db = middle.c80_db = middle.d50 = middle.centre_time_s = unknown;
    middle.energy_fault = DecayFault::range;
    RoomNumbers& high = response.bands[2];
    high = {};
    high.band = {1000, 1};
    high.edt.fault = high.t20.fault = high.t30.fault = high.energy_fault = DecayFault::grid;

    EXPECT_EQ(analysis_text({response}),
              "seat               250     500  Hz\n"
              "  EDT            0.511   1.261  s\n"
              "  T20            0.523       -  s\n"
              "  T30            0.534       -  s\n"
              "  nonlinearity     2.0       -  per mille\n"
              "  curvature        4.1       -  %\n"
              "  C50              5.1       -  dB\n"
              "  C80             -6.1       -  dB\n"
              "  D50            0.714       -\n"
              "  Ts             0.082       -  s\n"
              "  - T20 at 500 Hz, nonlinearity at 500 Hz, C50 at 500 Hz, C80 at 500 Hz, D50 at 500 Hz, Ts at 500 Hz, "
              "G at 500 Hz: the decay does not fall far enough as a straight line (noise, or a second slope)\n"
              "  - T30 at 500 Hz, curvature at 500 Hz: the recording ends before the decay has fallen far enough\n"
              "\n"
              "Not known at 1000 Hz: the band reaches beyond the highest frequency of the grid or of the samples\n");
}

/// Two responses at 500 and 1000 Hz: means, deviations with n - 1, and the mean of both octaves.
TEST(RoomNumbersText, SeveralResponsesHaveMeansDeviationsAndSingleNumbers) {
    std::vector<ResponseNumbers> responses{{"a", {numbers(2.7, 0.5), numbers(3.0, 0.3)}},
                                           {"b", {numbers(2.7, 0.7), numbers(3.0, 0.9)}}};
    responses[0].bands[0].strength_db = 3.14;
    responses[1].bands[0].strength_db = 5.18;
    const std::string text = mean_numbers_text(responses);

    EXPECT_EQ(text.substr(0, text.find("  T20")),
              "mean of 2          500    1000  Hz\n"
              "  EDT            0.611   0.611  s\n"
              "    deviation    0.141   0.424  s\n");
    EXPECT_NE(text.find("\n  G                4.2       -  dB\n    deviation      1.4       -  dB\n"),
              std::string::npos)
        << text;
    EXPECT_NE(
        text.find(
            "\nMean of 500 and 1000 Hz: EDT 0.611 s, T20 0.623 s, T30 0.634 s, C80 -6.1 dB, D50 0.714, Ts 0.082 s\n"),
        std::string::npos)
        << text;
    EXPECT_EQ(analysis_text(responses).find("a                  500    1000  Hz\n"), 0U);
}

/// EDT at 500 Hz: 0.5114 and 0.7114 s; G of one of the two at 500 Hz only, so it has no single number.
TEST(RoomNumbersText, CsvOfMeansHasDeviationsCountsAndSingleNumbers) {
    std::vector<ResponseNumbers> responses{{"a", {numbers(2.7, 0.5), numbers(3.0, 0.3)}},
                                           {"b", {numbers(2.7, 0.7), numbers(3.0, 0.9)}}};
    responses[0].bands[0].strength_db = 3.14;
    responses[1].bands[0].t30 = {unknown, DecayFault::duration, unknown};
    EXPECT_EQ(
        means_csv(responses),
        "band_hz,edt_s,edt_s_deviation,edt_s_count,t20_s,t20_s_deviation,t20_s_count,t30_s,t30_s_deviation,t30_s_count,"
        "t20_nonlinearity_permille,t20_nonlinearity_permille_deviation,t20_nonlinearity_permille_count,"
        "curvature_percent,curvature_percent_deviation,curvature_percent_count,c50_db,c50_db_deviation,c50_db_count,"
        "c80_db,c80_db_deviation,c80_db_count,d50,d50_deviation,d50_count,centre_time_s,centre_time_s_deviation,"
        "centre_time_s_count,strength_db,strength_db_deviation,strength_db_count\n"
        "500,0.6114,0.141421,2,0.6226,0.141421,2,0.5337,,1,2.04,0,2,4.06,0,2,5.08,0,2,-6.12,0,2,0.7144,0,2,0.0816,0,2,"
        "3.14,,1\n"
        "1000,0.6114,0.424264,2,0.6226,0.424264,2,0.6337,0.424264,2,2.04,0,2,4.06,0,2,5.08,0,2,-6.12,0,2,0.7144,0,2,"
        "0.0816,0,2,,,0\n"
        "single,0.6114,,,0.6226,,,0.5837,,,,,,,,,,,,-6.12,,,0.7144,,,0.0816,,,,,\n");
}

/// Numbers in CSV have six digits, and what is not known has its reason; names may have quotes.
TEST(RoomNumbersText, CsvHasAReasonForEveryNumberThatIsNotKnown) {
    ResponseNumbers response{"\"best\" seat", {numbers(2.7, 1.25)}};
    response.bands[0].t30 = {unknown, DecayFault::duration, unknown};

    EXPECT_EQ(
        analysis_csv({response}),
        "response,band_hz,edt_s,edt_s_valid,t20_s,t20_s_valid,t30_s,t30_s_valid,t20_nonlinearity_permille,"
        "t20_nonlinearity_permille_valid,curvature_percent,curvature_percent_valid,c50_db,c50_db_valid,c80_db,"
        "c80_db_valid,d50,d50_valid,centre_time_s,centre_time_s_valid,strength_db,strength_db_valid\n"
        "\"\"\"best\"\" seat\",500,1.2614,yes,1.2726,yes,,duration,2.04,yes,4.06,yes,5.08,yes,-6.12,yes,0.7144,yes,"
        "0.0816,yes,,reference\n");
}

}  // namespace
}  // namespace wavesim
