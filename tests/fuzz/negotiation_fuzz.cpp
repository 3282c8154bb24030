// SPDX-License-Identifier: Apache-2.0
// Any bytes as the library of a plugin, for both file formats. What is accepted is a plugin of this host's ABI and of
// the expected name; what is refused says which file and why; judging twice gives the same.
#include "native/negotiation.hpp"
#include "property.hpp"

#include "base/text.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

using namespace skilldeck;

namespace {

void judge(std::string_view bytes, BinaryTarget target) {
    ModuleExpectation expected;
    expected.name = "bad";
    expected.declared_major = host_abi().major;
    expected.target = target;
    const auto facts = negotiate(bytes, "/plugins/lib.so", expected);
    const auto again = negotiate(bytes, "/plugins/lib.so", expected);
    MUST_HOLD(facts.has_value() == again.has_value());
    if (facts) {
        MUST_HOLD(facts->name == expected.name);
        MUST_HOLD(facts->abi.major == host_abi().major && facts->min_minor <= host_abi().minor);
        MUST_HOLD(facts->size >= 64 && is_valid_utf8(facts->version));
    } else {
        MUST_HOLD(facts.error() == again.error());
        MUST_HOLD(facts.error().where == "/plugins/lib.so");
        MUST_HOLD(!facts.error().what.empty() && is_valid_utf8(facts.error().what));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    judge(bytes, {BinaryFormat::elf, 62});
    judge(bytes, {BinaryFormat::elf, 183});
    judge(bytes, {BinaryFormat::pe, 0x8664});
    return 0;
}
