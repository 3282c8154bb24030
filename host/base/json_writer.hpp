// SPDX-License-Identifier: Apache-2.0
// Writes one JSON document into a string, member by member, without a document tree.
// Output is compact UTF-8; control characters, U+0080–9F and bidirectional controls are escaped as \uXXXX.
// Not thread-safe; one writer, one document.
#pragma once

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

class JsonWriter {
public:
    explicit JsonWriter(std::string& out) : out_(out) {}

    void begin_object();
    void end_object();
    void begin_array();
    void end_array();
    void key(std::string_view name);
    /// A literal is our own: there is nothing in it to escape.
    template <std::size_t N>
    void key(const char (&name)[N]) {
        plain_key(std::string_view(name, N - 1));
    }

    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(bool flag);
    void value(std::int64_t number);
    void value(int number) { value(static_cast<std::int64_t>(number)); }
    void value(std::size_t number);
    void value(double number);  ///< the shortest text that reads back as the same number; `null` when not finite
    void value(const boost::json::value& tree);

    template <class Name, class T>
    void member(const Name& name, const T& member_value) {
        key(name);
        value(member_value);
    }
    /// Writes nothing when absent: `null` is not used in the interface.
    template <class Name, class T>
    void member(const Name& name, const std::optional<T>& member_value) {
        if (member_value) member(name, *member_value);
    }
    /// Writes nothing when the text is empty.
    template <class Name>
    void member_if(const Name& name, std::string_view text) {
        if (!text.empty()) member(name, text);
    }
    template <class Name>
    void member(const Name& name, const std::vector<std::string>& texts) {
        key(name);
        begin_array();
        for (const auto& text : texts) value(text);
        end_array();
    }

private:
    void plain_key(std::string_view name);
    void separate();
    void open(char bracket);
    void close(char bracket);

    std::string& out_;
    std::string open_;     ///< one an open object or array; a string needs no memory for few
    bool filled_ = false;  ///< whether something is in the innermost one
    bool after_key_ = false;
};

}  // namespace skilldeck
