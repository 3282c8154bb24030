// SPDX-License-Identifier: Apache-2.0
#include "git_call.hpp"

#include "arguments.hpp"

namespace command_guard {

GitCall git_call(const std::vector<Text>& argv) {
    const OptionSyntax syntax{"Cc",
                              {"git-dir", "work-tree", "namespace", "exec-path", "config-env", "super-prefix"},
                              OptionSyntax::Order::options_first};
    const Arguments own(argv, 1, syntax);
    GitCall call;
    call.argv = own.operands();
    if (!call.argv.empty()) call.subcommand = call.argv.front().value;
    call.directories = own.values("C");
    for (Text& tree : own.values("work-tree")) call.directories.push_back(std::move(tree));
    call.configurations = own.values("c");
    return call;
}

}  // namespace command_guard
