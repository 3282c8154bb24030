// SPDX-License-Identifier: Apache-2.0
// Texts of which thousands are kept: a path as plain text, and a text that is nearly always empty. They own what they
// hold, and mean no more than a Path and a string would. Values; one thread at a time for a change.
#pragma once

#include "os/file_system.hpp"

#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace skilldeck {

/// A Path holds each of its folders apart, which is half a kilobyte a skill; this is its text.
class KeptPath {
public:
    KeptPath() = default;
    KeptPath(const Path& path) : text_(path.string()) {}
    operator Path() const { return text_; }
    [[nodiscard]] const std::string& string() const { return text_; }
    [[nodiscard]] bool empty() const { return text_.empty(); }

    friend std::ostream& operator<<(std::ostream& out, const KeptPath& path) { return out << path.text_; }

private:
    std::string text_;
};

/// A pointer's size until it is set, where a string takes four of them.
class RareText {
public:
    RareText() = default;
    RareText(const RareText& other) : text_(other.text_ ? std::make_unique<std::string>(*other.text_) : nullptr) {}
    RareText(RareText&&) noexcept = default;
    ~RareText() = default;
    RareText& operator=(RareText other) noexcept {
        text_ = std::move(other.text_);
        return *this;
    }
    RareText& operator=(std::string text) {
        text_ = text.empty() ? nullptr : std::make_unique<std::string>(std::move(text));
        return *this;
    }

    operator std::string_view() const { return text_ ? std::string_view(*text_) : std::string_view(); }
    [[nodiscard]] bool empty() const { return !text_; }
    void clear() { text_.reset(); }

    friend bool operator==(const RareText& a, std::string_view b) { return std::string_view(a) == b; }
    friend std::ostream& operator<<(std::ostream& out, const RareText& text) { return out << std::string_view(text); }

private:
    std::unique_ptr<std::string> text_;  ///< never an empty one
};

}  // namespace skilldeck
