//! Tactical positions of Dots: `data/dots_tactics.txt`, one a line.
//!
//! ```text
//! THEME | POSITION | ANSWER { ANSWER }
//! ```
//!
//! | theme | what is to be seen |
//! |---|---|
//! | `capture` | a capture that has to be made now, or the right one of several |
//! | `escape` | the other player threatens to capture; the dot that prevents it |
//! | `feed` | most dots would be lost in an enclosure; the ones that are not |
//! | `cut` | nothing can be captured yet, but the next dot would threaten two things at once |
//! | `enclose` | the dot that threatens two things at once |
//! | `takeover` | the capture that frees own dead dots, where another one does not |
//!
//! The answers are all dots that give the best difference of scores after four dots, whatever the
//! other player does. A plain search checks that here, apart from the engine. The engine looks
//! further than four dots: if it answers with another dot, that one has to be as good as the
//! answers after five dots, by the same plain search.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};

use gridball_ai::{AnyEngine, Engine, Limits, Unattended};
use gridball_core::{
    AnyPosition, Outcome, Player, Position,
    dots::{DotsAction, DotsLog, DotsNode, DotsPosition},
};

/// Less than what the engine does in a second on the largest of these fields, in a release build.
const NODES: u64 = 10_000;
/// More than any difference of scores.
const WIN: i32 = 10_000;

struct Tactic {
    theme: &'static str,
    position: DotsPosition,
    answers: Vec<DotsAction>,
    line: &'static str,
}

impl Tactic {
    /// Whether a dot gives what the answers give, five dots from now.
    fn is_as_good_one_dot_later(&self, found: DotsAction) -> bool {
        let mut exact = Exact::new(&self.position);
        let mut value = |action: DotsAction| {
            let node = self.position.node(self.position.point_of(action).unwrap()).unwrap();
            exact.after(node, 5, -2 * WIN, 2 * WIN)
        };
        value(found) >= value(self.answers[0])
    }
}

fn tactics() -> Vec<Tactic> {
    include_str!("data/dots_tactics.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let mut parts = line.split(" | ");
            let theme = parts.next().unwrap();
            let position = DotsPosition::parse_position(parts.next().unwrap()).expect(line);
            let answers = parts.next().unwrap().split(' ');
            let answers = answers.map(|text| position.parse_action(text).expect(line)).collect();
            assert_eq!(parts.next(), None, "{line}");
            Tactic { theme, position, answers, line }
        })
        .collect()
}

#[test]
fn there_are_enough_and_no_two_are_alike() {
    let tactics = tactics();
    assert!(tactics.len() >= 50);
    let mut themes = BTreeMap::new();
    let mut views = BTreeSet::new();
    for tactic in &tactics {
        *themes.entry(tactic.theme).or_insert(0) += 1;
        let position = &tactic.position;
        for symmetry in position.symmetries() {
            let text = position.transformed(*symmetry).position_text();
            // Without the move count.
            views.insert(text.rsplit_once(' ').unwrap().0.to_owned());
        }
    }
    let names: Vec<_> = themes.keys().copied().collect();
    assert_eq!(names, ["capture", "cut", "enclose", "escape", "feed", "takeover"]);
    assert!(themes.values().all(|&count| count >= 5), "{themes:?}");
    let all: usize = tactics.iter().map(|tactic| tactic.position.symmetries().len()).sum();
    // A position may look like itself from elsewhere, but none of these does.
    assert_eq!(views.len(), all);
}

