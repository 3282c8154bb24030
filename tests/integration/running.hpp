// SPDX-License-Identifier: Apache-2.0
// A program that is running: typed to, listened to, signalled, waited for. On pipes, or on a terminal of its own that
// can be hung up. Every wait has a deadline and fails the test there. One owner; what still runs at the end is killed.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::test {

enum class Streams {
    pipes,
    slow_pipes,      ///< standard output is the smallest pipe there is, read half a page at a time: nearly every write
                     ///< waits
    refusing_pipes,  ///< the same, and the program's end refuses instead of waiting, as some parents leave it
    terminal,
};

/// What to start; a plain value.
struct Start {
    std::vector<std::string> argv;
    std::vector<std::string> environment;  ///< NAME=value, all of it
    std::filesystem::path directory;
    Streams streams = Streams::pipes;
};

class Running {
public:
    explicit Running(const Start& start);
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running();

    /// Sent as the program takes it, whenever something is read.
    void type(std::string_view text);
    /// Standard input ends behind what was typed. On a terminal that is a key instead.
    void end_input();
    /// Closes the terminal, as a window that is closed; what was not read of the output is lost.
    void hang_up();
    /// Nobody reads standard output any more.
    void close_output();
    void send(int signal) const;
    /// Gives the terminal another size, as a window that is dragged.
    void resize(unsigned short columns, unsigned short rows) const;
    /// Whether the terminal is as a shell wants it, not as an editor of lines does.
    [[nodiscard]] bool takes_whole_lines() const;

    /// Reads until `text` comes after what the last call found.
    void wait_for(std::string_view text);
    /// Reads to the end of the outputs and takes the exit status; 128 + signal when it was killed.
    int wait();

    std::string out, err;  ///< read so far; a terminal has only `out`

private:
    /// Reads and writes what can be; false at the end of both outputs.
    bool talk(int milliseconds);
    void feed();
    pid_t process_ = -1;
    int input_ = -1, output_ = -1, errors_ = -1;
    std::size_t most_at_once_ = 0;  ///< bytes of standard output
    std::string unsent_;
    bool input_ends_ = false;
    std::size_t found_ = 0;
};

/// The process id that a script wrote into `file`, waited for.
[[nodiscard]] pid_t process_in(const std::filesystem::path& file);
/// Waits until `file` has a line.
void wait_for_file(const std::filesystem::path& file);
/// Whether a process goes away; a zombie that nobody has taken yet is gone.
[[nodiscard]] bool goes_away(pid_t process);

}  // namespace skilldeck::test
