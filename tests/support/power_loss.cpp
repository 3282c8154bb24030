// SPDX-License-Identifier: Apache-2.0
#include "power_loss.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>
#include <utility>

namespace skilldeck::test {

namespace fs = std::filesystem;

PowerLoss::PowerLoss(const Path& root) {
    read(root);
    now_ = before_;
}

std::size_t PowerLoss::read(const Path& path) {
    const FileSystem files;
    const auto info = files.info(path, Links::keep).value();
    const auto number = before_.size();
    before_.push_back({{info.kind, info.mode, {}}, {}});
    if (info.kind == FileKind::link) before_[number].what.text = files.read_link(path).value().string();
    if (info.kind == FileKind::regular) before_[number].what.text = files.read(path, 1 << 24).value();
    if (info.kind != FileKind::directory) return number;
    for (const auto& entry : files.list(path).value()) {
        const auto child = read(path / entry.name);
        before_[number].entries[entry.name] = child;
    }
    return number;
}

std::size_t PowerLoss::find(const Path& relative) const {
    std::size_t node = 0;
    for (const auto& name : relative) {
        if (name == "." || name.empty()) continue;
        const auto found = now_[node].entries.find(name.string());
        if (found == now_[node].entries.end()) throw std::logic_error("no " + relative.string() + " in the record");
        node = found->second;
    }
    return node;
}

void PowerLoss::follow(const std::vector<Change>& changes) {
    for (const auto& change : changes) take(change);
}

void PowerLoss::take(Change change) {
    using Kind = Change::Kind;
    Step step;
    const auto place = [&](const Path& path) {
        return Step::Place{find(path.parent_path()), path.filename().string()};
    };
    const auto number = steps_.size();
    const auto add = [&](Entry what) {
        before_.push_back({what, {}});
        now_.push_back({std::move(what), {}});
        step.made.emplace_back(place(change.path), now_.size() - 1);
    };
    switch (change.kind) {
        case Kind::create: add({FileKind::regular, change.mode & 0755U, {}}); break;
        case Kind::make_directory: add({FileKind::directory, change.mode & 0755U, {}}); break;
        case Kind::make_link: add({FileKind::link, 0777, change.text}); break;
        case Kind::rename:
            step.gone.push_back(place(change.path));
            step.made.emplace_back(place(change.to), find(change.path));
            break;
        case Kind::unlink:
        case Kind::remove_directory: step.gone.push_back(place(change.path)); break;
        case Kind::write:
        case Kind::set_mode:
        case Kind::set_owner:
            step.node = find(change.path);
            step.of_node = true;
            break;
        case Kind::sync: sync(find(change.path), number + 1); break;
        case Kind::sync_file_system:
            for (auto& earlier : steps_) earlier.sure_from = std::min(earlier.sure_from, number + 1);
            break;
    }
    step.change = std::move(change);
    apply(now_, step);
    steps_.push_back(std::move(step));
}

void PowerLoss::sync(std::size_t node, std::size_t now) {
    for (auto& step : steps_) {
        bool covered = step.of_node && step.node == node;
        for (const auto& gone : step.gone) covered = covered || gone.folder == node;
        for (const auto& [place, child] : step.made) covered = covered || place.folder == node;
        if (covered) step.sure_from = std::min(step.sure_from, now);
    }
}

void PowerLoss::apply(std::vector<Node>& nodes, const Step& step) {
    for (const auto& place : step.gone) nodes[place.folder].entries.erase(place.name);
    for (const auto& [place, child] : step.made) nodes[place.folder].entries[place.name] = child;
    if (!step.of_node) return;
    if (step.change.kind == Change::Kind::write) nodes[step.node].what.text += step.change.text;
    if (step.change.kind == Change::Kind::set_mode) nodes[step.node].what.mode = step.change.mode;
}

PowerLoss::Tree PowerLoss::tree(std::size_t done, std::size_t entries_until, Bytes bytes) const {
    auto nodes = before_;
    for (std::size_t i = 0; i < done; ++i) {
        const auto& step = steps_[i];
        const bool sure = step.sure_from <= done;
        const bool happened = step.of_node ? bytes == Bytes::kept : i < entries_until;
        if (sure || happened) apply(nodes, step);
    }
    Tree tree;
    collect(nodes, 0, {}, tree);
    return tree;
}

void PowerLoss::collect(const std::vector<Node>& nodes, std::size_t node, const std::string& path, Tree& tree) const {
    if (!path.empty()) tree[path] = nodes[node].what;
    for (const auto& [name, child] : nodes[node].entries) {
        collect(nodes, child, path.empty() ? name : path + "/" + name, tree);
    }
}

std::vector<PowerLoss::Tree> PowerLoss::left_after(std::size_t done) const {
    std::set<Tree> trees;
    for (const auto bytes : {Bytes::kept, Bytes::dropped}) {
        trees.insert(tree(done, done, bytes));
        for (std::size_t i = 0; i < done; ++i) {
            const bool unsure = !steps_[i].of_node && steps_[i].sure_from > done;
            if (unsure) trees.insert(tree(done, i, bytes));
        }
    }
    return {trees.begin(), trees.end()};
}

void put(const PowerLoss::Tree& tree, const Path& root) {
    for (const auto& entry : fs::directory_iterator(root)) fs::remove_all(entry.path());
    for (const auto& [name, entry] : tree) {
        const auto path = root / name;
        if (entry.kind == FileKind::link) {
            fs::create_symlink(entry.text, path);
            continue;
        }
        if (entry.kind == FileKind::directory) {
            fs::create_directory(path);
        } else {
            std::ofstream(path, std::ios::binary) << entry.text;
        }
        fs::permissions(path, static_cast<fs::perms>(entry.mode));
    }
}

}  // namespace skilldeck::test
