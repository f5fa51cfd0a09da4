//! Which engine plays which game: the one place that lists the games.

use gridball_core::{
    AnyAction, AnyPosition, AnySetup, Position, dots::DotsPosition,
    football_checkers::CheckersPosition, games, gridball::GridballPosition,
    paper_soccer::PaperSoccerPosition,
};

use crate::{
    alphabeta::{
        AlphaBeta, CheckersEvaluator, CheckersWeights, GridballEvaluator, GridballWeights, Guarded,
        PaperSoccerAlphaBeta, SearchEvaluator, SearchGame, SearchWeights,
    },
    best_first::BestFirst,
    control::Control,
    engine::{Engine, SearchError, SearchInfo, SearchResult},
    evaluation::{SimpleEvaluation, SimpleEvaluator},
    limits::Limits,
    lookahead::Lookahead,
    mcts::{
        CheckersPlayground, DotsPlayground, GridballPlayground, Mcts, PaperSoccerPlayground,
        Playground,
    },
    noise::{Careless, NoisyEvaluator},
    options::{EngineOptions, OptionKey},
    paper_soccer::judge::Judge,
    random::RandomEngine,
    registry::{EngineInfo, EngineKind},
    spec::{EngineChoice, EngineSpec},
};

/// What a game gives to the engines.
trait Playable: SimpleEvaluation + Into<AnyPosition>
where
    Self::Action: Into<AnyAction>,
{
    /// The engine of this kind for this game, if the kind is not one that plays every game.
    fn own_engine(kind: EngineKind, options: &EngineOptions) -> Option<Box<dyn Engine<Self>>> {
        let _ = (kind, options);
        None
    }
}

impl Playable for GridballPosition {
    fn own_engine(kind: EngineKind, options: &EngineOptions) -> Option<Box<dyn Engine<Self>>> {
        Some(match kind {
            EngineKind::AlphaBeta => {
                gridball_engine(GridballWeights::default(), SearchWeights::default(), options)
            }
            EngineKind::Mcts => Box::new(Guarded::new(mcts::<GridballPlayground>(options))),
            _ => return None,
        })
    }
}

impl Playable for DotsPosition {
    fn own_engine(kind: EngineKind, options: &EngineOptions) -> Option<Box<dyn Engine<Self>>> {
        (kind == EngineKind::Mcts).then(|| Box::new(mcts::<DotsPlayground>(options)) as Box<_>)
    }
}

/// The Monte Carlo engine for this playground.
fn mcts<G: Playground>(options: &EngineOptions) -> Mcts<G> {
    let mebibytes = options.value(OptionKey::Hash).unwrap_or(1);
    let noise = options.get(OptionKey::Noise).unwrap_or_default() as u32;
    Mcts::new(mebibytes, noise, options.seed())
}

impl Playable for CheckersPosition {
    fn own_engine(kind: EngineKind, options: &EngineOptions) -> Option<Box<dyn Engine<Self>>> {
        Some(match kind {
            EngineKind::AlphaBeta => {
                let search = SearchWeights::FOOTBALL_CHECKERS;
                checkers_engine(CheckersWeights::default(), search, options)
            }
            EngineKind::Mcts => Box::new(Guarded::new(mcts::<CheckersPlayground>(options))),
            _ => return None,
        })
    }
}

impl Playable for PaperSoccerPosition {
    fn own_engine(kind: EngineKind, options: &EngineOptions) -> Option<Box<dyn Engine<Self>>> {
        let seed = options.seed();
        let mebibytes = options.value(OptionKey::Hash).unwrap_or(1);
        let noise = options.get(OptionKey::Noise).unwrap_or_default() as u32;
        let judge = Judge::new(noise, seed);
        match kind {
            EngineKind::AlphaBeta => {
                Some(Box::new(PaperSoccerAlphaBeta::new(judge, mebibytes, seed)))
            }
            EngineKind::BestFirst => Some(Box::new(BestFirst::with_judge(judge, mebibytes, seed))),
            EngineKind::Mcts => {
                Some(Box::new(Guarded::new(mcts::<PaperSoccerPlayground>(options))))
            }
            _ => None,
        }
    }
}

