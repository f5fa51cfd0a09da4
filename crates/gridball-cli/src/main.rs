//! The program `gridball`.
fn main() {}
