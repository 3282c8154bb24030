// SPDX-License-Identifier: Apache-2.0
#include "terminal/plugin_manager.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "terminal/text_rows.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

/// Above the body: the tabs, and what the list is filtered by or the title. Below it: the keys.
constexpr std::size_t kHeadRows = 2, kKeyRows = 1;
/// Of what was said, so that a list stays to be seen; a question is shown whole.
constexpr std::size_t kSaidRows = 4;
constexpr std::size_t kIndent = 2, kWidestFactName = 14, kLongestFilter = 200;

bool is_letter(const Key& key, std::string_view letter) {
    return key.kind == KeyKind::text && key.text == letter;
}

bool is_control(const Key& key, char letter) {
    return key.kind == KeyKind::control && key.letter == letter;
}

enum class Letters : std::uint8_t { move, are_text };

/// Where a key leads from `at` among `count`; nothing: it leads nowhere.
std::optional<std::size_t> moved(const Key& key, std::size_t at, std::size_t count, std::size_t page, Letters letters) {
    const auto last = count == 0 ? 0 : count - 1;
    const bool move = letters == Letters::move;
    if (key.kind == KeyKind::up || (move && is_letter(key, "k"))) return at == 0 ? 0 : at - 1;
    if (key.kind == KeyKind::down || (move && is_letter(key, "j"))) return std::min(at + 1, last);
    switch (key.kind) {
        case KeyKind::page_up: return at - std::min(at, page);
        case KeyKind::page_down: return std::min(at + page, last);
        case KeyKind::home: return 0;
        case KeyKind::end: return last;
        default: return std::nullopt;
    }
}

std::string clean_lines(std::string_view text) {
    std::string clean;
    for (const auto line : split(text, '\n')) clean += (clean.empty() ? "" : "\n") + clean_for_line(line);
    return clean;
}

