//! Trains the network of paper soccer by self-play; see the README beside.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
    time::Instant,
};

use gridball_ai::{
    derived_seed,
    paper_soccer::{Network, mirrored_input},
};
use gridball_core::paper_soccer::PaperSoccerSetup;
use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

mod duel;
mod games;
mod model;
mod samples;

use model::Model;
use samples::Samples;

/// One position in so many is not learned from, but asked of.
const HELD_OUT: usize = 20;

/// Positions between two steps.
const BATCH: usize = 512;

struct Settings {
    generations: u64,
    games: u64,
    nodes: u64,
    epochs: usize,
    rate: f32,
    /// How many of the last generations are learned from.
    window: u64,
    /// How much more the searches after a position say of it than the next one alone: 0 for that
    /// one, 1 for the end of the game.
    lambda: f32,
    seed: u64,
    /// Where the positions of each generation are kept; those that are there are not played
    /// again.
    data: PathBuf,
    out: PathBuf,
    /// The network that generation 0 plays with and goes on from; none: the written evaluation.
    from: Option<PathBuf>,
}

/// Options and their values: `--games 100`.
struct Options(HashMap<String, String>);

impl Options {
    fn new(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut given = HashMap::new();
        while let Some(key) = words.next() {
            let value = words.next().ok_or(format!("{key} has no value"))?;
            given.insert(key, value);
        }
        Ok(Self(given))
    }

    fn number<T: FromStr>(&mut self, key: &str, default: T) -> Result<T, String> {
        self.0.remove(key).map_or(Ok(default), |text| {
            text.parse().map_err(|_| format!("{key} {text}: not a number"))
        })
    }

    fn path(&mut self, key: &str, default: &str) -> PathBuf {
        self.0.remove(key).map_or_else(|| default.into(), PathBuf::from)
    }

    /// There must be no others.
    fn end(self) -> Result<(), String> {
        self.0.into_keys().next().map_or(Ok(()), |key| Err(format!("unknown option {key}")))
    }
}

fn settings(words: impl Iterator<Item = String>) -> Result<Settings, String> {
    let mut options = Options::new(words)?;
    let settings = Settings {
        generations: options.number("--generations", 5)?,
        games: options.number("--games", 16_000)?,
        nodes: options.number("--nodes", 150)?,
        epochs: options.number("--epochs", 4)?,
        rate: options.number("--rate", 0.001)?,
        window: options.number("--window", 2)?,
        lambda: options.number("--lambda", 0.6)?,
        seed: options.number("--seed", 1)?,
        data: options.path("--data", "training-data"),
        out: options.path("--out", "paper-soccer-2-8-10.network"),
        from: options.0.remove("--from").map(PathBuf::from),
    };
    options.end()?;
    Ok(settings)
}

/// `duel FIRST SECOND`: two network files against each other; `-` stands for the written
/// evaluation.
fn compare(mut words: impl Iterator<Item = String>) -> Result<(), String> {
    let mut network = || {
        let path = words.next().ok_or("duel needs two files of networks")?;
        match (path.as_str(), read_network(Path::new(&path))) {
            ("-", _) => Ok(None),
            (_, Some(network)) => Ok(Some(network)),
            _ => Err(format!("{path}: not a network")),
        }
    };
    let networks = [network()?, network()?];
    let mut options = Options::new(words)?;
    let nodes = options.number("--nodes", 1000)?;
    let games = options.number("--games", 200)?;
    let seed = options.number("--seed", 1)?;
    options.end()?;
    let share = duel::duel(PaperSoccerSetup::ONLINE, networks, nodes, games, seed);
    // Two standard errors, pairs taken as two games.
    let margin = 2.0 * (share * (1.0 - share) / games as f64).sqrt();
    println!("{:.1} % ± {:.1} % of {games} games", 100.0 * share, 100.0 * margin);
    Ok(())
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let done = if arguments.next_if(|word| word == "duel").is_some() {
        compare(arguments)
    } else {
        settings(arguments).and_then(|settings| train(&settings).map_err(|error| error.to_string()))
    };
    if let Err(message) = done {
        eprintln!("{message}");
        std::process::exit(1);
    }
}

