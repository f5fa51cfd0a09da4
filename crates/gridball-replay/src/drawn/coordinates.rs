//! The names of rows, columns and points, as they stand at the edges of every drawing.

use gridball_core::{
    AnySetup, Point,
    football_checkers::{Cell, SIZE},
    paper_soccer::PointName,
};

/// The name of the column `x`, from 0 at the left. Empty where there is none.
pub fn column(setup: &AnySetup, x: i8) -> String {
    match setup {
        AnySetup::Gridball(_) => x.to_string(),
        AnySetup::Dots(_) => (i16::from(x) + 1).to_string(),
        AnySetup::PaperSoccer(setup) => {
            let PointName { file, .. } = setup.name(Point::new(x, 0));
            char::from(b'a'.wrapping_add(file)).to_string()
        }
        AnySetup::FootballCheckers(_) => {
            Cell::at(Point::new(x, 0)).map_or_else(String::new, |cell| cell.file().to_string())
        }
    }
}

/// The name of the row `y`, from 0 at the top; the goals are the rows before and after.
pub fn row(setup: &AnySetup, y: i8) -> String {
    match setup {
        AnySetup::Gridball(_) => y.to_string(),
        AnySetup::Dots(setup) => (i16::from(setup.height()) - i16::from(y)).to_string(),
        AnySetup::PaperSoccer(setup) => setup.name(Point::new(0, y)).rank.to_string(),
        AnySetup::FootballCheckers(_) => (i16::from(SIZE) - i16::from(y)).to_string(),
    }
}

/// The name of a point: its column and row as above, with what the game puts between them.
pub(crate) fn point_name(setup: &AnySetup, point: Point) -> String {
    let between = match setup {
        AnySetup::Gridball(_) => ",",
        AnySetup::Dots(_) => "-",
        AnySetup::PaperSoccer(_) | AnySetup::FootballCheckers(_) => "",
    };
    format!("{}{between}{}", column(setup, point.x), row(setup, point.y))
}

/// The point of the field or of a goal that has this name.
pub(crate) fn parse_point(setup: &AnySetup, text: &str) -> Option<Point> {
    let found = match setup {
        AnySetup::Gridball(setup) => {
            let (x, y) = text.split_once(',')?;
            let point = Point::new(x.parse().ok()?, y.parse().ok()?);
            let within_posts =
                (setup.left_post() as i8..=setup.right_post() as i8).contains(&point.x);
            let in_goal = within_posts && (point.y == -1 || point.y == setup.height() as i8 + 1);
            (setup.is_on_field(point) || in_goal).then_some(point)
        }
        AnySetup::Dots(setup) => {
            let (x, y) = text.split_once('-')?;
            let (x, y): (u8, u8) = (x.parse().ok()?, y.parse().ok()?);
            let y = setup.height().checked_sub(y)?;
            let point = Point::new(i8::try_from(x.checked_sub(1)?).ok()?, i8::try_from(y).ok()?);
            setup.contains(point).then_some(point)
        }
        AnySetup::PaperSoccer(setup) => {
            let point = setup.point(text.parse().ok()?);
            setup.has_point(point).then_some(point)
        }
        AnySetup::FootballCheckers(_) => Cell::parse(text).map(Cell::point),
    }?;
    // One spelling for each point: `03` and `+3` are none.
    (point_name(setup, found) == text).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_they_are_written() {
        for (id, names) in [
            ("gridball:12x12/4", &["0,0", "12,12", "6,-1", "5,13"][..]),
            ("dots:13x9", &["1-1", "13-9"]),
            ("paper-soccer:2,6,8", &["a2", "g10", "d1", "d11"]),
            ("football-checkers", &["a1", "p12", "k3"]),
        ] {
            let setup: AnySetup = id.parse().unwrap();
            for name in names {
                let point = parse_point(&setup, name).unwrap_or_else(|| panic!("{id}: {name}"));
                assert_eq!(point_name(&setup, point), *name);
            }
            for name in [
                "", "x", "0,14", "13,0", "6,14", "6,-2", "0,-1", "01,1", "+1,1", "14-1", "1-0",
                "a1b", "é",
            ] {
                assert_eq!(parse_point(&setup, name), None, "{id}: {name}");
            }
        }
    }
}
