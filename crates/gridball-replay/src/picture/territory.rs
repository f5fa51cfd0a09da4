//! The outlines of territories: from the nodes that a player owns to the lines that a person
//! draws round them, from one dot of the chain to the next.

use std::collections::BTreeMap;

use gridball_core::{BitGrid, Point};

/// The closed lines round `territory` through the `live` dots that surround it. A place belongs to
/// the territory if it lies inside of an odd number of them.
///
/// Squares of the paper with two or more owned nodes are owned, and of those with one the half on
/// its side: the neighbours of an owned node are owned themselves or dots of the chain.
pub(super) fn outline(territory: &BitGrid, live: &BitGrid) -> Vec<Vec<Point>> {
    let owned = |x: i8, y: i8| {
        x >= 0
            && y >= 0
            && x < territory.width() as i8
            && y < territory.height() as i8
            && territory.contains(x as usize, y as usize)
    };
    let mut edges = Edges::default();
    for y in -1..territory.height() as i8 {
        for x in -1..territory.width() as i8 {
            // Clockwise, as seen with y downwards.
            let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
            let inside = corners.map(|(x, y)| owned(x, y));
            let corners = corners.map(|(x, y)| Point::new(x, y));
            match inside.iter().filter(|inside| **inside).count() {
                0 => {}
                1 => {
                    let own = inside.iter().position(|inside| *inside).unwrap_or(0);
                    edges.polygon(&[corners[(own + 3) % 4], corners[own], corners[(own + 1) % 4]]);
                }
                _ => edges.polygon(&corners),
            }
        }
    }
    let mut rings = edges.into_rings();
    rings.retain(|ring| !is_hole(ring) || has_strangers_inside(ring, live));
    for ring in &mut rings {
        drop_straight_points(ring);
    }
    rings
}

/// Edges of polygons; those that two polygons share are none.
#[derive(Default)]
struct Edges {
    /// Where edges lead to, by where they begin.
    ends: BTreeMap<Point, Vec<Point>>,
}

impl Edges {
    /// Adds the edges of a polygon, given clockwise.
    fn polygon(&mut self, corners: &[Point]) {
        for (index, from) in corners.iter().enumerate() {
            let to = corners[(index + 1) % corners.len()];
            // The neighbour has the same edge the other way round.
            if !self.take(to, *from) {
                self.ends.entry(*from).or_default().push(to);
            }
        }
    }

    /// Removes the edge between two points; whether it was there.
    fn take(&mut self, from: Point, to: Point) -> bool {
        let Some(ends) = self.ends.get_mut(&from) else { return false };
        let Some(index) = ends.iter().position(|end| *end == to) else { return false };
        ends.swap_remove(index);
        if ends.is_empty() {
            self.ends.remove(&from);
        }
        true
    }

    /// Joins the edges. Where several meet in a point, the sharpest turn to the right is taken, so
    /// that no ring touches itself.
    fn into_rings(mut self) -> Vec<Vec<Point>> {
        let mut rings = Vec::new();
        while let Some((start, first)) =
            self.ends.first_key_value().and_then(|(from, ends)| Some((*from, *ends.first()?)))
        {
            let mut ring = vec![start];
            let (mut before, mut at) = (start, first);
            self.take(start, first);
            while at != start {
                ring.push(at);
                let Some(next) = self.ends.get(&at).and_then(|ends| {
                    ends.iter().copied().max_by_key(|next| right_turn(before, at, *next))
                }) else {
                    break;
                };
                self.take(at, next);
                (before, at) = (at, next);
            }
            rings.push(ring);
        }
        rings
    }
}

/// How far one turns to the right in `at`, in eighths from -4 to 4.
fn right_turn(before: Point, at: Point, next: Point) -> i8 {
    let heading =
        |from: Point, to: Point| match ((to.x - from.x).signum(), (to.y - from.y).signum()) {
            (0, -1) => 0,
            (1, -1) => 1,
            (1, 0) => 2,
            (1, 1) => 3,
            (0, 1) => 4,
            (-1, 1) => 5,
            (-1, 0) => 6,
            _ => 7_i8,
        };
    let turn = (heading(at, next) - heading(before, at)).rem_euclid(8);
    if turn > 4 { turn - 8 } else { turn }
}

