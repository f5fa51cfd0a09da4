//! Transcripts of commands: `tests/cmd/*.trycmd` hold what a person types, everything that is
//! printed, and the exit status where it is not 0.
//!
//! `TRYCMD=overwrite cargo test -p gridball-cli --test commands` writes what comes out into them;
//! look at the difference before you commit it.

#[test]
fn transcripts() {
    let data = tempfile::tempdir().unwrap();
    trycmd::TestCases::new()
        .env("LC_ALL", "C")
        .env("GRIDBALL_DATA", data.path().to_str().unwrap())
        .case("tests/cmd/*.trycmd");
}
