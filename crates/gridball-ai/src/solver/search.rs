//! The search.

use std::fmt;

use gridball_core::{Coverage, Outcome, Player};

use super::{
    table::{Entry, NEVER, Table, UNKNOWN},
    world::{SmallWorld, StateWriter},
};

/// No question looks further than so many actions.
pub(super) const HORIZON: u32 = 96;

/// So many children are listed first, then so many, and so on: mostly a few of them settle the
/// question. A position that has more than the last number may stay unsolved.
const LIMITS: [usize; 4] = [1 << 5, 1 << 9, 1 << 14, 1 << 20];

/// After so many nodes the host is asked whether it wants to stop.
const STOP_INTERVAL: u64 = 256;

/// The result of a position if both play perfectly, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truth {
    /// A win, the winning action being this one from here.
    Win(u32),
    /// A loss, the last action being this one from here.
    Loss(u32),
    /// Nobody wins.
    Draw,
}

/// `win N`, `loss N` or `draw`.
impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(actions) => write!(f, "win {actions}"),
            Self::Loss(actions) => write!(f, "loss {actions}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// What a [`Solver`] found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The result; `None` if the position is not solved.
    pub truth: Option<Truth>,
    /// Nodes: positions reached by playing an action.
    pub nodes: u64,
    /// Nobody wins within so many actions: all that is sure of a position that is not solved.
    pub undecided: u32,
    /// Positions in the table.
    pub positions: u64,
}

/// An answer to "does he win within `n` actions?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Yes,
    /// Not within so few.
    NotYet,
    /// Within no number of actions.
    Never,
}

/// The search was broken off.
#[derive(Clone, Copy, Debug)]
struct BrokenOff;

/// Solves positions of one game, and remembers what it has found out from one to the next.
pub struct Solver<P: SmallWorld> {
    table: Table,
    setup: Option<P::Setup>,
    memory: P::Memory,
    /// The children at each level, with the guess and the number of each.
    levels: Vec<Vec<(i32, P::Child)>>,
    orders: Vec<Vec<(i32, u32)>>,
    states: [StateWriter; 2],
}

impl<P: SmallWorld> fmt::Debug for Solver<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("setup", &self.setup).finish_non_exhaustive()
    }
}

impl<P: SmallWorld> Solver<P> {
    /// A solver with a table of this size, taken when the first search begins.
    pub fn new(mebibytes: u64) -> Self {
        Self {
            table: Table::new(mebibytes),
            setup: None,
            memory: P::Memory::default(),
            levels: Vec::new(),
            orders: Vec::new(),
            states: Default::default(),
        }
    }

    /// Solves `position`, unless that takes more than `nodes` nodes or `stop` returns true, which
    /// is asked a few thousand times a second.
    pub fn solve(&mut self, position: &P, nodes: u64, stop: &mut dyn FnMut() -> bool) -> Solution {
        if self.setup.as_ref() != Some(&position.setup()) {
            self.setup = Some(position.setup());
            self.states[0].clear();
            position.write_state(false, &mut self.states[0]);
            self.table.begin(self.states[0].words().len());
        }
        let mover = position.to_move();
        let mut search = Search { solver: self, stop, nodes: 0, limit: nodes };
        let mut copy = position.clone();
        let mut undecided = 0;
        let mut never = [false; 2];
        let truth = loop {
            let within = undecided + 1;
            // Whoever acts last mostly wins, so each player is asked about every second number.
            let asked = usize::from(within % 2 == 0);
            let player = [mover, mover.other()][asked];
            match search.wins(&mut copy, player, within as u8, 0) {
                Ok(Answer::Yes) => {
                    // One action less may be enough, if it is the other one who ends the game.
                    let exact = match search.wins(&mut copy, player, within as u8 - 1, 0) {
                        Ok(Answer::Yes) => within - 1,
                        Ok(_) => within,
                        Err(BrokenOff) => break None,
                    };
                    break Some(if asked == 0 { Truth::Win(exact) } else { Truth::Loss(exact) });
                }
                Ok(Answer::NotYet) => {}
                Ok(Answer::Never) => never[asked] = true,
                Err(BrokenOff) => break None,
            }
            if never == [true; 2] {
                break Some(Truth::Draw);
            }
            // The number before may be wrong for the player who was asked now.
            undecided = within;
            if within == HORIZON {
                break None;
            }
        };
        let undecided = undecided.saturating_sub(1);
        let nodes = search.nodes;
        Solution { truth, nodes, undecided, positions: self.table.filled() }
    }
}

struct Search<'a, P: SmallWorld> {
    solver: &'a mut Solver<P>,
    stop: &'a mut dyn FnMut() -> bool,
    nodes: u64,
    limit: u64,
}

