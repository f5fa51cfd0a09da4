//! Position texts against the parsers of every game.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gridball_fuzz::parse_position(data));