fn train(settings: &Settings) -> io::Result<()> {
    let setup = PaperSoccerSetup::ONLINE;
    fs::create_dir_all(&settings.data)?;
    let mut network =
        match &settings.from {
            None => None,
            Some(path) => {
                let known = read_network(path);
                Some(known.ok_or_else(|| {
                    io::Error::other(format!("{}: not a network", path.display()))
                })?)
            }
        };
    for generation in 0..settings.generations {
        let file = |generation: u64| settings.data.join(format!("positions-{generation}"));
        let network_file = settings.data.join(format!("network-{generation}"));
        if let Some(known) = read_network(&network_file) {
            network = Some(known);
            continue;
        }
        if !file(generation).exists() {
            let started = Instant::now();
            let mut samples = Samples::default();
            let seed = derived_seed(settings.seed, generation);
            for game in 0..settings.games {
                games::play(
                    setup,
                    network.as_ref(),
                    settings.nodes,
                    settings.lambda,
                    seed,
                    game,
                    &mut samples,
                );
                if (game + 1) % 500 == 0 {
                    eprintln!(
                        "{} games, {} positions, {:.0?}",
                        game + 1,
                        samples.len(),
                        started.elapsed()
                    );
                }
            }
            samples.write(&file(generation))?;
        }
        let mut samples = Samples::default();
        for generation in (generation + 1).saturating_sub(settings.window)..=generation {
            samples.read(&file(generation))?;
        }
        let model = fit(settings, &samples, network.as_deref(), generation);
        let bytes = model.weights().to_bytes(setup);
        let learned = Network::from_bytes(&bytes).map_err(io::Error::other)?;
        report(&model, &learned, &samples);
        fs::write(&network_file, &bytes)?;
        network = Some(Arc::new(learned));
    }
    if settings.generations > 0 {
        let last = settings.data.join(format!("network-{}", settings.generations - 1));
        fs::copy(last, &settings.out)?;
    }
    Ok(())
}

fn read_network(path: &Path) -> Option<Arc<Network>> {
    Network::from_bytes(&fs::read(path).ok()?).ok().map(Arc::new)
}

/// Learns from all samples but those held out.
fn fit(settings: &Settings, samples: &Samples, before: Option<&Network>, generation: u64) -> Model {
    let mut random = Lcg64Xsh32::new(derived_seed(settings.seed, 1000 + generation), 1);
    let mut model = match before {
        Some(network) => Model::from_weights(&network.weights()),
        None => Model::new(&mut random),
    };
    let mut order: Vec<_> = (0..samples.len()).filter(|i| i / 64 % HELD_OUT != 0).collect();
    let started = Instant::now();
    let mut inputs = Vec::new();
    let steps = (settings.epochs * order.len() / BATCH) as f32;
    let mut step = 0.0;
    for epoch in 0..settings.epochs {
        for index in (1..order.len()).rev() {
            let other = (u64::from(random.next_u32()) * (index as u64 + 1)) >> 32;
            order.swap(index, other as usize);
        }
        for batch in order.chunks_exact(BATCH) {
            for &index in batch {
                let sample = samples.get(index);
                inputs.clear();
                inputs.extend(sample.inputs);
                if random.next_u32() & 1 == 1 {
                    for input in &mut inputs {
                        *input = mirrored_input(*input, PaperSoccerSetup::ONLINE.width());
                    }
                }
                model.learn(&inputs, sample.target);
            }
            step += 1.0;
            // A short rise, and then down to a twentieth.
            let part: f32 = step / steps;
            let rate = settings.rate * (part * 50.0).min(1.0) * (1.0 - 0.95 * part);
            model.step(BATCH, rate);
        }
        let (mut loss, mut count) = (0.0, 0.0);
        for index in (0..samples.len()).filter(|i| i / 64 % HELD_OUT == 0) {
            let sample = samples.get(index);
            loss += model.loss(sample.inputs, sample.target);
            count += 1.0;
        }
        eprintln!(
            "generation {generation}, epoch {epoch}: loss {:.4} on {count} held out, {:.0?}",
            loss / count,
            started.elapsed()
        );
    }
    model
}

/// How well the rounded network does on what was held out.
fn report(model: &Model, network: &Network, samples: &Samples) {
    let (mut proven, mut others) = ([0.0; 2], [0.0; 3]);
    let (mut rounding, mut count) = (0.0, 0.0);
    for index in (0..samples.len()).filter(|i| i / 64 % HELD_OUT == 0) {
        let sample = samples.get(index);
        let estimate = network.evaluate_inputs(sample.inputs.iter().copied());
        let chance = gridball_ai::Score::Estimate(estimate).expected_points() as f32;
        let right = f32::from((sample.target > 0.5) == (estimate > 0));
        let target = sample.target;
        let is_certain = |share: f32| !(f32::EPSILON..1.0 - f32::EPSILON).contains(&share);
        if is_certain(sample.searched) {
            proven[0] += right;
            proven[1] += 1.0;
        } else {
            others[0] += (chance - target) * (chance - target);
            others[1] += (target - 0.5) * (target - 0.5);
            others[2] += 1.0;
        }
        rounding += (chance - model.chance(sample.inputs)).abs();
        count += 1.0;
    }
    eprintln!(
        "rounded: winner right in {:.1} % of {} proven positions; square error {:.4} of {:.4} \
         on {} others; rounding error {:.4}",
        100.0 * proven[0] / proven[1],
        proven[1],
        others[0] / others[2],
        others[1] / others[2],
        others[2],
        rounding / count
    );
}
