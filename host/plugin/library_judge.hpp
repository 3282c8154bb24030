// SPDX-License-Identifier: Apache-2.0
// Whether the library of a module can ever be opened, judged from its file: by format, machine, ABI, names and what it
// asks the loader for. Nothing of it is mapped or run, and only headers and tables are read. Safe from any thread.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"
#include "package/package.hpp"

#include <functional>
#include <string_view>

namespace skilldeck {

/// Errors: those of negotiate_file() and check_needed(). An empty one leaves the judgement to the opening.
using LibraryJudge = std::function<Result<>(const NativeModule& module, std::string_view plugin_name)>;

/// For this system; `library_path` is the value of LD_LIBRARY_PATH. `files` must outlive it.
[[nodiscard]] LibraryJudge make_library_judge(const FileReader& files, std::string_view library_path);

}  // namespace skilldeck
