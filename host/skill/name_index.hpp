// SPDX-License-Identifier: Apache-2.0
// Names and the positions they lead to, without a piece of memory for each: thousands are kept. It does not own the
// bytes of the names. One thread at a time for a change.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace skilldeck {

class NameIndex {
public:
    void reserve(std::size_t names) { names_.reserve(names); }

    /// False: the name is there already and leads where it did. The bytes of `name` must outlive this.
    bool add(std::string_view name, std::size_t position) {
        return names_
            .insert({name.data(), static_cast<std::uint32_t>(name.size()), static_cast<std::uint32_t>(position)})
            .second;
    }

    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
        const auto found = names_.find(name);
        return found == names_.end() ? std::nullopt : std::optional<std::size_t>(found->position);
    }

private:
    struct Name {
        const char* bytes;
        std::uint32_t size, position;
        operator std::string_view() const { return {bytes, size}; }
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
    };
    struct Equal {
        using is_transparent = void;
        bool operator()(std::string_view a, std::string_view b) const { return a == b; }
    };
    boost::unordered_flat_set<Name, Hash, Equal> names_;
};

}  // namespace skilldeck
