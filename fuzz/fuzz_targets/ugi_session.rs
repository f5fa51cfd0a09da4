//! Bytes against the engine protocol.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gridball_fuzz::ugi_session(data));