/// The alpha-beta engine with this evaluator.
fn alpha_beta<G, E>(
    evaluator: E,
    weights: SearchWeights,
    options: &EngineOptions,
) -> Box<dyn Engine<G>>
where
    G: SearchGame,
    E: SearchEvaluator<G> + 'static,
{
    let seed = options.seed();
    let mebibytes = options.value(OptionKey::Hash).unwrap_or(1);
    match options.get(OptionKey::Noise).unwrap_or_default() as u32 {
        0 => Box::new(AlphaBeta::new(evaluator, weights, mebibytes, seed)),
        noise => {
            let evaluator = NoisyEvaluator::new(evaluator, noise, seed);
            Box::new(AlphaBeta::new(evaluator, weights, mebibytes, seed))
        }
    }
}

/// The engine `alphabeta` for Gridball and paper football with other numbers than its own: for
/// finding better ones.
pub fn gridball_engine(
    weights: GridballWeights,
    search: SearchWeights,
    options: &EngineOptions,
) -> Box<dyn Engine<GridballPosition>> {
    alpha_beta(GridballEvaluator::new(weights), search, options)
}

/// The engine `alphabeta` for football-checkers with other numbers than its own: for finding better
/// ones.
pub fn checkers_engine(
    weights: CheckersWeights,
    search: SearchWeights,
    options: &EngineOptions,
) -> Box<dyn Engine<CheckersPosition>> {
    Box::new(Guarded::new(alpha_beta(CheckersEvaluator::new(weights), search, options)))
}

/// The name in ids of the game of a set-up.
pub fn game_name(setup: &AnySetup) -> &'static str {
    let id = setup.to_string();
    let name = id.split(':').next().unwrap_or_default();
    // Every set-up belongs to a listed game.
    games().iter().map(|game| game.id).find(|id| *id == name).unwrap_or_default()
}

/// An engine that was chosen by name, for positions of any game.
///
/// It makes the real engine for a game when the first position of that game comes, and keeps it
/// as long as positions of that game follow.
///
/// ```
/// use gridball_ai::{AnyEngine, Engine, Limits, Unattended};
/// use gridball_core::{AnyGame, AnySetup, Position};
///
/// let setup: AnySetup = "gridball".parse()?;
/// let mut game = AnyGame::new(&setup);
/// let mut engine = AnyEngine::new("greedy?seed=1".parse()?);
/// for _ in 0..3 {
///     let result = engine.search(game.position(), &Limits::default(), &mut Unattended)?;
///     game.play(&result.best)?;
/// }
/// assert_eq!(game.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyEngine {
    spec: EngineSpec,
    made: Option<(&'static str, Made)>,
}

impl std::fmt::Debug for AnyEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyEngine").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl AnyEngine {
    /// The engine that `spec` describes.
    pub const fn new(spec: EngineSpec) -> Self {
        Self { spec, made: None }
    }

    /// What it was made from.
    pub const fn spec(&self) -> &EngineSpec {
        &self.spec
    }
}

impl EngineSpec {
    /// Checks that the engine plays the game of this set-up.
    ///
    /// # Errors
    ///
    /// [`SearchError::OtherGame`] if it does not.
    pub fn check_game(&self, setup: &AnySetup) -> Result<(), SearchError> {
        Resolved::new(self, game_name(setup)).map(|_| ())
    }
}

/// What a spec means in one game.
struct Resolved {
    kind: EngineKind,
    options: EngineOptions,
}

impl Resolved {
    fn new(spec: &EngineSpec, game: &'static str) -> Result<Self, SearchError> {
        let (kind, options) = match spec.engine {
            EngineChoice::Best => (EngineInfo::best_for(game).kind, EngineOptions::default()),
            EngineChoice::Named(engine) if engine.plays(game) => {
                (engine.kind, EngineOptions::default())
            }
            EngineChoice::Named(engine) => {
                return Err(SearchError::OtherGame { engine: engine.name, game });
            }
            EngineChoice::Level(level) => level.engine(game),
        };
        Ok(Self { kind, options: spec.options.or(&options) })
    }

