// SPDX-License-Identifier: Apache-2.0
#include "base/clock.hpp"

#include <array>
#include <cstdio>

namespace skilldeck {

std::string to_iso8601(std::chrono::system_clock::time_point time) {
    namespace chrono = std::chrono;
    const auto milliseconds = chrono::floor<chrono::milliseconds>(time);
    const auto day = chrono::floor<chrono::days>(milliseconds);
    const chrono::year_month_day date(day);
    const chrono::hh_mm_ss clock(milliseconds - day);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return text.data();
}

}  // namespace skilldeck
