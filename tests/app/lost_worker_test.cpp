// SPDX-License-Identifier: MIT
#include "app/study/lost_worker.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "app/program.hpp"
#include "studies/case_record.hpp"

namespace wavesim::test {
namespace {

/// Signal 9 is that of a system whose memory has run out.
TEST(LostWorker, ItsSignalSaysWhatHasHappened) {
    const TemporaryFolder folder;
    const LostCase killed = end_of_lost_case(folder.path(), "0123", SIGKILL);
    EXPECT_EQ(killed.exit_code, 4);
    EXPECT_EQ(killed.sentence, "its process was killed by signal 9 (memory may have run out)");
    const LostCase crashed = end_of_lost_case(folder.path(), "0123", SIGSEGV);
    EXPECT_EQ(crashed.exit_code, 1);
    EXPECT_EQ(crashed.sentence, "its process ended without an answer (signal 11); see workers.log");
}

/// The record of an attempt that did not end gets its end; those that had ended stay.
TEST(LostWorker, ItsRecordIsWrittenForIt) {
    const TemporaryFolder folder;
    CaseRecord record;
    record.name = "a";
    record.attempts = {{100, "h", "", 5, 3}, {200, "h", "", 0, -1}};
    write_case_record(folder.path(), record);

    end_of_lost_case(folder.path(), "0123", SIGKILL);

    auto read = read_case_record(folder.path());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->attempts.at(0).exit_code, 3);
    EXPECT_EQ(read->attempts.at(1).exit_code, 4);
    EXPECT_EQ(read->sentence, "its process was killed by signal 9 (memory may have run out)");

    end_of_lost_case(folder.path(), "0123", SIGSEGV);

    read = read_case_record(folder.path());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->attempts.at(1).exit_code, 4) << "its attempt had ended";
    EXPECT_EQ(read->sentence, "its process was killed by signal 9 (memory may have run out)");
}

}  // namespace
}  // namespace wavesim::test
