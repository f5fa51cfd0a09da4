//! Compressed files: read without being asked, in bounded memory, and a file that was cut loses
//! only what is missing.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use std::io::Write;

use gridball_replay::{
    CompressedWriter, Compression, CompressionError, Entry, Fault, FindingKind, Format, Record,
    RecordWriter, Records, check, formats::gbn, limits,
};
use proptest::prelude::*;

fn read(bytes: &[u8]) -> Vec<Entry> {
    Records::new(bytes).unwrap().map(|entry| entry.unwrap()).collect()
}

fn pack(compression: Compression, bytes: &[u8]) -> Vec<u8> {
    let mut out = CompressedWriter::new(Some(compression), Vec::new()).unwrap();
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

/// The fault in the compression that stands at the end of the entries.
fn broken(entries: &[Entry]) -> Option<&CompressionError> {
    let FindingKind::Fault(fault) = &entries.last()?.findings.last()?.kind else { return None };
    match &**fault {
        Fault::Compression(error) => Some(error),
        _ => None,
    }
}

/// Every file in the tree, compressed, gives what it gives as it is.
#[test]
fn what_is_compressed_is_read_as_if_it_were_not() {
    for file in [
        &include_bytes!("data/kurnik-2000.txt")[..60_000],
        include_bytes!("data/dots/pointsxt-long.sav"),
        include_bytes!("data/dots/zagram-39x32-four-crosses.sgf"),
        include_bytes!("broken/results-differ.gbn"),
        include_bytes!("broken/json-illegal-action.ndjson"),
        include_bytes!("broken/json-no-comma.json"),
        b"",
        b"x",
        b"\x1f",
        b"\x28\xb5\x2f",
    ] {
        let plain = read(file);
        let records = Records::new(file).unwrap();
        let format = records.format();
        assert_eq!(records.compression(), None);
        for compression in Compression::ALL {
            let packed = pack(compression, file);
            assert_eq!(Compression::sniff(&packed), Some(compression));
            let records = Records::new(&packed[..]).unwrap();
            assert_eq!((records.format(), records.compression()), (format, Some(compression)));
            assert!(read(&packed) == plain, "{format} {compression}");
            // The same bytes every time.
            assert_eq!(packed, pack(compression, file));
        }
    }
}

const GAMES: &str = "[Game \"gridball\"]\n[Result \"*\"]\n\n1. 034 170 *\n\n";

#[test]
fn several_members_are_one_file() {
    for compression in Compression::ALL {
        let member = pack(compression, GAMES.as_bytes());
        let (half, rest) = GAMES.as_bytes().split_at(40);
        let halves = [pack(compression, half), pack(compression, b""), pack(compression, rest)];
        let bytes = [member.clone(), halves.concat(), member.clone()].concat();
        let entries = read(&bytes);
        assert_eq!(entries.len(), 3);
        assert!(entries.iter().all(|entry| entry.whole && entry.is_good()));
        // Something else behind the last one is not passed over.
        let entries = read(&[&member[..], b"and more"].concat());
        assert_eq!(entries.len(), 2);
        assert!(entries[0].whole && entries[0].is_good());
        assert!(broken(&entries).is_some(), "{entries:?}");
    }
    // The first frame may be one to be skipped.
    let skipped = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc";
    let frame = pack(Compression::Zstd, GAMES.as_bytes());
    assert_eq!(read(&[&skipped[..], &frame].concat()).len(), 1);
}

#[test]
fn a_file_that_ends_early_keeps_what_is_whole() {
    let records: Vec<Record> = Records::new(&include_bytes!("data/kurnik-2000.txt")[..8000])
        .unwrap()
        .filter_map(|entry| entry.unwrap().into_whole().ok())
        .collect();
    for format in [Format::Gbn, Format::Ndjson, Format::Json] {
        for compression in Compression::ALL {
            // A part of it in every member, so that there is something to keep.
            let mut plain = Vec::new();
            let mut writer = RecordWriter::new(format, &mut plain).unwrap();
            for record in &records {
                writer.write(record).unwrap();
            }
            writer.finish().unwrap();
            let members: Vec<_> =
                plain.chunks(1500).map(|piece| pack(compression, piece)).collect();
            let packed = members.concat();
            // Between two members a file is not broken but shorter.
            let mut ends = vec![0];
            for member in &members {
                ends.push(ends[ends.len() - 1] + member.len());
            }
            assert_eq!(read(&packed).len(), records.len());
            let mut most = 0;
            for cut in (5..packed.len()).step_by(23) {
                let entries = read(&packed[..cut]);
                if !ends.contains(&cut) {
                    let expected = CompressionError::EndsEarly { compression };
                    assert_eq!(broken(&entries), Some(&expected), "{format} {cut}");
                }
                let mut kept = 0;
                for entry in entries.iter().filter(|entry| entry.whole) {
                    assert_eq!(entry.record.as_ref(), Some(&records[kept]), "{format} {cut}");
                    kept += 1;
                }
                assert!(kept >= most, "{format} {compression} {cut}: {kept} after {most}");
                most = kept;
            }
            assert!(most > 10, "{format} {compression}: {most}");
        }
    }
}

#[test]
fn the_record_that_is_cut_is_not_taken_for_one_in_progress() {
    // Without a result at its end a record is one in progress; but not where the file was cut.
    let text = "[Game \"gridball\"]\n\n1. 034 170 2. 123 ";
    assert!(read(text.as_bytes())[0].whole);
    for compression in Compression::ALL {
        let packed = pack(compression, text.as_bytes());
        let entries = read(&packed[..packed.len() - 3]);
        assert_eq!(entries.len(), 1);
        assert!(!entries[0].whole);
        let expected = CompressionError::EndsEarly { compression };
        assert_eq!(broken(&entries), Some(&expected));
    }
    // Whole is a record whose end is there, though the checksum behind it is not.
    let packed = pack(Compression::Gzip, GAMES.as_bytes());
    let entries = read(&packed[..packed.len() - 3]);
    assert_eq!(entries.len(), 2);
    assert!(entries[0].whole && entries[0].is_good() && entries[1].record.is_none());
    assert_eq!(
        entries[1].findings[0].to_string(),
        "6:1: the gzip data end early: expected more after this"
    );
}

#[test]
fn a_cut_right_behind_the_magic_bytes_is_said() {
    for compression in Compression::ALL {
        let packed = pack(compression, GAMES.as_bytes());
        for cut in 4..12 {
            let entries = read(&packed[..cut]);
            assert_eq!(entries.len(), 1);
            assert_eq!(broken(&entries), Some(&CompressionError::EndsEarly { compression }));
        }
    }
}

/// A small file that begins with a game and goes on with `byte` for ever, nearly: the same member
/// again and again.
fn bomb(compression: Compression, byte: u8, length: usize) -> Vec<u8> {
    const MEMBER: usize = 1 << 20;
    let member = pack(compression, &vec![byte; MEMBER]);
    [pack(compression, GAMES.as_bytes()), member.repeat(length / MEMBER)].concat()
}

#[test]
fn a_small_file_of_an_endless_line_is_given_up() {
    for compression in Compression::ALL {
        let packed = bomb(compression, b'x', 2 * limits::LINE);
        assert!(packed.len() < 400_000);
        let mut faults = Vec::new();
        let records = Records::new(&packed[..]).unwrap();
        let summary = check(records, |entry| faults.extend(entry.faults().cloned())).unwrap();
        assert_eq!((summary.games, summary.actions, summary.faults), (1, 2, 2));
        let last = faults.last().unwrap().to_string();
        assert_eq!(
            last,
            "6:1: the line is longer than 134217728 bytes: the rest of the file is not read"
        );
    }
}

/// A frame of Zstandard whose decoder would have to hold 128 MiB.
#[test]
fn a_frame_that_takes_too_much_memory_is_refused() {
    // The magic bytes; no single segment, no checksum; a window of 2^27 bytes; a raw block of one
    // byte, the last one.
    let frame = b"\x28\xb5\x2f\xfd\x00\x88\x09\x00\x00x";
    let entries = read(frame);
    assert_eq!(entries.len(), 1);
    assert_eq!(
        entries[0].findings[0].to_string(),
        "1:1: the zstd data after this cannot be unpacked: Frame requires too much memory for decoding"
    );
    // With one of 2^25 it is text.
    assert!(broken(&read(b"\x28\xb5\x2f\xfd\x00\x78\x09\x00\x00x")).is_none());
}

proptest! {
    #[test]
    fn damage_is_no_trouble(
        record in common::record(),
        damage in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4),
        compression in proptest::sample::select(&Compression::ALL[..]),
    ) {
        let mut bytes = pack(compression, gbn::record_text(&record).as_bytes());
        for (place, byte) in damage {
            let length = bytes.len();
            bytes[4 + place % (length - 4)] = byte;
        }
        read(&bytes);
    }
}