#[test]
fn the_engine_finds_every_answer() {
    let mut failures = Vec::new();
    for tactic in tactics() {
        let position = AnyPosition::from(tactic.position.clone());
        let mut engine = AnyEngine::new("mcts".parse().unwrap());
        let result =
            engine.search(&position, &Limits::nodes(NODES), &mut Unattended).expect(tactic.line);
        let text = position.action_text(&result.best);
        let found = tactic.position.parse_action(&text).unwrap();
        if !tactic.answers.contains(&found) && !tactic.is_as_good_one_dot_later(found) {
            failures.push(format!("{text} {} : {}", result.score, tactic.line));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn every_answer_is_right() {
    for Tactic { theme, position, mut answers, line } in tactics() {
        let mover = position.to_move();
        let lead = |position: &DotsPosition| lead(position, mover);
        let now = lead(&position);
        let gain = |player: Player, action: &DotsAction| {
            let mut after = position.clone();
            after.set_to_move(player);
            after.play_unchecked(action);
            if player == mover { lead(&after) - now } else { now - lead(&after) }
        };
        let all = position.actions(usize::MAX);
        let threatened = all.iter().any(|action| gain(mover.other(), action) > 0);
        let captures = |action: &DotsAction| gain(mover, action) > 0;
        let frees = |action: &DotsAction| {
            let capture = position.capture(*action);
            capture.is_some_and(|capture| capture.by == mover && capture.freed.count() > 0)
        };

        let mut values = Exact::new(&position).values(4);
        let best = values.iter().map(|&(value, _)| value).max().unwrap();
        assert!(best.abs() < WIN / 2, "decided: {line}");
        values.retain(|&(value, _)| value == best);
        let mut exact: Vec<_> = values.into_iter().map(|(_, action)| action).collect();
        exact.sort_unstable();
        answers.sort_unstable();
        assert_eq!(answers, exact, "{line}");
        assert!(answers.len() < all.len(), "{line}");

        let quiet = answers.iter().all(|answer| gain(mover, answer) == 0);
        let as_named = match theme {
            "capture" => answers.iter().all(|answer| captures(answer) && !frees(answer)),
            "takeover" => {
                answers.iter().all(frees)
                    && all.iter().any(|action| captures(action) && !answers.contains(action))
            }
            "escape" => quiet && threatened && best >= now,
            "feed" => {
                let fed = all.iter().filter(|action| gain(mover, action) < 0).count();
                quiet && best == now && fed * 2 >= all.len()
            }
            "cut" => quiet && !threatened && !all.iter().any(captures) && best == now,
            "enclose" => quiet && !all.iter().any(captures) && best > now,
            _ => false,
        };
        assert!(as_named, "{line}");
    }
}

fn lead(position: &DotsPosition, player: Player) -> i32 {
    position.score(player) as i32 - position.score(player.other()) as i32
}

/// A plain search for the difference of scores after a number of dots.
struct Exact {
    position: DotsPosition,
    log: DotsLog,
}

impl Exact {
    fn new(position: &DotsPosition) -> Self {
        Self { position: position.clone(), log: DotsLog::default() }
    }

    /// The value of every action worth a look, `dots` dots from now.
    fn values(&mut self, dots: u32) -> Vec<(i32, DotsAction)> {
        let mut values = Vec::new();
        let mut best = -WIN;
        for node in self.nodes() {
            // What is not better than the best need not be known exactly.
            let value = self.after(node, dots, best - 1, WIN);
            best = best.max(value);
            values.push((value, self.position.action_at(node.point()).unwrap()));
        }
        values
    }

    /// The free nodes at most two steps from a live dot, and one of the others: a contour that is
    /// closed within four dots, two of each player, has none of them further away, so all of the
    /// others are alike.
    fn nodes(&self) -> Vec<DotsNode> {
        let live = Player::BOTH.map(|player| self.position.live(player));
        let rows = usize::from(live[0].height());
        let near = |node: &DotsNode| {
            let (x, y) = (node.point().x, node.point().y as usize);
            (y.saturating_sub(2)..(y + 3).min(rows)).any(|y| {
                let dots = live[0].row(y) | live[1].row(y);
                (dots << 2) >> x & 0b11111 != 0
            })
        };
        let free = self.position.nodes().filter(|&node| self.position.is_free(node));
        let (mut nodes, far): (Vec<_>, Vec<_>) = free.partition(near);
        nodes.extend(far.first());
        nodes
    }

    fn after(&mut self, node: DotsNode, dots: u32, alpha: i32, beta: i32) -> i32 {
        self.position.put(node, &mut self.log);
        let value = -self.best(dots - 1, -beta, -alpha);
        self.position.take_back(&mut self.log);
        value
    }

    fn best(&mut self, dots: u32, mut alpha: i32, beta: i32) -> i32 {
        let mover = self.position.to_move();
        match self.position.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(winner)) => return if winner == mover { WIN } else { -WIN },
            None if dots == 0 => return lead(&self.position, mover),
            None => {}
        }
        let mut nodes: Vec<_> = self
            .nodes()
            .into_iter()
            .map(|node| {
                self.position.put(node, &mut self.log);
                let lead = lead(&self.position, mover);
                self.position.take_back(&mut self.log);
                (-lead, node)
            })
            .collect();
        nodes.sort_unstable();
        let mut best = -WIN;
        for (_, node) in nodes {
            best = best.max(self.after(node, dots, alpha, beta));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
