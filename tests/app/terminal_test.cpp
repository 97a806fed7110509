// SPDX-License-Identifier: MIT
#include "app/terminal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

namespace wavesim::test {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

TEST(Terminal, has_80_columns_where_there_is_none) {
    const File file(std::tmpfile(), &std::fclose);
    ASSERT_NE(file, nullptr);

    EXPECT_EQ(terminal_columns(file.get()), 80);
    EXPECT_FALSE(is_terminal(file.get()));
    EXPECT_FALSE(shows_colour(file.get()));
    EXPECT_EQ(painted(file.get(), Colour::red, "text"), "text");
}

/// A terminal that does not say how wide it is has 80 columns, too.
TEST(Terminal, has_as_many_columns_as_it_says) {
    const int keyboard = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (keyboard < 0 || ::grantpt(keyboard) != 0 || ::unlockpt(keyboard) != 0 || ::ptsname(keyboard) == nullptr)
        GTEST_SKIP() << "there is no pseudo terminal here";
    const File screen(std::fopen(::ptsname(keyboard), "w"), &std::fclose);
    if (screen == nullptr) GTEST_SKIP() << "the pseudo terminals here cannot be opened (/dev/pts is missing)";

    for (const auto& [said, columns] : {std::pair(0, 80), std::pair(57, 57), std::pair(133, 133)}) {
        winsize size{};
        size.ws_row = 24;
        size.ws_col = static_cast<unsigned short>(said);
        ASSERT_EQ(::ioctl(keyboard, TIOCSWINSZ, &size), 0);
        EXPECT_EQ(terminal_columns(screen.get()), columns);
    }
    EXPECT_TRUE(is_terminal(screen.get()));
    ::close(keyboard);
}

}  // namespace
}  // namespace wavesim::test
