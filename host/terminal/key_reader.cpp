// SPDX-License-Identifier: Apache-2.0
#include "terminal/key_reader.hpp"

#include "base/text.hpp"

#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kPasteBegin = "\x1b[200~";
constexpr std::string_view kPasteEnd = "\x1b[201~";
/// No terminal sends a longer sequence for a key; a longer one is garbage and is dropped.
constexpr std::size_t kLongestSequence = 16;

struct Sequence {
    std::string_view bytes;
    KeyKind kind;
};

// xterm, VT220, Linux console and rxvt spellings (console_codes(4), XTerm Control Sequences).
constexpr std::array kSequences{
    Sequence{"\x1b[A", KeyKind::up},
    Sequence{"\x1b[B", KeyKind::down},
    Sequence{"\x1b[C", KeyKind::right},
    Sequence{"\x1b[D", KeyKind::left},
    Sequence{"\x1bOA", KeyKind::up},
    Sequence{"\x1bOB", KeyKind::down},
    Sequence{"\x1bOC", KeyKind::right},
    Sequence{"\x1bOD", KeyKind::left},
    Sequence{"\x1b[H", KeyKind::home},
    Sequence{"\x1b[F", KeyKind::end},
    Sequence{"\x1bOH", KeyKind::home},
    Sequence{"\x1bOF", KeyKind::end},
    Sequence{"\x1b[1~", KeyKind::home},
    Sequence{"\x1b[4~", KeyKind::end},
    Sequence{"\x1b[7~", KeyKind::home},
    Sequence{"\x1b[8~", KeyKind::end},
    Sequence{"\x1b[3~", KeyKind::remove},
    Sequence{"\x1b[5~", KeyKind::page_up},
    Sequence{"\x1b[6~", KeyKind::page_down},
    Sequence{"\x1b[Z", KeyKind::back_tab},
    Sequence{"\x1b[1;5C", KeyKind::word_right},
    Sequence{"\x1b[1;5D", KeyKind::word_left},
    Sequence{"\x1b[1;3C", KeyKind::word_right},
    Sequence{"\x1b[1;3D", KeyKind::word_left},
};

/// Length of the UTF-8 sequence that begins with `lead`; 1 for what begins none.
std::size_t sequence_length(unsigned char lead) {
    if (lead >= 0xF0 && lead < 0xF8) return 4;
    if (lead >= 0xE0 && lead < 0xF0) return 3;
    if (lead >= 0xC0 && lead < 0xE0) return 2;
    return 1;
}

/// Length of the control sequence at the front (ECMA-48 §5.4), 0 while it is not complete.
std::size_t control_sequence_length(std::string_view bytes) {
    for (std::size_t i = 2; i < bytes.size(); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        if (byte >= 0x40 && byte <= 0x7E) return i + 1;
        if (byte < 0x20 || i >= kLongestSequence) return i;
    }
    return 0;
}

/// Length of the sequence at the front that begins with Escape and one more byte, 0 while it is not complete.
std::size_t escape_length(std::string_view bytes) {
    if (bytes[1] == '[') return control_sequence_length(bytes);
    if (bytes[1] == 'O') return bytes.size() < 3 ? 0 : 3;
    return 2;
}

}  // namespace

std::vector<Key> KeyReader::feed(std::string_view bytes) {
    pending_ += bytes;
    std::vector<Key> keys;
    while (!pending_.empty() && take(keys)) {
    }
    return keys;
}

std::vector<Key> KeyReader::flush() {
    std::vector<Key> keys;
    if (waiting()) {
        if (pending_.front() == '\x1b') keys.push_back(Key{KeyKind::escape, {}, 0});
        pending_.clear();
    }
    return keys;
}

bool KeyReader::take(std::vector<Key>& keys) {
    if (pasting_) return take_paste(keys);
    const auto lead = static_cast<unsigned char>(pending_.front());
    if (lead == 0x1B) return take_escape(keys);
    if (lead < 0x20 || lead == 0x7F) {
        pending_.erase(0, 1);
        take_control(lead, keys);
        return true;
    }
    const auto length = sequence_length(lead);
    if (pending_.size() < length) return false;
    keys.push_back(Key{KeyKind::text, repair_utf8(std::string_view(pending_).substr(0, length)), 0});
    pending_.erase(0, length);
    return true;
}

bool KeyReader::take_paste(std::vector<Key>& keys) {
    const auto end = pending_.find(kPasteEnd);
    if (end == std::string::npos) {
        // The end mark may be half there: keep its length back.
        const auto sure = pending_.size() < kPasteEnd.size() ? 0 : pending_.size() - (kPasteEnd.size() - 1);
        paste_ += pending_.substr(0, sure);
        pending_.erase(0, sure);
        return false;
    }
    paste_ += pending_.substr(0, end);
    pending_.erase(0, end + kPasteEnd.size());
    pasting_ = false;
    keys.push_back(Key{KeyKind::text, repair_utf8(std::exchange(paste_, {})), 0});
    return true;
}

bool KeyReader::take_escape(std::vector<Key>& keys) {
    if (pending_.size() < 2) return false;
    if (pending_.starts_with(kPasteBegin)) {
        pending_.erase(0, kPasteBegin.size());
        pasting_ = true;
        return true;
    }
    const char second = pending_[1];
    if (second == '\x1b') {
        pending_.erase(0, 1);
        keys.push_back(Key{KeyKind::escape, {}, 0});
        return true;
    }
    const auto length = escape_length(pending_);
    if (length == 0) return false;
    const auto sequence = pending_.substr(0, length);
    pending_.erase(0, length);
    for (const auto& known : kSequences) {
        if (known.bytes == sequence) keys.push_back(Key{known.kind, {}, 0});
    }
    if (length == 2 && (second == '\x7f' || second == '\b')) keys.push_back(Key{KeyKind::alt_backspace, {}, 0});
    if (length == 2 && second >= 'a' && second <= 'z') keys.push_back(Key{KeyKind::alt, {}, second});
    return true;
}

void KeyReader::take_control(unsigned char byte, std::vector<Key>& keys) {
    switch (byte) {
        case '\r':
        case '\n': keys.push_back(Key{KeyKind::enter, {}, 0}); return;
        case '\t': keys.push_back(Key{KeyKind::tab, {}, 0}); return;
        case 0x7F:
        case '\b': keys.push_back(Key{KeyKind::backspace, {}, 0}); return;
        default: break;
    }
    if (byte >= 1 && byte <= 26) keys.push_back(Key{KeyKind::control, {}, static_cast<char>('a' + byte - 1)});
}

}  // namespace skilldeck
