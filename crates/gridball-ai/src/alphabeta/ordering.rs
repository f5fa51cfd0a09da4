//! Which actions were good elsewhere.

use gridball_core::Player;

/// History counters stay within plus and minus this.
pub(super) const HISTORY_MAX: i32 = 1 << 14;

/// No action has this code.
pub(super) const NO_CODE: u32 = u32::MAX;

/// What a search remembers about actions, by their codes.
#[derive(Debug)]
pub(super) struct Ordering {
    /// How often an action of a player caused a cut, less how often it did not.
    history: [Box<[i32]>; 2],
    /// The last two actions that caused a cut at each level.
    killers: Vec<[u32; 2]>,
}

impl Ordering {
    pub(super) fn new(codes: usize, levels: usize) -> Self {
        let empty = || vec![0; codes].into_boxed_slice();
        Self { history: [empty(), empty()], killers: vec![[NO_CODE; 2]; levels] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for history in &mut self.history {
            history.fill(0);
        }
        self.killers.fill([NO_CODE; 2]);
    }

    #[inline]
    pub(super) fn history(&self, player: Player) -> &[i32] {
        &self.history[player.index()]
    }

    #[inline]
    pub(super) fn killers(&self, level: usize) -> [u32; 2] {
        self.killers[level]
    }

    /// An action caused a cut.
    pub(super) fn reward(&mut self, player: Player, level: usize, code: usize, depth: i32) {
        self.shift(player, code, Self::bonus(depth));
        let killers = &mut self.killers[level];
        if killers[0] != code as u32 {
            *killers = [code as u32, killers[0]];
        }
    }

    /// An action was searched before the one that caused a cut.
    pub(super) fn punish(&mut self, player: Player, code: usize, depth: i32) {
        self.shift(player, code, -Self::bonus(depth) / 4);
    }

    fn bonus(depth: i32) -> i32 {
        (64 * depth * depth).clamp(16, 2048)
    }

    fn shift(&mut self, player: Player, code: usize, bonus: i32) {
        let counter = &mut self.history[player.index()][code];
        // The nearer to the limit, the less is added.
        *counter += bonus - *counter * bonus.abs() / HISTORY_MAX;
    }
}
