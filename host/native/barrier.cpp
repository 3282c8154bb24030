// SPDX-License-Identifier: Apache-2.0
#include "native/barrier.hpp"

#include "base/display_text.hpp"

#include <cstdlib>
#include <memory>
#include <string_view>
#include <typeinfo>

namespace skilldeck {

namespace {

constexpr std::size_t kMaxWords = 1'000;

std::string type_words(const std::type_info& type) {
#if defined(__GLIBCXX__)
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(type.name(), nullptr, nullptr, &status),
                                                           &std::free);
    if (status == 0 && name) return name.get();
#endif
    return type.name();
}

}  // namespace

std::string words_of(const std::exception& error) {
    const char* const what = error.what();
    const auto words = type_words(typeid(error)) + ": " + (what != nullptr ? what : "");
    return clean_for_line(std::string_view(words).substr(0, kMaxWords));
}

std::string words_of_unknown_exception() {
#if defined(__GLIBCXX__)
    if (const auto* const type = abi::__cxa_current_exception_type())
        return "an exception of type " + type_words(*type);
#endif
    return "an exception of an unknown type";
}

}  // namespace skilldeck
