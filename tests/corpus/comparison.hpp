// SPDX-License-Identifier: Apache-2.0
// Wanted and read values side by side, over one or many repositories: it counts, prints what differs and judges it by
// the list of known disagreements. It knows nothing of skills and plugins. One thread.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"

#include <boost/json/value.hpp>

#include <cstddef>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::corpus {

/// Where known disagreements stand: a value that differs on purpose, and the rule that says so.
struct KnownDisagreement {
    std::string repository, file, field, rule;
};
[[nodiscard]] Result<std::vector<KnownDisagreement>> read_known_disagreements(const FileReader& files,
                                                                              const Path& file);

class Comparison {
public:
    Comparison(std::ostream& out, std::vector<KnownDisagreement> known) : out_(out), known_(std::move(known)) {}

    /// What follows is of this repository.
    void enter(std::string repository);
    /// A disagreement is printed at once: file, field, wanted, got.
    void same(std::string_view file, std::string_view field, const boost::json::value& wanted,
              const boost::json::value& got);
    /// Prints counts and totals; true when everything that differs is known, is little, and is still so.
    [[nodiscard]] bool finish();

private:
    [[nodiscard]] KnownDisagreement* find_known(std::string_view file, std::string_view field);

    struct Count {
        std::size_t values = 0, differ = 0;
    };
    std::ostream& out_;
    std::vector<KnownDisagreement> known_;
    std::vector<std::string> seen_;  ///< keys of known disagreements that occurred
    std::string repository_;
    std::vector<std::string> repositories_;
    std::map<std::string, Count, std::less<>> fields_;
    std::size_t unknown_ = 0;
};

}  // namespace skilldeck::corpus
