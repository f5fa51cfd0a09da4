//! The rules as plainly as they can be written: the oracle of tests and fuzzing.
//!
//! A board of lists, and loops over all checkers P, cells T and checkers Q. Nothing of the fast
//! generator is used here: no bit sets, no tables, no zones from `rules.rs`.

use alloc::{vec, vec::Vec};

use super::{
    cells::{Cell, CellSet},
    position::{CheckersAction, Placement},
};
use crate::game::Player::{self, First, Second};

/// File and rank, both 1 to 12. First has home rank 1 and goal rank 12, Second the other way
/// round.
type Square = (i32, i32);

/// `board[file][rank]`; the places with index 0 are not used.
type Board = Vec<Vec<Option<Player>>>;

/// A game, as a person would keep it on paper.
#[derive(Clone)]
pub(super) struct SlowGame {
    open: bool,
    board: Board,
    to_move: Player,
    actions: u16,
    earlier: Vec<(Board, Player)>,
}

impl SlowGame {
    /// The game that stands at `now`.
    pub(super) fn new(open: bool, now: &Placement, actions: u16, earlier: &[Placement]) -> Self {
        let earlier = earlier.iter().map(|earlier| (board(earlier), earlier.to_move)).collect();
        Self { open, board: board(now), to_move: now.to_move, actions, earlier }
    }

    /// Where it stands, how many actions were played, and the earlier positions.
    pub(super) fn into_parts(self) -> (Placement, u16, Vec<Placement>) {
        let now = placement(&self.board, self.to_move);
        let earlier = self.earlier.iter().map(|(board, side)| placement(board, *side)).collect();
        (now, self.actions, earlier)
    }

    /// The moves that may be played; none in a finished game.
    pub(super) fn legal_moves(&self) -> Vec<CheckersAction> {
        let goal = self.has_goal(First) || self.has_goal(Second);
        let occurrences = 1 + self.earlier_occurrences();
        if goal || occurrences >= 3 || self.actions >= 400 {
            return Vec::new();
        }
        let mut moves = Vec::new();
        let own = checkers(&self.board, self.to_move);
        for &p in &own {
            for t in all_squares() {
                let possible = moves_by_the_rules(&self.board, self.to_move, &own, p, t);
                if possible && (self.open || !self.exposes_gate(p, t)) {
                    moves.extend(action(p, t));
                }
            }
        }
        moves
    }

    /// The game after a legal move.
    pub(super) fn play(mut self, action: CheckersAction) -> Self {
        self.earlier.push((self.board.clone(), self.to_move));
        self.board = after(&self.board, square(action.from), square(action.to));
        self.to_move = self.to_move.other();
        self.actions += 1;
        self
    }

    /// Whether a checker of `player` has landed on his goal rank.
    fn has_goal(&self, player: Player) -> bool {
        let rank = goal_rank(player);
        (1..=12).any(|file| at(&self.board, (file, rank)) == Some(player))
    }

    fn earlier_occurrences(&self) -> usize {
        self.earlier
            .iter()
            .filter(|(board, to_move)| *board == self.board && *to_move == self.to_move)
            .count()
    }

    /// Whether the opponent would have a goal move after this one.
    fn exposes_gate(&self, from: Square, to: Square) -> bool {
        let after = after(&self.board, from, to);
        !attacked(&after, self.to_move.other()).is_empty()
    }
}

/// The goal cells where `attacker` could land if it were his turn.
fn attacked(board: &Board, attacker: Player) -> Vec<Square> {
    let own = checkers(board, attacker);
    (1..=12)
        .map(|file| (file, goal_rank(attacker)))
        .filter(|&t| own.iter().any(|&p| moves_by_the_rules(board, attacker, &own, p, t)))
        .collect()
}

/// Whether `player`, whose checkers are `own`, may move the one on P to T: everything but the
/// duty.
fn moves_by_the_rules(board: &Board, player: Player, own: &[Square], p: Square, t: Square) -> bool {
    if at(board, t).is_some() || !in_line(p, t) {
        return false;
    }
    // Zones: not to the forbidden rank; back to the home rank only if at most five stand there.
    let home = goal_rank(player.other());
    let forbidden = if player == First { 11 } else { 2 };
    let at_home = own.iter().filter(|checker| checker.1 == home).count();
    if t.1 == forbidden || (t.1 == home && p.1 != home && at_home > 5) {
        return false;
    }
    own.iter().any(|&q| {
        q != p
            && in_line(q, t)
            // From home rank to home rank, Q must be on it too.
            && !(p.1 == home && t.1 == home && q.1 != home)
            // Q is no obstacle for P, and P's old cell is none for Q.
            && between(p, t).all(|s| s == q || at(board, s).is_none())
            && between(q, t).all(|s| s == p || at(board, s).is_none())
    })
}

/// Whether two different cells are on a row, a column or a diagonal.
fn in_line(a: Square, b: Square) -> bool {
    let (files, ranks) = (b.0 - a.0, b.1 - a.1);
    a != b && (files == 0 || ranks == 0 || files.abs() == ranks.abs())
}

/// The cells strictly between two cells in line.
fn between(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let (files, ranks) = (b.0 - a.0, b.1 - a.1);
    let distance = files.abs().max(ranks.abs());
    (1..distance).map(move |i| (a.0 + files.signum() * i, a.1 + ranks.signum() * i))
}

/// The board after a checker has moved.
fn after(board: &Board, from: Square, to: Square) -> Board {
    let mut after = board.clone();
    let checker = at(&after, from);
    set(&mut after, from, None);
    set(&mut after, to, checker);
    after
}

fn goal_rank(player: Player) -> i32 {
    match player {
        First => 12,
        Second => 1,
    }
}

fn all_squares() -> impl Iterator<Item = Square> {
    (1..=12).flat_map(|file| (1..=12).map(move |rank| (file, rank)))
}

/// Where the checkers of a player stand.
fn checkers(board: &Board, player: Player) -> Vec<Square> {
    all_squares().filter(|&square| at(board, square) == Some(player)).collect()
}

fn at(board: &Board, square: Square) -> Option<Player> {
    board[square.0 as usize][square.1 as usize]
}

fn set(board: &mut Board, square: Square, checker: Option<Player>) {
    board[square.0 as usize][square.1 as usize] = checker;
}

// From and to the types of the fast side.

fn square(cell: Cell) -> Square {
    (i32::from(cell.x()) + 1, i32::from(cell.rank()))
}

fn cell(square: Square) -> Option<Cell> {
    Cell::new((square.0 - 1) as u8, (12 - square.1) as u8)
}

fn action(from: Square, to: Square) -> Option<CheckersAction> {
    Some(CheckersAction { from: cell(from)?, to: cell(to)? })
}

fn board(placement: &Placement) -> Board {
    let mut board = vec![vec![None; 13]; 13];
    for player in [First, Second] {
        for cell in placement.of(player).iter() {
            set(&mut board, square(cell), Some(player));
        }
    }
    board
}

fn placement(board: &Board, to_move: Player) -> Placement {
    let checkers = [First, Second].map(|player| -> CellSet {
        self::checkers(board, player).into_iter().filter_map(cell).collect()
    });
    Placement { checkers, to_move }
}
