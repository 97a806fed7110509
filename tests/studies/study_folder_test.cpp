// SPDX-License-Identifier: MIT
#include "studies/study_folder.hpp"

#include <gmock/gmock.h>

#include "io/result/folder_lock.hpp"
#include "io/result/manifest.hpp"
#include "io/result/result_file.hpp"
#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

class StudyFolderTest : public ::testing::Test {
  protected:
    StudyFolderTest() : study_(study_of("parameters: {a: {set: grid.spacing, values: [1, 2]}}\n")) {
        study_.scene = dir_.write("scene.yaml", "wavesim: 1\n");
        scenes_.scenes = {{"id1", "hash1", 1}, {"id2", "hash2", 1}};
    }
    StudyFolder folder() const { return StudyFolder(dir_.path() / "out"); }
    std::string refusal() const {
        try {
            folder().claim(study_, scenes_);
        } catch (const EnvironmentError& error) {
            std::string text = error.what();
            for (std::size_t at; (at = text.find(dir_.path().string() + '/')) != std::string::npos;)
                text.erase(at, dir_.path().string().size() + 1);
            return text;
        }
        return "claimed";
    }
    /// A case as a worker leaves it.
    void leave(const std::string& id, const std::string& hash, ResultManifest::State state, int exit_code,
               const std::string& version = wavesim_version()) const {
        std::filesystem::create_directories(folder().result_folder(id));
        write_manifest(folder().result_folder(id), {state, "scene", hash, {}});
        CaseRecord record;
        record.version = version;
        record.sentence = exit_code > 0 ? "why" : "";
        record.attempts = {{1, "host", "", 2, exit_code}};
        write_case_record(folder().case_folder(id), record);
    }
    CaseState first() const { return folder().status(scenes_, {0})[0].state; }

    StudyTestFolder dir_;
    Study study_;
    CaseScenes scenes_;
};

TEST_F(StudyFolderTest, OneFolderHoldsOneStudy) {
    EXPECT_EQ(refusal(), "claimed");
    EXPECT_EQ(refusal(), "claimed") << "the same study again";
    study_.name = "other";
    EXPECT_EQ(refusal(), "folder out holds the study 'a', not 'other'; --output out_2 keeps both");
}

TEST_F(StudyFolderTest, IdsOfAllCasesAreKnownUntilTheStudyOrItsSceneChanges) {
    folder().claim(study_, scenes_);
    EXPECT_EQ(folder().known_ids(study_), (std::vector<std::string>{"id1", "id2"}));
    Study changed = study_;
    changed.cases[1].values[0] = "3";
    EXPECT_EQ(folder().known_ids(changed), std::nullopt) << "another value";
    dir_.write("scene.yaml", "wavesim: 1\nname: other\n");
    EXPECT_EQ(folder().known_ids(study_), std::nullopt) << "another scene";
    folder().claim(study_, scenes_);
    EXPECT_NE(folder().known_ids(study_), std::nullopt);
    dir_.write("out/cases.csv", "case,id,a\n");
    EXPECT_EQ(folder().known_ids(study_), std::nullopt) << "somebody cut the table";
}

/// Letters beyond ASCII stand in the file as themselves, for people to read; bytes that are no UTF-8 as the sign for
/// that.
TEST_F(StudyFolderTest, NamesStandInTheFileAsTheyAreWritten) {
    study_.name = "H\xC3\xB6rsaal";
    study_.file =
        "gr\xC3\xB6\xC3\x9F"
        "e\xFF.yaml";
    folder().claim(study_, scenes_);
    std::ifstream stream(dir_.path() / "out/study.json");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};

    EXPECT_THAT(text, ::testing::HasSubstr("\"name\": \"H\xC3\xB6rsaal\""));
    EXPECT_THAT(text, ::testing::HasSubstr("\"file\": \"gr\xC3\xB6\xC3\x9F"
                                           "e\xEF\xBF\xBD.yaml\""));
    EXPECT_EQ(refusal(), "claimed");
}

TEST_F(StudyFolderTest, FilesOfOthersAreLeftAlone) {
    dir_.write("out/thesis.txt", "years of work");
    EXPECT_EQ(refusal(), "folder out holds files, but no study; --output out_2 leaves them alone");
    EXPECT_FALSE(std::filesystem::exists(dir_.path() / "out" / "study.json"));
    EXPECT_FALSE(std::filesystem::exists(dir_.path() / "out" / "cases")) << "nothing is made before it looks";
}

TEST_F(StudyFolderTest, StatesComeFromTheFolders) {
    using State = ResultManifest::State;
    folder().claim(study_, scenes_);
    EXPECT_EQ(first(), CaseState::missing);
    leave("id1", "hash1", State::complete, 0);
    EXPECT_EQ(first(), CaseState::complete);
    leave("id1", "hash1", State::complete, 0, "0.0.1");
    EXPECT_EQ(first(), CaseState::stale);
    leave("id1", "other", State::complete, 0);
    EXPECT_EQ(first(), CaseState::damaged) << "a result of another scene is none";
    std::filesystem::remove_all(folder().result_folder("id1"));
    EXPECT_EQ(first(), CaseState::damaged) << "somebody removed it";
    leave("id1", "hash1", State::incomplete, 75);
    EXPECT_EQ(first(), CaseState::stopped);
    leave("id1", "hash1", State::incomplete, 143);
    EXPECT_EQ(first(), CaseState::stopped);
    leave("id1", "hash1", State::running, -1);
    EXPECT_EQ(first(), CaseState::stopped) << "killed";
    leave("id1", "hash1", State::incomplete, 6);
    EXPECT_EQ(first(), CaseState::failed);
    const FolderLock lock(folder().case_folder("id1"));
    EXPECT_EQ(first(), CaseState::running);
}

TEST_F(StudyFolderTest, CasesThatTheStudyHasNoMoreAreListed) {
    folder().claim(study_, scenes_);
    leave("id1", "hash1", ResultManifest::State::complete, 0);
    leave("old", "hash9", ResultManifest::State::complete, 0);
    EXPECT_EQ(folder().others(scenes_).size(), 1U);
}

}  // namespace
}  // namespace wavesim::test
