//! `gridball perft`.

use std::{
    io::Write,
    ops::ControlFlow,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::bail;
use clap::Args;
use gridball_core::{AnyAction, AnyPosition, Position};
use serde_json::json;

use crate::{
    Context,
    arguments::{GameWord, PositionArguments, whole_number},
    failure::{Interrupted, Status, Wrong, say},
    interrupt, progress,
};

/// The deepest count. None beyond it could be waited for.
const MAX_DEPTH: u64 = 64;
/// Up to so many root actions are given to threads or listed.
const MOST_ROOTS: usize = 1_000_000;
/// Recursion by rules that walk paths may go deep.
const STACK: usize = 64 << 20;

/// Options of `perft`.
#[derive(Args, Debug)]
#[command(after_help = "Example: gridball perft gridball 4 --threads 2")]
pub(crate) struct Arguments {
    /// A game id; `gridball games` lists them
    #[arg(value_name = "GAME")]
    game: GameWord,

    /// How many actions long the sequences are
    #[arg(allow_negative_numbers = true, value_parser = whole_number::<u32>(0..=MAX_DEPTH))]
    depth: u32,

    #[command(flatten)]
    position: PositionArguments,

    /// Print the count below each first action too
    #[arg(long)]
    divide: bool,

    /// Share the first actions between so many threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole_number::<u16>(1..=1024))]
    threads: u16,

    /// Count by the slow rules, which the fast ones are tested against
    #[arg(long)]
    slow: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let game = arguments.position.game(&arguments.game)?;
    let position = game.position();
    interrupt::catch(|| {});
    let start = Instant::now();
    let counts = count(position, arguments)?;
    let time = start.elapsed();
    let total: u64 = counts.total;

    let out = &mut context.output;
    if arguments.json {
        let mut answer = json!({
            "game": position.setup().to_string(),
            "position": position.position_text(),
            "depth": arguments.depth,
            "count": total,
            "milliseconds": time.as_secs_f64() * 1000.0,
        });
        if arguments.divide {
            let divided = counts.divided.iter();
            answer["divide"] =
                divided.map(|(text, count)| json!({"action": text, "count": count})).collect();
        }
        out.json(&answer)?;
    } else {
        for (text, count) in &counts.divided {
            writeln!(out, "{text} {count}")?;
        }
        writeln!(out, "perft {} {total}", arguments.depth)?;
    }
    out.flush()?;
    say(&speed(total, time));
    Ok(Status::Done)
}

fn speed(total: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    // At least a nanosecond has passed, whatever the clock says.
    let rate = total as f64 / seconds.max(1e-9);
    format!("{seconds:.3} s, {rate:.0} actions/s")
}

struct Counts {
    total: u64,
    /// The text of each first action and the count below it, if asked for.
    divided: Vec<(String, u64)>,
}

/// Counts as was asked for.
fn count(position: &AnyPosition, arguments: &Arguments) -> anyhow::Result<Counts> {
    let Arguments { depth, divide, threads, slow, .. } = *arguments;
    let whole = |position: &AnyPosition, depth| {
        let stop = &mut interrupt::requested;
        if slow { position.perft_slow(depth, stop) } else { position.perft_until(depth, stop) }
    };
    let by_roots = depth > 0 && (depth > 1 || divide);
    let Some(roots) = by_roots.then(|| collect_roots(position, slow)).flatten() else {
        if by_roots && divide {
            bail!(Wrong(format!("--divide: more than {MOST_ROOTS} legal actions")));
        }
        let total = whole(position, depth).ok_or(Interrupted)?;
        return Ok(Counts { total, divided: Vec::new() });
    };
    let below = |action: &AnyAction| {
        let child = if slow {
            position.slow_play(action)
        } else {
            let mut child = position.clone();
            child.play_unchecked(action);
            child
        };
        whole(&child, depth - 1)
    };
    let counts = share(&roots, threads, below)?;
    let mut divided = Vec::new();
    if divide {
        let texts = roots.iter().map(|action| position.action_text(action));
        divided.extend(texts.zip(counts.iter().copied()));
        divided.sort_unstable();
    }
    Ok(Counts { total: counts.iter().sum(), divided })
}

/// The legal actions, unless they are too many to be held.
fn collect_roots(position: &AnyPosition, slow: bool) -> Option<Vec<AnyAction>> {
    let mut roots = Vec::new();
    let collect = |action: &AnyAction| {
        if roots.len() == MOST_ROOTS {
            return ControlFlow::Break(());
        }
        roots.push(action.clone());
        ControlFlow::Continue(())
    };
    let all =
        if slow { position.visit_slow_actions(collect) } else { position.visit_actions(collect) };
    all.is_continue().then_some(roots)
}

/// Counts below each root in `threads` threads, and shows how far it has come.
fn share(
    roots: &[AnyAction],
    threads: u16,
    count: impl Fn(&AnyAction) -> Option<u64> + Sync,
) -> anyhow::Result<Vec<u64>> {
    let bar = progress::bar(roots.len() as u64, "{wide_bar} {pos}/{len} first actions, {elapsed}");
    let mut counts = vec![0; roots.len()];
    let next = &AtomicUsize::new(0);
    let count = &count;
    let (sender, receiver) = mpsc::channel();
    let finished = thread::scope(|scope| -> anyhow::Result<usize> {
        for _ in 0..usize::from(threads).min(roots.len()) {
            let sender = sender.clone();
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(root) = roots.get(index)
                    && let Some(below) = count(root)
                    && sender.send((index, below)).is_ok()
                {}
            })?;
        }
        drop(sender);
        let mut finished = 0;
        for (index, below) in receiver {
            counts[index] = below;
            finished += 1;
            bar.set_position(finished as u64);
        }
        Ok(finished)
    });
    drop(bar);
    if finished? < roots.len() {
        bail!(Interrupted);
    }
    Ok(counts)
}
