// SPDX-License-Identifier: Apache-2.0
#include "app/line_source.hpp"

#include "app/terminal_keys.hpp"
#include "os/standard_streams.hpp"
#include "os/terminal_mode.hpp"
#include "terminal/screen.hpp"

#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kLongestLine = 1024 * 1024;

class PipedLines final : public LineSource {
public:
    PipedLines(World& world, int descriptor) : world_(world), descriptor_(descriptor) {}

    std::optional<std::string> next() override {
        for (;;) {
            const auto end = pending_.find('\n');
            if (end != std::string::npos || pending_.size() > kLongestLine || ended_) return take(end);
            const auto more = wait_and_read(world_, descriptor_);
            if (world_.stop_signals.cancelled()) return std::nullopt;
            ended_ = more.empty();
            pending_ += more;
        }
    }

private:
    std::optional<std::string> take(std::size_t end) {
        if (pending_.empty()) return std::nullopt;
        auto line = pending_.substr(0, std::min(end, kLongestLine));
        pending_.erase(0, line.size() + (end == line.size() ? 1 : 0));
        if (line.ends_with('\r')) line.pop_back();
        return line;
    }

    World& world_;
    int descriptor_;
    std::string pending_;
    bool ended_ = false;
};

class TerminalLines final : public LineSource {
public:
    TerminalLines(World& world, std::string prompt, LineEditor::Complete complete, std::vector<std::string> history)
        : keys_(world), prompt_(std::move(prompt)), editor_(std::move(complete)) {
        editor_.set_history(std::move(history));
    }

    std::optional<std::string> next() override {
        const auto mode = TerminalMode::enter(kStandardInput, kStandardOutput);
        draw();
        for (;;) {
            while (const auto key = keys_.take()) {
                switch (editor_.feed(*key)) {
                    case EditOutcome::editing: break;
                    case EditOutcome::accepted: show(screen_.finish()); return editor_.take_line();
                    case EditOutcome::interrupted: show("^C" + screen_.finish()); break;
                    case EditOutcome::end_of_input: show(screen_.finish()); return std::nullopt;
                    case EditOutcome::clear_screen: show(screen_.clear()); break;
                }
            }
            draw();
            if (keys_.wait() != TerminalKeys::Waited::ended) continue;
            show(screen_.finish());
            return std::nullopt;
        }
    }

    [[nodiscard]] std::vector<std::string> history() const override { return editor_.history(); }
    [[nodiscard]] TerminalKeys* keys() override { return &keys_; }

private:
    void draw() { show(screen_.draw(prompt_, editor_, terminal_columns(kStandardOutput))); }
    static void show(std::string_view bytes) { (void)write_all(kStandardOutput, bytes); }

    TerminalKeys keys_;
    std::string prompt_;
    LineEditor editor_;
    Screen screen_;
};

}  // namespace

std::string wait_and_read(World& world, int descriptor) {
    const auto cancelled = world.stop_signals.token();
    bool ready = false;
    const auto watch = world.reactor.when_readable(descriptor, [&ready] { ready = true; });
    world.reactor.run_until([&] { return ready || cancelled.cancelled(); });
    world.reactor.cancel(watch);
    if (cancelled.cancelled()) return {};
    auto read = read_some(descriptor);
    return read ? std::move(*read) : std::string();
}

std::unique_ptr<LineSource> make_piped_lines(World& world, int descriptor) {
    return std::make_unique<PipedLines>(world, descriptor);
}

std::unique_ptr<LineSource> make_terminal_lines(World& world, std::string prompt, LineEditor::Complete complete,
                                                std::vector<std::string> history) {
    if (!is_terminal(kStandardInput) || !is_terminal(kStandardOutput)) return nullptr;
    return std::make_unique<TerminalLines>(world, std::move(prompt), std::move(complete), std::move(history));
}

}  // namespace skilldeck
