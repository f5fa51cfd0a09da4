//! How long a picture takes. Printed, not asserted: `cargo test --release -p gridball-cli --bin
//! gridball -- speed --nocapture`.

use std::time::Instant;

use super::*;

#[test]
fn a_frame_after_300_turns_on_the_classic_field_is_drawn() {
    // The longest of some random games on the big field.
    let actions = (0..40)
        .map(|seed| random_actions("gridball:classic", seed, 300))
        .max_by_key(|actions| actions.split(' ').count())
        .unwrap();
    let count = actions.split(' ').count();
    for size in [(80, 24), (200, 60)] {
        let mut visitor =
            Visitor::in_middle("gridball:classic", &actions, Settings::default(), size);
        visitor.keys("v");
        let frames = 50;
        let start = Instant::now();
        for frame in 0..frames {
            // Another field each time, so that nothing is known from the frame before.
            visitor.app.handle(
                &Event::Key(KeyEvent::new(KeyCode::Char('f'), KeyModifiers::NONE)),
                &mut visitor.world,
            );
            visitor.draw();
            assert!(frame < frames);
        }
        let each = start.elapsed() / frames;
        println!("{} x {}: {count} actions, {each:?} a frame", size.0, size.1);
        // The last lines are there, not only an empty field.
        assert!(visitor.picture().chars().filter(|c| ('⠁'..='⣿').contains(c)).count() > 300);
    }
}
