//! Which part of the screen is for what.

use ratatui::layout::Rect;

/// The narrowest and the widest panel at the side.
const PANEL: (u16, u16) = (24, 56);
/// A screen narrower than this has no panel at its side.
const NARROW: u16 = 64;

/// The parts of a screen with a field. Each may be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Parts {
    /// The line at the top.
    pub(crate) title: Rect,
    /// The field.
    pub(crate) board: Rect,
    /// The panel at the right or, on high screens, below the field.
    pub(crate) panel: Rect,
    /// Whose turn it is, and what was said last.
    pub(crate) status: Rect,
    /// The most important keys.
    pub(crate) keys: Rect,
}

impl Parts {
    /// Divides the screen. `columns` says how many columns the field takes of a part that it could
    /// have.
    pub(crate) fn new(area: Rect, columns: impl FnOnce(Rect) -> u16) -> Self {
        let height = area.height;
        let narrow = area.width < NARROW;
        let title = u16::from(height >= 6);
        let status = match height {
            0..3 => 0,
            14.. if narrow => 2,
            _ => 1,
        };
        let keys = match height {
            0..8 => 0,
            16.. if narrow => 2,
            _ => 1,
        };
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
        let middle = Rect {
            y: area.y + title,
            height: height.saturating_sub(title + status + keys),
            ..area
        };
        let (board, panel) = if !narrow {
            // The panel is right beside the field, and both are in the middle.
            let most = middle.width - PANEL.0 - 1;
            let board = columns(Rect { width: most, ..middle }).min(most);
            let panel = (area.width - board - 1).min(PANEL.1);
            let x = area.x + (area.width - board - 1 - panel) / 2;
            let board = Rect { x, width: board, ..middle };
            (board, Rect { x: board.right() + 1, width: panel, ..middle })
        } else if middle.height >= 34 {
            let board = Rect { height: middle.height - 8, ..middle };
            (board, Rect { y: board.bottom(), height: 8, ..middle })
        } else {
            (middle, Rect::default())
        };
        Self {
            title: row(0, title),
            board,
            panel,
            status: row(height - status - keys, status),
            keys: row(height - keys, keys),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_never_leave_the_screen_or_meet() {
        for width in [0, 1, 39, 40, 64, 80, 200] {
            for height in [0, 1, 2, 3, 6, 8, 20, 24, 60] {
                let area = Rect::new(0, 0, width, height);
                let Parts { title, board, panel, status, keys } = Parts::new(area, |_| 44);
                let parts = [title, board, panel, status, keys];
                for (index, part) in parts.iter().enumerate() {
                    assert_eq!(part.intersection(area).area(), part.area(), "{area} {part}");
                    for other in &parts[index + 1..] {
                        assert!(part.is_empty() || other.is_empty() || !part.intersects(*other));
                    }
                }
            }
        }
    }
}
