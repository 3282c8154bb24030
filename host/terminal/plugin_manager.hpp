// SPDX-License-Identifier: Apache-2.0
// The plugin manager: four lists, a filter, the details of a row, a text to read, a question. A state machine that is
// fed keys and says what its owner is to do; it reads no plugin and draws nothing (plugin_manager_view.hpp). One owner,
// any thread.
#pragma once

#include "terminal/key_reader.hpp"
#include "terminal/plugin_manager_rows.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What a key asks the owner for.
struct ManagerWish {
    enum class Kind : std::uint8_t {
        nothing,
        leave,
        details,  ///< of the row `id` of the tab: show_details()
        command,  ///< `command` on `id`; asked about where that is needed
        yes,      ///< the answers to ask()
        no,
    } kind = Kind::nothing;
    std::string id = {};
    ManagerCommand command{};

    friend bool operator==(const ManagerWish&, const ManagerWish&) = default;
};

/// What has the keys.
enum class ManagerPlace : std::uint8_t { list, filter, details, text };

class PluginManager {
public:
    /// The row that was chosen stays so while its id is there.
    void set_list(ManagerTab tab, ManagerList list);
    void show_details(ManagerDetails details);
    /// Back to the list.
    void close_details();
    /// A text to be read, over the details.
    void show_text(std::string title, std::string_view text);
    /// To be answered before anything else; the answer is the wish `yes` or `no`.
    void ask(std::string question);
    /// Lines that stay below until something else is done.
    void say(std::string_view lines);
    void resize(ManagerSize size);

    ManagerWish feed(const Key& key);

    [[nodiscard]] ManagerTab tab() const { return tab_; }
    [[nodiscard]] ManagerPlace place() const { return place_; }
    [[nodiscard]] ManagerSize size() const { return size_; }
    [[nodiscard]] const ManagerList& list(ManagerTab tab) const { return state_of(tab).list; }
    /// Of the tab that is shown: the rows that the filter lets through, as places in the list.
    [[nodiscard]] const std::vector<std::size_t>& shown() const { return state_of(tab_).shown; }
    [[nodiscard]] std::size_t chosen() const { return state_of(tab_).chosen; }  ///< among shown()
    [[nodiscard]] const std::string& filter() const { return state_of(tab_).filter; }
    [[nodiscard]] const ManagerDetails& details() const { return details_; }
    [[nodiscard]] std::size_t chosen_choice() const { return choice_; }
    [[nodiscard]] const std::string& text_title() const { return text_title_; }
    [[nodiscard]] std::size_t scrolled() const { return scrolled_; }  ///< rows of the details or text above the screen
    [[nodiscard]] bool asking() const { return question_.has_value(); }

    /// Wrapped to the width of the screen: the facts of the details, or the text.
    [[nodiscard]] std::vector<std::string> body_lines() const;
    /// The question, or else what was said.
    [[nodiscard]] std::vector<std::string> foot_lines() const;
    /// Rows of the screen between head and foot that scroll.
    [[nodiscard]] std::size_t body_rows() const;

private:
    struct TabState {
        ManagerList list;
        std::vector<std::string> searched;  ///< of each row, folded
        std::string filter;
        std::vector<std::size_t> shown;
        std::size_t chosen = 0;
    };
    struct Question {
        std::string text;
        std::optional<ManagerWish> then;  ///< what yes means; nothing: the owner asked
    };

    [[nodiscard]] TabState& state() { return tabs_[static_cast<std::size_t>(tab_)]; }
    [[nodiscard]] const TabState& state_of(ManagerTab tab) const { return tabs_[static_cast<std::size_t>(tab)]; }
    ManagerWish feed_question(const Key& key);
    ManagerWish feed_list(const Key& key);
    void feed_filter(const Key& key);
    ManagerWish feed_details(const Key& key);
    void feed_text(const Key& key);
    bool turn_tab(const Key& key);
    bool scroll(const Key& key);
    void set_filter(std::string filter);
    [[nodiscard]] static std::string chosen_id(const TabState& of);
    static void filter_rows(TabState& of, const std::string& before);
    [[nodiscard]] ManagerWish choose(const ManagerChoice& choice);
    [[nodiscard]] std::size_t last_scroll() const;

    std::array<TabState, kManagerTabs.size()> tabs_;
    ManagerTab tab_ = ManagerTab::discover;
    ManagerPlace place_ = ManagerPlace::list;
    ManagerSize size_;
    ManagerDetails details_;
    std::size_t choice_ = 0;
    std::string text_title_, text_;
    std::size_t scrolled_ = 0;
    std::optional<Question> question_;
    std::string said_;
};

}  // namespace skilldeck
