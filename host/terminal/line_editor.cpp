// SPDX-License-Identifier: Apache-2.0
#include "terminal/line_editor.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

/// Lines kept; the oldest go first.
constexpr std::size_t kHistoryLines = 1'000;

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Letters, digits and everything beyond ASCII belong to words.
bool is_word_byte(char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value >= 0x80 || (value >= '0' && value <= '9') || (value >= 'A' && value <= 'Z') ||
           (value >= 'a' && value <= 'z') || value == '_';
}

std::string common_prefix(const std::vector<std::string>& words) {
    std::string prefix = words.front();
    for (const auto& word : words) {
        const auto end = std::mismatch(prefix.begin(), prefix.end(), word.begin(), word.end()).first;
        prefix.erase(end, prefix.end());
    }
    const auto& whole = words.front();
    while (!prefix.empty() && prefix.size() < whole.size() && is_continuation(whole[prefix.size()])) prefix.pop_back();
    return prefix;
}

}  // namespace

EditOutcome LineEditor::feed(const Key& key) {
    choices_.clear();
    if (search_) {
        feed_search(key);
        if (search_ || key.kind != KeyKind::enter) return EditOutcome::editing;
    }
    switch (key.kind) {
        case KeyKind::text: insert(key.text); break;
        case KeyKind::control: return feed_control(key.letter);
        case KeyKind::alt: feed_alt(key.letter); break;
        case KeyKind::enter: return EditOutcome::accepted;
        case KeyKind::tab: complete(); break;
        case KeyKind::backspace: erase(before(cursor_), cursor_); break;
        case KeyKind::alt_backspace: kill(word_start(cursor_), cursor_); break;
        case KeyKind::remove: erase(cursor_, after(cursor_)); break;
        case KeyKind::left: cursor_ = before(cursor_); break;
        case KeyKind::right: cursor_ = after(cursor_); break;
        case KeyKind::word_left: cursor_ = word_start(cursor_); break;
        case KeyKind::word_right: cursor_ = word_end(cursor_); break;
        case KeyKind::home: cursor_ = 0; break;
        case KeyKind::end: cursor_ = text_.size(); break;
        case KeyKind::up: return feed_control('p');
        case KeyKind::down: return feed_control('n');
        case KeyKind::page_up:
        case KeyKind::page_down:
        case KeyKind::back_tab:
        case KeyKind::escape: break;
    }
    return EditOutcome::editing;
}

EditOutcome LineEditor::feed_control(char letter) {
    switch (letter) {
        case 'a': cursor_ = 0; break;
        case 'e': cursor_ = text_.size(); break;
        case 'b': cursor_ = before(cursor_); break;
        case 'f': cursor_ = after(cursor_); break;
        case 'k': kill(cursor_, text_.size()); break;
        case 'u': kill(0, cursor_); break;
        case 'w': kill(blank_word_start(cursor_), cursor_); break;
        case 'y': insert(std::string(killed_)); break;
        case 't': transpose(); break;
        case 'p':
            if (const auto at = history_position_.value_or(history_.size()); at > 0) show_history(at - 1);
            break;
        case 'n':
            if (history_position_) show_history(*history_position_ + 1);
            break;
        case 'r':
            search_.emplace();
            search_position_ = history_.size();
            break;
        case 'l': return EditOutcome::clear_screen;
        case 'c':
            text_.clear();
            cursor_ = 0;
            history_position_.reset();
            return EditOutcome::interrupted;
        case 'd':
            if (text_.empty()) return EditOutcome::end_of_input;
            erase(cursor_, after(cursor_));
            break;
        default: break;
    }
    return EditOutcome::editing;
}

void LineEditor::feed_alt(char letter) {
    switch (letter) {
        case 'b': cursor_ = word_start(cursor_); break;
        case 'f': cursor_ = word_end(cursor_); break;
        case 'd': kill(cursor_, word_end(cursor_)); break;
        default: break;
    }
}

// Ctrl-R: typing narrows, Ctrl-R again goes further back, Enter takes the line, Ctrl-C, Ctrl-G or Escape gives up.
void LineEditor::feed_search(const Key& key) {
    if (key.kind == KeyKind::text) {
        *search_ += key.text;
        find_in_history(history_.size());
    } else if (key.kind == KeyKind::backspace) {
        while (!search_->empty() && is_continuation(search_->back())) search_->pop_back();
        if (!search_->empty()) search_->pop_back();
        find_in_history(history_.size());
    } else if (key.kind == KeyKind::control && key.letter == 'r') {
        find_in_history(search_position_);
    } else {
        const bool control = key.kind == KeyKind::control;
        if (key.kind == KeyKind::escape || (control && (key.letter == 'c' || key.letter == 'g'))) text_.clear();
        search_.reset();
        cursor_ = text_.size();
    }
}