bool has_all_words(const std::string& text, std::string_view words) {
    const auto all = split(words, ' ');
    return std::all_of(all.begin(), all.end(),
                       [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

void add_fact(const ManagerFact& fact, std::size_t name_columns, std::size_t columns, std::vector<std::string>& lines) {
    const auto before = kIndent + name_columns + kIndent;
    auto name = std::string(kIndent, ' ') + padded_to_columns(clean_for_line(fact.name), name_columns) +
                std::string(kIndent, ' ');
    for (const auto& row : wrapped_to_columns(clean_lines(fact.text), columns > before ? columns - before : 1)) {
        lines.push_back(std::exchange(name, std::string(before, ' ')) + row);
    }
}

}  // namespace

std::string_view tab_title(ManagerTab tab) {
    switch (tab) {
        case ManagerTab::discover: return "Discover";
        case ManagerTab::installed: return "Installed";
        case ManagerTab::marketplaces: return "Marketplaces";
        case ManagerTab::errors: return "Errors";
    }
    return {};
}

void PluginManager::set_list(ManagerTab tab, ManagerList list) {
    auto& of = tabs_[static_cast<std::size_t>(tab)];
    const auto before = chosen_id(of);
    of.list = std::move(list);
    of.searched.clear();
    for (const auto& row : of.list.rows) of.searched.push_back(fold_name(join(row.cells, "\n") + "\n" + row.searched));
    filter_rows(of, before);
}

void PluginManager::set_filter(std::string filter) {
    const auto before = chosen_id(state());
    state().filter = std::move(filter);
    filter_rows(state(), before);
}

std::string PluginManager::chosen_id(const TabState& of) {
    return of.chosen < of.shown.size() ? of.list.rows[of.shown[of.chosen]].id : std::string();
}

/// The row that was chosen stays so; where it is gone, the one in its place.
void PluginManager::filter_rows(TabState& of, const std::string& before) {
    of.shown.clear();
    const auto words = fold_name(of.filter);
    std::optional<std::size_t> same;
    for (std::size_t i = 0; i < of.searched.size(); ++i) {
        if (!has_all_words(of.searched[i], words)) continue;
        if (!same && of.list.rows[i].id == before) same = of.shown.size();
        of.shown.push_back(i);
    }
    const auto last = of.shown.empty() ? 0 : of.shown.size() - 1;
    of.chosen = same.value_or(std::min(of.chosen, last));
}

void PluginManager::show_details(ManagerDetails details) {
    const bool same = place_ == ManagerPlace::details && details.id == details_.id;
    const auto choice =
        same && choice_ < details_.choices.size() ? details_.choices[choice_].command : ManagerCommand{};
    details_ = std::move(details);
    place_ = ManagerPlace::details;
    const auto found = std::find_if(details_.choices.begin(), details_.choices.end(),
                                    [&](const ManagerChoice& one) { return same && one.command == choice; });
    choice_ = found == details_.choices.end() ? 0 : static_cast<std::size_t>(found - details_.choices.begin());
    scrolled_ = same ? std::min(scrolled_, last_scroll()) : 0;
}

void PluginManager::close_details() {
    place_ = ManagerPlace::list;
    scrolled_ = 0;
}

void PluginManager::show_text(std::string title, std::string_view text) {
    text_title_ = std::move(title);
    text_ = clean_lines(text);
    while (text_.ends_with('\n')) text_.pop_back();
    place_ = ManagerPlace::text;
    scrolled_ = 0;
}

void PluginManager::ask(std::string question) {
    question_ = Question{std::move(question), std::nullopt};
}

void PluginManager::say(std::string_view lines) {
    said_ = clean_lines(lines);
}

void PluginManager::resize(ManagerSize size) {
    size_ = size;
    if (place_ == ManagerPlace::details || place_ == ManagerPlace::text) scrolled_ = std::min(scrolled_, last_scroll());
}

std::vector<std::string> PluginManager::body_lines() const {
    if (place_ == ManagerPlace::text) return wrapped_to_columns(text_, size_.columns);
    std::vector<std::string> lines;
    std::size_t widest = 0;
    for (const auto& fact : details_.facts) {
        if (!fact.text.empty()) widest = std::max(widest, display_width(clean_for_line(fact.name)));
    }
    for (const auto& fact : details_.facts) {
        if (!fact.text.empty()) add_fact(fact, std::min(widest, kWidestFactName), size_.columns, lines);
    }
    return lines;
}

std::vector<std::string> PluginManager::foot_lines() const {
    if (!question_ && said_.empty()) return {};
    auto lines = wrapped_to_columns(question_ ? clean_lines(question_->text) : said_, size_.columns);
    const auto used = kHeadRows + kKeyRows + 1;
    const auto room = size_.rows > used ? size_.rows - used : 1;
    const auto most = question_ ? room : std::min(room, kSaidRows);
    if (lines.size() <= most) return lines;
    lines.resize(most);
    lines.back() = cut_to_columns(lines.back() + " …", size_.columns);
    return lines;
}

std::size_t PluginManager::body_rows() const {
    auto used = kHeadRows + kKeyRows + foot_lines().size();
    const bool chooses = place_ == ManagerPlace::details && !details_.choices.empty();
    if (chooses) used += details_.choices.size() + 1;
    return size_.rows > used ? size_.rows - used : 1;
}

std::size_t PluginManager::last_scroll() const {
    const auto lines = body_lines().size(), rows = body_rows();
    return lines > rows ? lines - rows : 0;
}

ManagerWish PluginManager::feed(const Key& key) {
    if (question_) return feed_question(key);
    if (is_control(key, 'c') || is_control(key, 'd')) return {ManagerWish::Kind::leave};
    switch (place_) {
        case ManagerPlace::list: return feed_list(key);
        case ManagerPlace::filter: feed_filter(key); break;
        case ManagerPlace::details: return feed_details(key);
        case ManagerPlace::text: feed_text(key); break;
    }
    return {};
}

/// Only y says yes. Enter does not: it is what brought the question.
ManagerWish PluginManager::feed_question(const Key& key) {
    const bool yes = is_letter(key, "y") || is_letter(key, "Y");
    const bool no = is_letter(key, "n") || is_letter(key, "N") || is_letter(key, "q") || key.kind == KeyKind::escape ||
                    key.kind == KeyKind::enter || is_control(key, 'c') || is_control(key, 'd');
    if (!yes && !no) return {};
    const auto question = std::move(*question_);
    question_.reset();
    if (question.then) return yes ? *question.then : ManagerWish{};
    return {yes ? ManagerWish::Kind::yes : ManagerWish::Kind::no};
}

bool PluginManager::turn_tab(const Key& key) {
    const bool forward = key.kind == KeyKind::tab || key.kind == KeyKind::right;
    const bool back = key.kind == KeyKind::back_tab || key.kind == KeyKind::left;
    if (!forward && !back) return false;
    const auto count = kManagerTabs.size();
    tab_ = kManagerTabs[(static_cast<std::size_t>(tab_) + (forward ? 1 : count - 1)) % count];
    said_.clear();
    close_details();
    return true;
}

ManagerWish PluginManager::feed_list(const Key& key) {
    auto& at = state();
    if (const auto to = moved(key, at.chosen, at.shown.size(), body_rows(), Letters::move)) {
        at.chosen = *to;
        return {};
    }
    if (turn_tab(key)) return {};
    if (is_letter(key, "/")) {
        place_ = ManagerPlace::filter;
    } else if (is_letter(key, "q")) {
        return {ManagerWish::Kind::leave};
    } else if (key.kind == KeyKind::escape) {
        if (at.filter.empty()) return {ManagerWish::Kind::leave};
        set_filter({});
    } else if (key.kind == KeyKind::enter && !at.shown.empty()) {
        said_.clear();
        return {ManagerWish::Kind::details, at.list.rows[at.shown[at.chosen]].id};
    }
    return {};
}

void PluginManager::feed_filter(const Key& key) {
    auto& at = state();
    if (const auto to = moved(key, at.chosen, at.shown.size(), body_rows(), Letters::are_text)) {
        at.chosen = *to;
        return;
    }
    if (key.kind == KeyKind::text && at.filter.size() + key.text.size() <= kLongestFilter) {
        set_filter(at.filter + clean_for_line(key.text));
    } else if (key.kind == KeyKind::backspace && !at.filter.empty()) {
        set_filter(std::string(first_code_points(at.filter, count_code_points(at.filter) - 1)));
    } else if (is_control(key, 'u')) {
        set_filter({});
    } else if (key.kind == KeyKind::escape) {
        set_filter({});
        place_ = ManagerPlace::list;
    } else if (key.kind == KeyKind::enter) {
        place_ = ManagerPlace::list;
    } else {
        (void)turn_tab(key);
    }
}

bool PluginManager::scroll(const Key& key) {
    const auto to = moved(key, scrolled_, last_scroll() + 1, body_rows(), Letters::move);
    if (to) scrolled_ = *to;
    return to.has_value();
}

ManagerWish PluginManager::choose(const ManagerChoice& choice) {
    ManagerWish wish{ManagerWish::Kind::command, details_.id, choice.command};
    said_.clear();
    if (choice.question.empty()) return wish;
    question_ = Question{choice.question, std::move(wish)};
    return {};
}

ManagerWish PluginManager::feed_details(const Key& key) {
    const bool pages = key.kind == KeyKind::page_up || key.kind == KeyKind::page_down;
    for (std::size_t i = 0; i < details_.choices.size(); ++i) {
        if (!is_letter(key, std::string_view(&details_.choices[i].key, 1))) continue;
        choice_ = i;
        return choose(details_.choices[i]);
    }
    if (pages || details_.choices.empty()) {
        if (scroll(key)) return {};
    } else if (const auto to = moved(key, choice_, details_.choices.size(), 1, Letters::move)) {
        choice_ = *to;
        return {};
    }
    if (turn_tab(key)) return {};
    if (key.kind == KeyKind::escape || is_letter(key, "q")) {
        said_.clear();
        close_details();
    } else if (key.kind == KeyKind::enter && choice_ < details_.choices.size()) {
        return choose(details_.choices[choice_]);
    }
    return {};
}

void PluginManager::feed_text(const Key& key) {
    if (scroll(key) || turn_tab(key)) return;
    if (key.kind != KeyKind::escape && key.kind != KeyKind::enter && !is_letter(key, "q")) return;
    place_ = ManagerPlace::details;
    scrolled_ = 0;
}

}  // namespace skilldeck
