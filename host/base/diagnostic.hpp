// SPDX-License-Identifier: Apache-2.0
// A diagnostic is one problem found in someone's data: it is reported and the rest goes on.
// What makes a whole operation fail is an Error (result.hpp). Pure values, safe from any thread.
#pragma once

#include "base/diagnostic_code.hpp"
#include "base/place.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct Error;

struct Diagnostic {
    Code code{};
    Severity severity{};
    std::string plugin;         ///< plugin id, empty when none is concerned
    std::string file;           ///< absolute path, empty when unknown
    std::optional<int> line;    ///< from 1
    std::optional<int> column;  ///< from 1, in bytes
    std::string message;
    std::string hint;
    std::string pointer;                  ///< into a JSON file: what it speaks of
    Place::Part part = Place::Part::key;  ///< of what `pointer` names

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

using Diagnostics = std::vector<Diagnostic>;

/// A diagnostic with the sentence, hint and severity of the list.
[[nodiscard]] Diagnostic make_diagnostic(Code code, Place place,
                                         std::initializer_list<std::string_view> arguments = {});

/// One problem is said once, however many ways lead to it.
void drop_repeated(Diagnostics& diagnostics);

/// The same problem as a diagnostic: used where one bad item must not take its neighbours along.
[[nodiscard]] Diagnostic to_diagnostic(const Error& error);

}  // namespace skilldeck
