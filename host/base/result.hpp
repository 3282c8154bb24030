// SPDX-License-Identifier: Apache-2.0
// Errors are values. Result<T> holds a T or the Error that says what, where and how to mend it.
// Exceptions stop at the edge of the library that threw them. Pure values, safe from any thread.
#pragma once

#include "base/diagnostic_code.hpp"
#include "base/place.hpp"

#include <boost/system/result.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace skilldeck {

struct Error {
    Code code{};
    std::string what;       ///< one line, no full stop
    std::string where;      ///< a path, an id or an option; may be empty
    std::string hint;       ///< the next step; may be empty
    std::string pointer{};  ///< as of a Diagnostic
    Place::Part part = Place::Part::key;

    friend bool operator==(const Error&, const Error&) = default;
};

/// Reaching for the value of a failed Result is a programming error.
[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& location);

template <class T = void>
using Result = boost::system::result<T, Error>;

/// An error with the sentence and hint of the list.
[[nodiscard]] Error make_error(Code code, Place place, std::initializer_list<std::string_view> arguments = {});

/// `what (where)`: the text behind `error: `.
[[nodiscard]] std::string to_line(const Error& error);

}  // namespace skilldeck
