// SPDX-License-Identifier: Apache-2.0
#include "skill/conditional.hpp"

#include "base/text.hpp"

#include <map>
#include <utility>

namespace skilldeck {

ConditionalSkills::ConditionalSkills(std::shared_ptr<const Catalogue> catalogue, Diagnostics& diagnostics)
    : catalogue_(std::move(catalogue)) {
    std::map<std::string, std::size_t> numbers;
    for (const auto& entry : catalogue_->entries()) {
        if (entry.skill->paths.empty()) continue;
        const auto paths = entry.skill->paths.strings();
        const auto [number, is_new] = numbers.try_emplace(join(paths, "\n"), names_.size());
        if (is_new) {
            index_.add(GlobSet::from_patterns(paths, entry.skill->file.view(), diagnostics));
            names_.emplace_back();
        }
        names_[number->second].push_back(entry.qualified_name);
    }
}

std::vector<std::string_view> ConditionalSkills::matching(std::string_view path) const {
    std::vector<std::string_view> names;
    for (const auto number : index_.matching(path, PathKind::file)) {
        names.insert(names.end(), names_[number].begin(), names_[number].end());
    }
    return names;
}

}  // namespace skilldeck