void LineEditor::find_in_history(std::size_t end) {
    if (search_->empty()) return;
    for (auto i = end; i-- > 0;) {
        const auto found = history_[i].find(*search_);
        if (found == std::string::npos) continue;
        search_position_ = i;
        text_ = history_[i];
        cursor_ = found;
        return;
    }
}

std::string LineEditor::search_prompt() const {
    return search_ ? "(search)'" + *search_ + "': " : std::string();
}

std::string LineEditor::take_line() {
    auto line = std::exchange(text_, {});
    cursor_ = 0;
    history_position_.reset();
    draft_.clear();
    const bool worth_keeping = line.find_first_not_of(" \t") != std::string::npos;
    if (worth_keeping && (history_.empty() || history_.back() != line)) history_.push_back(line);
    if (history_.size() > kHistoryLines) history_.erase(history_.begin());
    return line;
}

void LineEditor::insert(std::string_view added) {
    std::string clean;
    for (const char byte : added) {
        const auto value = static_cast<unsigned char>(byte);
        // A paste is one line: line breaks and tabs in it become blanks, other control characters go.
        if (value == '\n' || value == '\r' || value == '\t') {
            clean += ' ';
        } else if (value >= 0x20 && value != 0x7F) {
            clean += byte;
        }
    }
    text_.insert(cursor_, clean);
    cursor_ += clean.size();
}

void LineEditor::erase(std::size_t from, std::size_t to) {
    text_.erase(from, to - from);
    cursor_ = from;
}

void LineEditor::kill(std::size_t from, std::size_t to) {
    if (from == to) return;
    killed_ = text_.substr(from, to - from);
    erase(from, to);
}

void LineEditor::transpose() {
    const auto middle = cursor_ == text_.size() ? before(cursor_) : cursor_;
    if (middle == 0) return;
    const auto first = before(middle), last = after(middle);
    const auto left = text_.substr(first, middle - first), right = text_.substr(middle, last - middle);
    text_.replace(first, last - first, right + left);
    cursor_ = last;
}

void LineEditor::show_history(std::size_t index) {
    if (!history_position_) draft_ = text_;
    if (index >= history_.size()) {
        history_position_.reset();
        text_ = draft_;
    } else {
        history_position_ = index;
        text_ = history_[index];
    }
    cursor_ = text_.size();
}

void LineEditor::complete() {
    if (!complete_) return;
    auto found = complete_(std::string_view(text_).substr(0, cursor_));
    if (found.words.empty() || found.replace > cursor_) return;
    const auto prefix = common_prefix(found.words);
    if (found.words.size() == 1 || prefix.size() > found.replace) {
        erase(cursor_ - found.replace, cursor_);
        cursor_ = std::min(cursor_, text_.size());
        insert(prefix);
        if (found.words.size() == 1) insert(" ");
        return;
    }
    choices_ = std::move(found.words);
}

std::size_t LineEditor::before(std::size_t position) const {
    if (position == 0) return 0;
    do --position;
    while (position > 0 && is_continuation(text_[position]));
    return position;
}

std::size_t LineEditor::after(std::size_t position) const {
    if (position >= text_.size()) return text_.size();
    do ++position;
    while (position < text_.size() && is_continuation(text_[position]));
    return position;
}

std::size_t LineEditor::word_start(std::size_t position) const {
    while (position > 0 && !is_word_byte(text_[position - 1])) --position;
    while (position > 0 && is_word_byte(text_[position - 1])) --position;
    return position;
}

std::size_t LineEditor::word_end(std::size_t position) const {
    while (position < text_.size() && !is_word_byte(text_[position])) ++position;
    while (position < text_.size() && is_word_byte(text_[position])) ++position;
    return position;
}

std::size_t LineEditor::blank_word_start(std::size_t position) const {
    while (position > 0 && text_[position - 1] == ' ') --position;
    while (position > 0 && text_[position - 1] != ' ') --position;
    return position;
}

}  // namespace skilldeck