    /// Makes the engine for one game.
    fn make<P>(&self) -> Option<Box<dyn Engine<P>>>
    where
        P: Playable,
        P::Action: Into<AnyAction>,
    {
        let options = &self.options;
        let seed = options.seed();
        let noise = options.get(OptionKey::Noise).unwrap_or_default() as u32;
        let blunder = options.get(OptionKey::Blunder).unwrap_or_default() as u32;
        let evaluator = NoisyEvaluator::new(SimpleEvaluator, noise, seed);
        let engine: Box<dyn Engine<P>> = match self.kind {
            EngineKind::Random => Box::new(RandomEngine::new(seed)),
            EngineKind::Greedy if noise == 0 => Box::new(Lookahead::greedy(SimpleEvaluator, seed)),
            EngineKind::Greedy => Box::new(Lookahead::greedy(evaluator, seed)),
            EngineKind::TwoPly if noise == 0 => Box::new(Lookahead::two_ply(SimpleEvaluator, seed)),
            EngineKind::TwoPly => Box::new(Lookahead::two_ply(evaluator, seed)),
            EngineKind::AlphaBeta | EngineKind::Mcts | EngineKind::BestFirst => {
                P::own_engine(self.kind, options)?
            }
        };
        Some(if blunder == 0 { engine } else { Box::new(Careless::new(engine, blunder, seed)) })
    }
}

impl<P: Position> Engine<P> for Box<dyn Engine<P>> {
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        control: &mut dyn Control<P::Action>,
    ) -> Result<SearchResult<P::Action>, SearchError> {
        (**self).search(position, limits, control)
    }
}

/// Hands on what a search of one game says as if it were about any game.
struct Widened<'a>(&'a mut dyn Control<AnyAction>);

impl<A: Clone + Into<AnyAction>> Control<A> for Widened<'_> {
    fn elapsed(&self) -> std::time::Duration {
        self.0.elapsed()
    }

    fn stop_requested(&self) -> bool {
        self.0.stop_requested()
    }

    fn info(&mut self, info: &SearchInfo<A>) {
        self.0.info(&info.clone().map_actions(Into::into));
    }
}

macro_rules! games {
    ($($variant:ident: $position:ty;)+) => {
        /// A real engine.
        enum Made {
            $($variant(Box<dyn Engine<$position>>),)+
        }

        impl Engine<AnyPosition> for AnyEngine {
            fn search(
                &mut self,
                position: &AnyPosition,
                limits: &Limits,
                control: &mut dyn Control<AnyAction>,
            ) -> Result<SearchResult<AnyAction>, SearchError> {
                let game = game_name(&position.setup());
                let resolved = Resolved::new(&self.spec, game)?;
                if self.made.as_ref().is_none_or(|(made_for, _)| *made_for != game) {
                    let made = match position {
                        $(AnyPosition::$variant(_) => resolved.make::<$position>().map(Made::$variant),)+
                    };
                    let engine = EngineInfo::of(resolved.kind).name;
                    self.made = Some((game, made.ok_or(SearchError::OtherGame { engine, game })?));
                }
                let limits = limits.lowered_by(&resolved.options.limits());
                match (position, &mut self.made) {
                    $((AnyPosition::$variant(position), Some((_, Made::$variant(engine)))) => {
                        let result = engine.search(position, &limits, &mut Widened(control))?;
                        Ok(result.map_actions(Into::into))
                    })+
                    _ => Err(SearchError::OtherGame { engine: EngineInfo::of(resolved.kind).name, game }),
                }
            }
        }
    };
}

games! {
    Gridball: GridballPosition;
    Dots: DotsPosition;
    FootballCheckers: CheckersPosition;
    PaperSoccer: PaperSoccerPosition;
}
