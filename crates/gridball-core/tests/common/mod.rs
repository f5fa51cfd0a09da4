//! Random games, the same ones for the same plan.

use gridball_core::{Game, Position};
use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner},
};

/// An action is chosen among the first so many of a position. Paper soccer can have millions.
const CHOICE: usize = 2_000;

/// A [`Style::Cornering`] player looks at so many actions.
const CANDIDATES: usize = 96;

/// A stream of numbers out of a seed (`SplitMix64`): enough for choices, and nothing to depend on.
#[derive(Clone, Debug)]
pub(crate) struct Choices(u64);

impl Choices {
    /// The stream of this seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 when `bound` is 0.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }

    /// One of `items`.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// At most `count` of `items`, in their order.
    pub(crate) fn sample<T: Clone>(&mut self, items: &[T], count: usize) -> Vec<T> {
        if items.len() <= count {
            return items.to_vec();
        }
        let mut wanted = count;
        let mut sample = Vec::with_capacity(count);
        for (index, item) in items.iter().enumerate() {
            if self.below(items.len() - index) < wanted {
                sample.push(item.clone());
                wanted -= 1;
            }
        }
        sample
    }
}

/// How the players of a random game choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Anything.
    Careless,
    /// Anything that does not end the game, if there is something.
    Long,
    /// What leaves the opponent few answers, best of all none so that the turn goes on, and does
    /// not end the game. In the football games this makes traps and penalty series.
    Cornering,
}

/// A random game: who chooses how, and after how many actions it is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Seed of all choices.
    pub(crate) seed: u64,
    /// The game is left after so many actions, or where it ends.
    pub(crate) length: usize,
    /// How the players choose.
    pub(crate) style: Style,
}

impl Plan {
    /// Plays the game from the start of the set-up `id`.
    pub(crate) fn play<P: Position>(&self, id: &str) -> Game<P> {
        let mut game = Game::<P>::new(&setup::<P>(id));
        let mut choices = Choices::new(self.seed);
        while game.len() < self.length {
            let Some(action) = choose(game.position(), self.style, &mut choices) else { break };
            game.play(&action).unwrap_or_else(|reason| {
                let text = game.position().action_text(&action);
                panic!("{text} was generated but is refused: {reason}")
            });
        }
        game
    }
}

/// The set-up with this id.
pub(crate) fn setup<P: Position>(id: &str) -> P::Setup {
    id.parse().unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// A legal action, or `None` in a finished game.
fn choose<P: Position>(position: &P, style: Style, choices: &mut Choices) -> Option<P::Action> {
    let actions = position.actions(CHOICE);
    let any = choices.pick(&actions)?.clone();
    match style {
        Style::Careless => Some(any),
        Style::Long => {
            let goes_on = |action: &P::Action| {
                let mut after = position.clone();
                after.play_unchecked(action);
                after.outcome().is_none()
            };
            if goes_on(&any) {
                return Some(any);
            }
            let start = choices.below(actions.len());
            let other = actions.iter().cycle().skip(start).take(actions.len());
            Some(other.into_iter().find(|action| goes_on(action)).cloned().unwrap_or(any))
        }
        Style::Cornering => {
            // Now and then another one, so that the games differ.
            if choices.below(4) == 0 {
                return choose(position, Style::Long, choices);
            }
            let candidates = choices.sample(&actions, CANDIDATES);
            candidates.into_iter().min_by_key(|action| {
                let mut after = position.clone();
                after.play_unchecked(action);
                let finished = after.outcome().is_some();
                let turn_ends = after.to_move() != position.to_move();
                (finished, turn_ends, after.count_actions(128), choices.next())
            })
        }
    }
}

/// Plans of games of up to `max` actions, short ones more often.
fn plans(max: usize) -> impl Strategy<Value = Plan> {
    let length = prop_oneof![0..=max.min(12), 0..=max.min(80), 0..=max];
    let style = prop_oneof![Just(Style::Careless), Just(Style::Long), Just(Style::Cornering)];
    (any::<u64>(), length, style).prop_map(|(seed, length, style)| Plan { seed, length, style })
}

/// Which random games a property is checked in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The game id.
    pub(crate) id: &'static str,
    /// How many games.
    pub(crate) cases: u32,
    /// The longest game, in actions.
    pub(crate) max_length: usize,
}

impl Run {
    /// Calls `check` with random games and more choices to use there. A failure is shrunk to the
    /// shortest game that still fails.
    pub(crate) fn games<P: Position>(&self, check: impl Fn(&Game<P>, &mut Choices)) {
        let failure = self.first_failure(&|plan| {
            check(&plan.play::<P>(self.id), &mut Choices::new(!plan.seed));
        });
        if let Some((reason, plan)) = failure {
            eprintln!("{}: {plan:?}", self.id);
            let mut position = P::start(&setup::<P>(self.id));
            let mut texts = Vec::new();
            for action in plan.play::<P>(self.id).actions() {
                texts.push(position.action_text(action));
                position.play_unchecked(action);
            }
            panic!("{reason}\nafter {}\nin {}", texts.join(" "), position.position_text());
        }
    }

    /// The smallest plan for which `check` panics, and the message.
    ///
    /// The plans are the same in every run, so that the suite says the same about the same code.
    /// For a longer search set `PROPTEST_CASES` and `PROPTEST_RNG_SEED`.
    //
    // Not generic: proptest is large, and compiling it for every property took most of the time.
    fn first_failure(&self, check: &dyn Fn(&Plan)) -> Option<(String, Plan)> {
        let mut config = Config {
            failure_persistence: None,
            max_shrink_iters: 200,
            max_shrink_time: 5_000,
            ..Config::default()
        };
        if std::env::var_os("PROPTEST_CASES").is_none() {
            config.cases = self.cases;
        }
        if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
            config.rng_seed = RngSeed::Fixed(0x6772_6964_6261_6c6c);
        }
        let result = TestRunner::new(config).run(&plans(self.max_length), |plan| {
            check(&plan);
            Ok::<(), TestCaseError>(())
        });
        match result {
            Ok(()) => None,
            Err(TestError::Fail(reason, plan)) => Some((reason.to_string(), plan)),
            Err(TestError::Abort(reason)) => panic!("{}: {reason}", self.id),
        }
    }

    /// Calls `check` with positions of random games: the last one and a few before it.
    pub(crate) fn positions<P: Position>(&self, check: impl Fn(&P, &mut Choices)) {
        self.games::<P>(|game, choices| {
            let mut indices: Vec<usize> = (0..4).map(|_| choices.below(game.len())).collect();
            indices.push(game.len());
            let mut position = game.start().clone();
            for (index, action) in game.actions().map(Some).chain([None]).enumerate() {
                if indices.contains(&index) {
                    check(&position, choices);
                }
                if let Some(action) = action {
                    position.play_unchecked(action);
                }
            }
        });
    }
}