/// Whether a ring runs against the clock: then what it surrounds is not owned.
fn is_hole(ring: &[Point]) -> bool {
    let doubled_area: i32 = edges(ring)
        .map(|(one, other)| {
            i32::from(one.x) * i32::from(other.y) - i32::from(other.x) * i32::from(one.y)
        })
        .sum();
    doubled_area < 0
}

fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

/// Whether there is anything inside of a hole but live dots of the owner. If not, there is no hole:
/// the dots lie inside of the territory.
fn has_strangers_inside(hole: &[Point], live: &BitGrid) -> bool {
    let xs = hole.iter().map(|point| point.x);
    let ys = hole.iter().map(|point| point.y);
    let (Some(left), Some(right)) = (xs.clone().min(), xs.max()) else { return false };
    let (Some(top), Some(bottom)) = (ys.clone().min(), ys.max()) else { return false };
    (top..=bottom).flat_map(|y| (left..=right).map(move |x| Point::new(x, y))).any(|point| {
        !hole.contains(&point)
            && is_inside(hole, point)
            && !live.contains(point.x as usize, point.y as usize)
    })
}

/// Whether a point that is no corner of `ring` lies inside of it: whether a ray to the right
/// crosses it an odd number of times.
fn is_inside(ring: &[Point], point: Point) -> bool {
    let crossings = edges(ring).filter(|(one, other)| {
        // Edges lead from a row to the same or the next one, so a ray meets them in corners alone.
        let (upper, lower) = if one.y < other.y { (one, other) } else { (other, one) };
        upper.y <= point.y && point.y < lower.y && upper.x > point.x
    });
    crossings.count() % 2 == 1
}

/// Drops the points in which a ring goes straight on.
fn drop_straight_points(ring: &mut Vec<Point>) {
    let length = ring.len();
    let corners: Vec<Point> = (0..length)
        .filter(|index| {
            let (before, next) = (ring[(index + length - 1) % length], ring[(index + 1) % length]);
            right_turn(before, ring[*index], next) != 0
        })
        .map(|index| ring[index])
        .collect();
    *ring = corners;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a field: `o` owned, `x` a live dot of the owner.
    fn outline_of(rows: &[&str]) -> Vec<String> {
        let (width, height) = (rows[0].len() as u8, rows.len() as u8);
        let (mut territory, mut live) = (BitGrid::new(width, height), BitGrid::new(width, height));
        for (y, row) in rows.iter().enumerate() {
            for (x, sign) in row.chars().enumerate() {
                match sign {
                    'o' => territory.insert(x, y),
                    'x' => live.insert(x, y),
                    _ => {}
                }
            }
        }
        let rings = outline(&territory, &live);
        let text =
            |ring: &Vec<Point>| ring.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        rings.iter().map(text).collect()
    }

    #[test]
    fn a_ring_leads_from_dot_to_dot() {
        assert_eq!(outline_of(&["...", "...", "..."]), [""; 0]);
        assert_eq!(outline_of(&[".x.", "xox", ".x."]), ["0,1 1,0 2,1 1,2"]);
        assert_eq!(
            outline_of(&[".xx.", "xoox", "xoox", ".xx."]),
            ["0,1 1,0 2,0 3,1 3,2 2,3 1,3 0,2"]
        );
        // A bend inwards.
        assert_eq!(
            outline_of(&[".x...", "xoxx.", "xooox", ".xxx."]),
            ["0,1 1,0 2,1 3,1 4,2 3,3 1,3 0,2"]
        );
    }

    #[test]
    fn dots_of_the_owner_inside_leave_no_hole() {
        let rows = [".xxxx.", "xoooox", "xoxxox", "xoxxox", "xoooox", ".xxxx."];
        assert_eq!(outline_of(&rows), ["0,1 1,0 4,0 5,1 5,4 4,5 1,5 0,4"]);
    }

    #[test]
    fn what_others_have_inside_is_a_hole() {
        // Eight captures in a ring round free nodes.
        let rows = ["...x...", "..xox..", ".x.x.x.", "xo...ox", ".x.x.x.", "..xox..", "...x..."];
        assert_eq!(outline_of(&rows).len(), 4);
        let rows = [".xxxxx.", "xooooox", "xoxxxox", "xox.xox", "xoxxxox", "xooooox", ".xxxxx."];
        let rings = outline_of(&rows);
        assert_eq!(rings.len(), 2, "{rings:?}");
    }
}
