// SPDX-License-Identifier: Apache-2.0
// What a fuzz target says when a property does not hold: the place and the property, then abort for libFuzzer.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace skilldeck::fuzz {

[[noreturn]] inline void fail(const char* property, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: this must hold: %s\n", file, line, property);
    std::abort();
}

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace skilldeck::fuzz

#define MUST_HOLD(property) ((property) ? void() : ::skilldeck::fuzz::fail(#property, __FILE__, __LINE__))
