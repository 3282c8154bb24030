// SPDX-License-Identifier: Apache-2.0
// Turns the bytes a terminal sends into keys: UTF-8 characters, control keys, the escape sequences of arrows and their
// like, pasted text. A state machine that is fed by whoever reads the descriptor; it never reads one itself.
// One owner, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class KeyKind : std::uint8_t {
    text,     ///< `text` holds one character, or a whole paste
    control,  ///< `letter` with Ctrl: 'a' to 'z'
    alt,      ///< `letter` with Alt
    enter,
    tab,
    back_tab,
    backspace,
    alt_backspace,
    remove,  ///< Delete
    left,
    right,
    up,
    down,
    word_left,
    word_right,
    home,
    end,
    page_up,
    page_down,
    escape,
};

struct Key {
    KeyKind kind = KeyKind::text;
    std::string text;
    char letter = 0;

    friend bool operator==(const Key&, const Key&) = default;
};

class KeyReader {
public:
    /// The keys that `bytes` complete; the rest waits for more.
    [[nodiscard]] std::vector<Key> feed(std::string_view bytes);
    /// Whether an escape sequence has begun: if nothing follows for a moment it was the Escape key (see flush).
    [[nodiscard]] bool waiting() const { return !pending_.empty() && !pasting_; }
    /// What was begun and will not be completed.
    [[nodiscard]] std::vector<Key> flush();

private:
    /// Takes one key off the front of pending_; false: more bytes are needed.
    bool take(std::vector<Key>& keys);
    bool take_paste(std::vector<Key>& keys);
    bool take_escape(std::vector<Key>& keys);
    void take_control(unsigned char byte, std::vector<Key>& keys);

    std::string pending_;
    std::string paste_;
    bool pasting_ = false;
};

}  // namespace skilldeck
