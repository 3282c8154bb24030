// SPDX-License-Identifier: Apache-2.0
#include "plugin/library_judge.hpp"

#include "native/needed_libraries.hpp"
#include "native/negotiation.hpp"

#include <string>

namespace skilldeck {

LibraryJudge make_library_judge(const FileReader& files, std::string_view library_path) {
    return [&files, places = loader_places(library_path)](const NativeModule& module,
                                                          std::string_view plugin_name) -> Result<> {
        ModuleExpectation expected;
        expected.name = std::string(plugin_name);
        expected.declared_major = module.abi;
        const auto facts = negotiate_file(files, module.library, expected);
        if (!facts) return facts.error();
        return check_needed(files, facts->needed, module.library, places);
    };
}

}  // namespace skilldeck
