// SPDX-License-Identifier: Apache-2.0
// Texts of which thousands are kept: one, and a list of them. A pointer's size while empty, and one piece of memory for
// all that is in it. They own what they hold. Values; one thread at a time for a change.
#pragma once

#include "os/file_system.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

/// A text with its length before it, one behind the other.
class KeptBytes {
public:
    using Length = std::uint32_t;
    [[nodiscard]] static std::size_t room_for(std::string_view text) { return sizeof(Length) + text.size(); }

    /// Where the next one goes.
    static char* put(char* at, std::string_view text) {
        const auto length = static_cast<Length>(text.size());
        std::memcpy(at, &length, sizeof length);
        std::memcpy(at + sizeof length, text.data(), length);
        return at + sizeof length + length;
    }
    [[nodiscard]] static std::string_view get(const char* at) {
        Length length = 0;
        std::memcpy(&length, at, sizeof length);
        return {at + sizeof length, length};
    }
};

class KeptText {
public:
    KeptText() = default;
    KeptText(std::string_view text) {
        if (text.empty()) return;
        bytes_.reset(new char[KeptBytes::room_for(text)]);
        KeptBytes::put(bytes_.get(), text);
    }
    KeptText(const std::string& text) : KeptText(std::string_view(text)) {}
    KeptText(const char* text) : KeptText(std::string_view(text)) {}
    KeptText(const KeptText& other) : KeptText(other.view()) {}
    KeptText(KeptText&&) noexcept = default;
    ~KeptText() = default;
    KeptText& operator=(KeptText other) noexcept {
        bytes_ = std::move(other.bytes_);
        return *this;
    }

    [[nodiscard]] std::string_view view() const { return bytes_ ? KeptBytes::get(bytes_.get()) : std::string_view(); }
    operator std::string_view() const { return view(); }
    [[nodiscard]] std::string string() const { return std::string(view()); }
    [[nodiscard]] bool empty() const { return !bytes_; }
    [[nodiscard]] std::size_t size() const { return view().size(); }
    void clear() { bytes_.reset(); }

    template <std::convertible_to<std::string_view> Text>
    friend bool operator==(const KeptText& a, const Text& b) {
        return a.view() == std::string_view(b);
    }
    friend std::ostream& operator<<(std::ostream& out, const KeptText& text) { return out << text.view(); }

private:
    std::unique_ptr<char[]> bytes_;  ///< null for the empty text
};

/// A Path holds each of its folders apart, which is half a kilobyte a skill; this is its text.
class KeptPath : public KeptText {
public:
    KeptPath() = default;
    KeptPath(const Path& path) : KeptText(path.string()) {}
    KeptPath(std::string_view path) : KeptText(path) {}
    operator Path() const { return string(); }
};

class KeptList {
public:
    using value_type = std::string_view;

    class const_iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = std::string_view;
        using difference_type = std::ptrdiff_t;
        using pointer = const std::string_view*;
        using reference = std::string_view;

        const_iterator() = default;
        explicit const_iterator(const char* at) : at_(at) {}
        [[nodiscard]] std::string_view operator*() const { return KeptBytes::get(at_); }
        const_iterator& operator++() {
            at_ += KeptBytes::room_for(**this);
            return *this;
        }
        const_iterator operator++(int) {
            auto before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const_iterator, const_iterator) = default;

    private:
        const char* at_ = nullptr;
    };

    KeptList() = default;
    template <class Texts>
    explicit KeptList(const Texts& texts) {
        std::size_t room = 0;
        for (const auto& text : texts) room += KeptBytes::room_for(text);
        if (room == 0) return;
        const auto size = sizeof room + room;
        bytes_.reset(new char[size]);
        std::memcpy(bytes_.get(), &size, sizeof size);
        auto* at = bytes_.get() + sizeof size;
        for (const auto& text : texts) at = KeptBytes::put(at, text);
    }
    KeptList(std::initializer_list<std::string_view> texts) : KeptList(std::vector<std::string_view>(texts)) {}
    KeptList(const KeptList& other) { *this = KeptList(other.strings()); }
    KeptList(KeptList&&) noexcept = default;
    ~KeptList() = default;
    KeptList& operator=(const KeptList& other) { return *this = KeptList(other); }
    KeptList& operator=(KeptList&&) noexcept = default;

    [[nodiscard]] const_iterator begin() const {
        return bytes_ ? const_iterator(bytes_.get() + sizeof(std::size_t)) : const_iterator();
    }
    [[nodiscard]] const_iterator end() const {
        if (!bytes_) return {};
        std::size_t size = 0;
        std::memcpy(&size, bytes_.get(), sizeof size);
        return const_iterator(bytes_.get() + size);
    }
    [[nodiscard]] bool empty() const { return !bytes_; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(std::distance(begin(), end())); }
    [[nodiscard]] std::vector<std::string> strings() const { return {begin(), end()}; }

private:
    std::unique_ptr<char[]> bytes_;  ///< its own size, then the texts; null for the empty list
};

}  // namespace skilldeck
