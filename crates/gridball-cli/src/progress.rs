//! Progress of long work, on standard error when that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// How often a bar is drawn anew, a second.
const FRAMES: u8 = 5;

/// A bar that counts up to `length` pieces of work; it draws nothing where nobody looks, and
/// vanishes when it is dropped.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    // indicatif itself hides the bar when standard error is no terminal.
    let bar =
        ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(FRAMES))
            .with_finish(ProgressFinish::AndClear);
    let style = ProgressStyle::with_template(template);
    debug_assert!(style.is_ok(), "{template}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(1000 / u64::from(FRAMES)));
    bar
}

/// A bar for a file of `length` bytes, where that is known.
pub(crate) fn bytes(length: Option<u64>) -> ProgressBar {
    bar(length.unwrap_or(0), "{wide_bar} {bytes}/{total_bytes}, {bytes_per_sec}")
}
