//! Files of records.

use gridball_core::Position;
use gridball_replay::{
    Format, Record, Records, WriteError,
    text::{TextOptions, draw},
    write_record,
};

/// So many records of one input are looked at.
const MOST_RECORDS: usize = 20;

/// Reads the input in every format, whatever it is, and in the one that it seems to have; what is
/// read whole must come back from every format that can hold it.
///
/// # Panics
///
/// When it does not, or a record contradicts itself.
pub fn read_records(data: &[u8]) {
    for &format in Format::ALL {
        check_all(Records::with_format(format, data));
    }
    // Bytes in memory can always be read.
    if let Ok(records) = Records::new(data) {
        check_all(records);
    }
}

fn check_all(records: Records<'_>) {
    for entry in records.take(MOST_RECORDS) {
        // What seems to be compressed may end anywhere.
        let Ok(entry) = entry else { break };
        for finding in &entry.findings {
            let text = finding.to_string();
            assert!(!text.contains(['\n', '\r']), "{text:?} is more than a line");
        }
        if let Some(record) = &entry.record {
            check_record(record);
        }
    }
}

fn check_record(record: &Record) {
    let game = record.game();
    assert_eq!(game.len(), record.len());
    assert_eq!(game.position().validate(), Ok(()));
    let _ = draw(&game, &TextOptions::default());
    for &format in Format::ALL.iter().filter(|format| format.can_write() && format.can_read()) {
        let mut written = Vec::new();
        match write_record(format, record, &mut written) {
            // The format has no place for something in this record, and says so.
            Err(WriteError::Io(error)) => panic!("{error}"),
            Err(_) => continue,
            Ok(()) => {}
        }
        let shown = || String::from_utf8_lossy(&written).into_owned();
        let mut again = Records::with_format(format, &written[..]);
        let read = match again.next() {
            Some(Ok(entry)) => entry,
            other => panic!("{other:?} from {}", shown()),
        };
        assert!(again.next().is_none(), "more than one record in {}", shown());
        let Ok(read) = read.clone().into_whole() else { panic!("{read:?} from {}", shown()) };
        let actions = |record: &Record| record.actions().cloned().collect::<Vec<_>>();
        assert_eq!(actions(&read), actions(record), "{}", shown());
        assert_eq!(read.start(), record.start(), "{}", shown());
        if format == Format::Gbn {
            assert_eq!(&read, record, "{}", shown());
        }
    }
}
