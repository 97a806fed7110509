// SPDX-License-Identifier: MIT
#include "solvers/scene/words.hpp"

#include <gtest/gtest.h>

#include <map>

#include "boundary/words.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/problem/halo_words.hpp"
#include "stencils/problem/words.hpp"

namespace wavesim {
namespace {

/// Every enumerator has this word, and there is no other word.
template <WordedEnum E>
void expect_words(const std::map<std::string, E>& expected) {
    EXPECT_EQ(words_of<E>().size(), expected.size());
    for (const auto& [word, value] : expected) {
        EXPECT_EQ(word_of(value), word);
        EXPECT_EQ(value_of<E>(word), value) << word;
    }
    EXPECT_EQ(value_of<E>("no such word"), std::nullopt);
    EXPECT_EQ(value_of<E>(""), std::nullopt);
    EXPECT_THROW(word_of(static_cast<E>(expected.size())), std::out_of_range);
}

TEST(EnumWords, OfGridsAndMedia) {
    expect_words<Precision>({{"float", Precision::float32}, {"double", Precision::float64}});
    expect_words<Side>({{"x_min", Side::x_min},
                        {"x_max", Side::x_max},
                        {"y_min", Side::y_min},
                        {"y_max", Side::y_max},
                        {"z_min", Side::z_min},
                        {"z_max", Side::z_max}});
    expect_words<MediumStorage>({{"float", MediumStorage::float32},
                                 {"int16", MediumStorage::int16},
                                 {"index8", MediumStorage::index8},
                                 {"index16", MediumStorage::index16}});
    expect_words<TtiForm>({{"self_adjoint", TtiForm::self_adjoint}, {"k73", TtiForm::k73}});
    expect_words<HaloRule>({{"zero", HaloRule::zero},
                            {"mirror_half", HaloRule::mirror_half},
                            {"mirror_whole", HaloRule::mirror_whole},
                            {"odd_half", HaloRule::odd_half}});
    expect_words<cpu::Isa>({{"x86-64-v2", cpu::Isa::v2}, {"x86-64-v3", cpu::Isa::v3}, {"x86-64-v4", cpu::Isa::v4}});
}

TEST(EnumWords, OfWalls) {
    expect_words<SideKind>(
        {{"wall", SideKind::wall}, {"absorbing", SideKind::absorbing}, {"free_surface", SideKind::free_surface}});
    expect_words<SurfaceLaw::Kind>({{"rigid", SurfaceLaw::Kind::rigid},
                                    {"admittance", SurfaceLaw::Kind::admittance},
                                    {"absorption", SurfaceLaw::Kind::absorption}});
    expect_words<Incidence>({{"random", Incidence::random}, {"normal", Incidence::normal}});
    expect_words<WallForm>({{"auto", WallForm::automatic},
                            {"half", WallForm::half},
                            {"whole", WallForm::whole},
                            {"lumped", WallForm::lumped},
                            {"vertex", WallForm::vertex}});
}

TEST(EnumWords, OfScenes) {
    expect_words<ExampleModel>({{"two-layers", ExampleModel::two_layers},
                                {"dipping-fault", ExampleModel::dipping_fault},
                                {"salt-body", ExampleModel::salt_body},
                                {"layers-tti", ExampleModel::layers_tti}});
    expect_words<Resampling>({{"linear", Resampling::linear}, {"nearest", Resampling::nearest}});
    expect_words<Anisotropy::Absorber>({{"auto", Anisotropy::Absorber::automatic},
                                        {"layers", Anisotropy::Absorber::layers},
                                        {"sponge", Anisotropy::Absorber::sponge}});
    expect_words<SignalKind>({{"ricker", SignalKind::ricker},
                              {"gaussian", SignalKind::gaussian},
                              {"dgauss", SignalKind::dgauss},
                              {"sine", SignalKind::sine},
                              {"impulse", SignalKind::impulse},
                              {"file", SignalKind::samples}});
    expect_words<TimeFilter>({{"auto", TimeFilter::automatic}, {"on", TimeFilter::on}, {"off", TimeFilter::off}});
    expect_words<Placement>({{"interpolated", Placement::interpolated}, {"nearest", Placement::nearest_node}});
    expect_words<GatherStyle>({{"wiggle", GatherStyle::wiggle}, {"density", GatherStyle::density}});
    expect_words<TimeCorrection>(
        {{"auto", TimeCorrection::automatic}, {"on", TimeCorrection::on}, {"off", TimeCorrection::off}});
    expect_words<ExactReference>({{"none", ExactReference::none},
                                  {"free_field", ExactReference::free_field},
                                  {"shoebox", ExactReference::shoebox}});
    expect_words<Survey::Spread>({{"fixed", Survey::Spread::fixed},
                                  {"towed", Survey::Spread::towed},
                                  {"rolling", Survey::Spread::rolling},
                                  {"file", Survey::Spread::listed}});
}

}  // namespace
}  // namespace wavesim