impl<P: SmallWorld> Search<'_, P> {
    fn count_node(&mut self) -> Result<(), BrokenOff> {
        if self.nodes >= self.limit || self.nodes.is_multiple_of(STOP_INTERVAL) && (self.stop)() {
            return Err(BrokenOff);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Writes the state of a position into `states[0]`.
    fn write_state(&mut self, position: &P) {
        for (mirrored, state) in [false, true].into_iter().zip(&mut self.solver.states) {
            state.clear();
            position.write_state(mirrored, state);
        }
        let [plain, mirrored] = &mut self.solver.states;
        if mirrored < plain {
            std::mem::swap(plain, mirrored);
        }
    }

    /// Whether `attacker` wins within `within` actions from `position`, which is `level` actions
    /// away from the root.
    fn wins(
        &mut self,
        position: &mut P,
        attacker: Player,
        within: u8,
        level: usize,
    ) -> Result<Answer, BrokenOff> {
        let verdict = |yes| if yes { Answer::Yes } else { Answer::Never };
        if let Some(outcome) = position.outcome() {
            return Ok(verdict(outcome == Outcome::Win(attacker)));
        }
        if within == 0 {
            return Ok(Answer::NotYet);
        }
        let attacks = position.to_move() == attacker;
        let look = position.look();
        if look.wins || look.loses {
            return Ok(verdict(look.wins == attacks));
        }
        if within == 1 && look.is_all {
            return Ok(Answer::NotYet);
        }

        self.write_state(position);
        let entry = self.solver.table.get(self.solver.states[0].words());
        let asked = usize::from(!attacks);
        let Entry { players, child } = entry;
        if players[asked].yes <= within && players[asked].yes != UNKNOWN {
            return Ok(Answer::Yes);
        }
        // Where the other one wins, this one never does.
        if players[asked].no == NEVER || players[1 - asked].yes != UNKNOWN {
            return Ok(Answer::Never);
        }
        if players[asked].no >= within {
            return Ok(Answer::NotYet);
        }

        if self.solver.levels.len() <= level {
            self.solver.levels.resize_with(level + 1, Vec::new);
            self.solver.orders.resize_with(level + 1, Vec::new);
        }
        let mut children = std::mem::take(&mut self.solver.levels[level]);
        let mut order = std::mem::take(&mut self.solver.orders[level]);
        let mut result = Err(BrokenOff);
        for limit in LIMITS {
            children.clear();
            let coverage = position.push_children(limit, &mut self.solver.memory, &mut children);
            order.clear();
            order.extend(children.iter().zip(0..).map(|(&(guess, _), number)| {
                (if number == u32::from(child) { i32::MAX } else { guess }, number)
            }));
            order.sort_by_key(|&(guess, _)| std::cmp::Reverse(guess));
            let complete = coverage == Coverage::Complete;
            result = self.ask_children(position, attacker, within, level, &children, &order);
            match result {
                // A child that was not listed could settle it.
                Ok((_, None)) if !complete => result = Err(BrokenOff),
                _ => break,
            }
        }
        self.solver.levels[level] = children;
        self.solver.orders[level] = order;
        let (answer, child) = result?;

        self.write_state(position);
        let state = self.solver.states[0].words();
        // What was learned about the other player in between stays.
        let mut entry = self.solver.table.get(state);
        let known = &mut entry.players[asked];
        match answer {
            Answer::Yes => known.yes = known.yes.min(within),
            Answer::NotYet => known.no = known.no.max(within),
            Answer::Never => known.no = NEVER,
        }
        if let Some(child) = child.and_then(|child| u16::try_from(child).ok()) {
            entry.child = child;
        }
        self.solver.table.put(state, entry, within);
        Ok(answer)
    }

    /// The answer out of those about the children, and the number of the child that settled it;
    /// without such a child it takes all of them.
    fn ask_children(
        &mut self,
        position: &mut P,
        attacker: Player,
        within: u8,
        level: usize,
        children: &[(i32, P::Child)],
        order: &[(i32, u32)],
    ) -> Result<(Answer, Option<u32>), BrokenOff> {
        let attacks = position.to_move() == attacker;
        let mut all_never = true;
        for &(_, number) in order {
            self.count_node()?;
            let answer = position.with_child(&children[number as usize].1, |position| {
                self.wins(position, attacker, within - 1, level + 1)
            })?;
            all_never &= answer == Answer::Never;
            if attacks == (answer == Answer::Yes) {
                return Ok((answer, Some(number)));
            }
        }
        Ok((
            match attacks {
                false => Answer::Yes,
                true if all_never => Answer::Never,
                true => Answer::NotYet,
            },
            None,
        ))
    }
}
