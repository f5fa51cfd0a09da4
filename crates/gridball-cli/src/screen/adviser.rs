//! Hints, evaluations and analyses: what an engine thinks of the position on the field.

use gridball_ai::{Score, SearchInfo};
use gridball_core::{AnyAction, AnyGame, Player, Position};

use super::host::{Host, JobId, News, Thought, Work};

/// So many lines an analysis shows.
pub(crate) const LINES: u32 = 3;

/// A line of an analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AnalysisLine {
    pub(crate) score: Score,
    pub(crate) depth: u32,
    pub(crate) actions: Vec<AnyAction>,
}

/// What is known and what is being found out about one position.
#[derive(Debug, Default)]
pub(crate) struct Adviser {
    /// Whether the worth of the position is wanted.
    pub(crate) evaluating: bool,
    /// Whether the best lines are wanted.
    pub(crate) analysing: bool,
    /// The action that an engine would play, and what it is worth for the player to move.
    pub(crate) hint: Option<(AnyAction, Score)>,
    /// The best lines so far.
    pub(crate) lines: Vec<AnalysisLine>,
    /// The worth of the position for First.
    pub(crate) score: Option<Score>,
    hint_job: Option<JobId>,
    analysis_job: Option<JobId>,
    judge_job: Option<JobId>,
    player: Option<Player>,
}

impl Adviser {
    /// Another position is on the field: everything begins anew.
    pub(crate) fn turn_to(&mut self, game: &AnyGame, host: &mut dyn Host) {
        self.rest(host);
        self.hint = None;
        self.lines.clear();
        self.score = None;
        self.player = Some(game.position().to_move());
        self.work(game, host);
    }

    /// Stops thinking.
    pub(crate) fn rest(&mut self, host: &mut dyn Host) {
        for job in [&mut self.hint_job, &mut self.analysis_job, &mut self.judge_job] {
            if let Some(job) = job.take() {
                host.forget(job);
            }
        }
    }

    /// Begins what is wanted and not known yet.
    fn work(&mut self, game: &AnyGame, host: &mut dyn Host) {
        if game.position().outcome().is_some() {
            return;
        }
        if self.analysing && self.analysis_job.is_none() {
            self.analysis_job = Some(host.think(game, Work::Analyse { lines: LINES }));
        } else if self.evaluating && !self.analysing && self.score.is_none() {
            self.judge_job = Some(host.think(game, Work::Judge));
        }
    }

    /// Switches the evaluation on or off.
    pub(crate) fn toggle_evaluation(&mut self, game: &AnyGame, host: &mut dyn Host) {
        self.evaluating = !self.evaluating;
        self.work(game, host);
    }

    /// Switches the analysis on or off.
    pub(crate) fn toggle_analysis(&mut self, game: &AnyGame, host: &mut dyn Host) {
        self.analysing = !self.analysing;
        if !self.analysing
            && let Some(job) = self.analysis_job.take()
        {
            host.forget(job);
        }
        self.work(game, host);
    }

    /// Asks for a hint.
    pub(crate) fn ask_for_hint(&mut self, game: &AnyGame, host: &mut dyn Host) {
        if self.hint_job.is_some() || self.hint.is_some() || game.position().outcome().is_some() {
            return;
        }
        // One thinks at a time: the analysis goes on afterwards.
        if let Some(job) = self.analysis_job.take() {
            host.forget(job);
        }
        self.hint_job = Some(host.think(game, Work::Hint));
    }

    /// Whether a hint is on its way.
    pub(crate) const fn is_looking_for_hint(&self) -> bool {
        self.hint_job.is_some()
    }

    /// The worth of a score in the eyes of First.
    fn for_first(&self, score: Score) -> Score {
        if self.player == Some(Player::Second) { -score } else { score }
    }

    /// Hears a thought. Returns what went wrong, if the thought is one of ours and says so.
    pub(crate) fn hear(
        &mut self,
        thought: &Thought,
        game: &AnyGame,
        host: &mut dyn Host,
    ) -> Result<bool, String> {
        let job = Some(thought.job);
        let ours = [self.hint_job, self.analysis_job, self.judge_job].contains(&job);
        if !ours {
            return Ok(false);
        }
        match &thought.news {
            News::Info(info) if job == self.analysis_job => self.add(info),
            News::Found(result) if job == self.hint_job => {
                self.hint = Some((result.best.clone(), result.score));
                self.score = Some(self.for_first(result.score));
            }
            News::Found(result) => {
                self.score = Some(self.for_first(result.score));
                if job == self.analysis_job {
                    self.lines = result
                        .lines
                        .iter()
                        .map(|line| AnalysisLine {
                            score: line.score,
                            depth: result.depth,
                            actions: line.actions.clone(),
                        })
                        .collect();
                }
            }
            News::Failed(reason) => {
                self.done(job);
                return Err(reason.clone());
            }
            News::Info(_) | News::Plays(_) | News::Judged(_) | News::Stopped => {}
        }
        if thought.news.is_last() {
            let was_hint = job == self.hint_job;
            self.done(job);
            if was_hint {
                self.work(game, host);
            }
        }
        Ok(true)
    }

    fn done(&mut self, job: Option<JobId>) {
        for known in [&mut self.hint_job, &mut self.judge_job] {
            if *known == job {
                *known = None;
            }
        }
        // An analysis that is done stays the analysis of this position.
    }

    fn add(&mut self, info: &SearchInfo<AnyAction>) {
        let rank = info.rank.max(1) as usize - 1;
        if rank >= LINES as usize || info.line.is_empty() {
            return;
        }
        let line =
            AnalysisLine { score: info.score, depth: info.depth, actions: info.line.clone() };
        if rank == 0 {
            self.score = Some(self.for_first(info.score));
        }
        if rank < self.lines.len() {
            self.lines[rank] = line;
        } else if rank == self.lines.len() {
            self.lines.push(line);
        }
    }
}
