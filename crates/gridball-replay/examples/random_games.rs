//! Writes random games: `cargo run --release -p gridball-replay --example random_games -- GAME N
//! [SEED]`. Collections of any size for trying out and measuring.

use std::{env, error::Error, io::Write};

use gridball_core::{AnyGame, AnySetup, Position};
use gridball_replay::{Format, Record, write_record};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// An action is chosen among so many at most.
const CHOICES: u64 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let (game, number, seed) = match words.as_slice() {
        [game, number] => (game, number, "1"),
        [game, number, seed] => (game, number, seed.as_str()),
        _ => return Err("expected GAME N [SEED]".into()),
    };
    let setup: AnySetup = game.parse()?;
    let (number, seed): (u64, u64) = (number.parse()?, seed.parse()?);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for index in 0..number {
        // A game follows from its seed and index alone.
        let mut random = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(1 << 32).wrapping_add(index));
        let mut record = Record::from_game(&random_game(&setup, &mut random));
        record.tags.set("Round", &(index + 1).to_string())?;
        record.tags.set("First", "random")?;
        record.tags.set("Second", "random")?;
        write_record(Format::Gbn, &record, &mut out)?;
    }
    out.flush()?;
    Ok(())
}

/// A game of random actions from the usual start to its end.
fn random_game(setup: &AnySetup, random: &mut Pcg64Mcg) -> AnyGame {
    let mut game = AnyGame::new(setup);
    loop {
        let actions = game.position().actions(CHOICES as usize);
        if actions.is_empty() {
            return game;
        }
        let choice = random.next_u64() % actions.len() as u64;
        if game.play(&actions[choice as usize]).is_err() {
            return game;
        }
    }
}
