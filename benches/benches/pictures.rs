//! Pictures and films of whole games.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use gridball_benches::{below, rng};
use gridball_core::{
    AnyGame, AnyPosition, Position,
    gridball::{GridballPosition, GridballSetup},
};
use gridball_replay::{
    Record,
    picture::{Picture, PictureOptions, write_gif},
};

/// A game of so many turns in which nobody brings the ball into a goal if he can help it: the
/// first of random ones that lasts so long.
fn game(setup: GridballSetup, turns: u16) -> Record {
    let mut rng = rng();
    loop {
        let mut position = GridballPosition::start(&setup);
        let mut game = AnyGame::from_position(AnyPosition::from(position.clone()));
        while position.turn() < turns && position.outcome().is_none() {
            let mut actions = position.actions(usize::MAX);
            actions.sort_unstable();
            let (start, count) = (below(&mut rng, actions.len()), actions.len());
            let goes_on = |index: &usize| {
                let mut after = position.clone();
                after.play_unchecked(&actions[*index]);
                after.outcome().is_none() || after.turn() >= turns
            };
            let choice = (0..count).map(|step| (start + step) % count).find(goes_on);
            let action = actions[choice.unwrap_or(start)];
            position.play_unchecked(&action);
            game.play(&action.into()).expect("the action is one of the legal ones");
        }
        if position.turn() >= turns {
            return Record::from_game(&game);
        }
    }
}

pub(crate) fn pictures(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pictures");
    let options = PictureOptions::default();

    let long = game(GridballSetup::CLASSIC, 300);
    let picture = Picture::of_record(&long, long.last(), options);
    println!("classic field, 300 turns: SVG of {} bytes", picture.svg().len());
    group.throughput(Throughput::Elements(1));
    group.bench_function("svg_of_300_turns", |bencher| {
        bencher.iter(|| Picture::of_record(black_box(&long), long.last(), options).svg());
    });
    group.sample_size(10);
    group.bench_function("png_of_300_turns", |bencher| {
        bencher.iter(|| black_box(&picture).png().expect("there is memory for it"));
    });

    let short = game(GridballSetup::SMALL, 60);
    let film = || {
        let mut out = Vec::new();
        write_gif(black_box(&short), short.last(), options, &mut out, &mut |_| {})
            .expect("there is memory for it");
        out
    };
    println!("small field, 60 turns: GIF of {} bytes", film().len());
    group.bench_function("gif_of_60_turns", |bencher| bencher.iter(film));
    group.finish();
}
