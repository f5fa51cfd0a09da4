//! Games by the fast rules against the slow ones.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gridball_fuzz::play_against_slow(data));
