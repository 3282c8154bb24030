// SPDX-License-Identifier: Apache-2.0
// The rules, a group a file. Each looks at one command after wrappers such as sudo are taken off, reports what it finds
// to the invocation and notes its traits. A command that no rule knows is harmless. Pure but for that, any thread.
#pragma once

#include "invocation.hpp"

namespace command_guard {

/// rm, find -delete, dd, mkfs, shred, chmod, chown, mv, cp, tee and other programs that change files.
void judge_files(Invocation& invocation);

/// rsync, and what unpacks archives: the directories they fill, and what they remove there.
void judge_unpack(const Invocation& invocation);

/// kill, shutdown, accounts, crontab, turning the guard off.
void judge_system(Invocation& invocation);

/// git: what loses commits or uncommitted work, here or on the remote.
void judge_git(Invocation& invocation);

/// What reads credentials, and what sends them away; downloads and interpreters of standard input are noted.
void judge_secrets(Invocation& invocation, const Input& input);

/// Code in the command line itself, or known to be piped in: what deletes files or starts programs. After
/// judge_secrets, which notes who reads standard input.
void judge_inline_code(const Invocation& invocation, const Input& input);

/// The files that a download is written to.
[[nodiscard]] std::vector<Text> downloaded_files(const Invocation& invocation);

/// All of them.
void judge_command(Invocation& invocation, const Input& input);

/// sh, bash, dash, zsh, …
[[nodiscard]] bool is_shell(std::string_view name);

}  // namespace command_guard
