//! Files of records against the readers of every format.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gridball_fuzz::read_records(data));
