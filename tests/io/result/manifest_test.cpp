// SPDX-License-Identifier: MIT
#include "io/result/manifest.hpp"

#include <gmock/gmock.h>

#include "io/atomic_file.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

using testing::ElementsAre;

TEST(FileStems, KeepReadableNamesAndReplaceTheRest) {
    EXPECT_THAT(file_stems({"seat 1", "Türe", "a/b", "../x", ".hidden", "", "ok-1_2.b"}),
                ElementsAre("seat_1", "Türe", "a_b", "_.._x", "_.hidden", "_", "ok-1_2.b"));
}

TEST(FileStems, AreUniqueWhateverTheCase) {
    EXPECT_THAT(file_stems({"a", "A", "a", "a_2", "a b", "a_b"}),
                ElementsAre("a", "A_2", "a_3", "a_2_2", "a_b", "a_b_2"));
}

TEST(FileStems, AreCutBetweenCharacters) {
    std::string name = "x";
    for (int i = 0; i < 60; ++i) name += "ü";

    const std::string stem = file_stems({name})[0];

    EXPECT_EQ(stem.size(), 99u);
    EXPECT_EQ(stem, name.substr(0, 99));
}

TEST(Manifest, RoundTrip) {
    const TemporaryFolder folder;
    write_manifest(folder.path(), {ResultManifest::State::incomplete, "room", "00ff", {"result.h5", "audio/a.wav"}});

    const auto back = read_manifest(folder.path());

    ASSERT_TRUE(back);
    EXPECT_EQ(back->state, ResultManifest::State::incomplete);
    EXPECT_EQ(back->scene_name, "room");
    EXPECT_EQ(back->scene_hash, "00ff");
    EXPECT_THAT(back->files, ElementsAre("result.h5", "audio/a.wav"));
}

TEST(Manifest, NeverLeadsOutOfTheFolder) {
    const TemporaryFolder folder;
    write_manifest(folder.path(), {ResultManifest::State::complete,
                                   "room",
                                   "00ff",
                                   {"../a", "/etc/passwd", "audio/../../b", "", "audio/", "./c", "audio/ok.wav"}});

    EXPECT_THAT(read_manifest(folder.path())->files, ElementsAre("audio/ok.wav"));
}

TEST(Manifest, IsAbsentWhenTheFileIsNotOurs) {
    const TemporaryFolder folder;
    for (const char* text : {"", "{", "[]", "{\"format\": 3}", "{\"format\": \"wavesim-result-folder\"}",
                             "{\"format\": \"wavesim-result-folder\", \"state\": \"odd\", \"scene_name\": \"\", "
                             "\"scene_hash\": \"\", \"files\": []}"}) {
        write_file(folder.path() / manifest_name, text);
        EXPECT_FALSE(read_manifest(folder.path())) << text;
    }
}

}  // namespace
}  // namespace wavesim
