//! What the eight neighbours of a node say about closing a contour there, worked out when the
//! crate is compiled.

/// The neighbours of a node in the order of the bits of a ring, row by row without the node
/// itself: how far they are in the numbers of [`DotsNode`](super::DotsNode).
pub(super) const NEIGHBOURS: [i8; 8] = [-65, -64, -63, -1, 1, 63, 64, 65];

/// The bits of a ring, walking round the node: N, NE, E, SE, S, SW, W, NW.
const WALK: [usize; 8] = [1, 2, 4, 7, 6, 5, 3, 0];

/// What a ring of own dots round a new dot looks like.
///
/// The four orthogonal neighbours that are not own dots are the *gaps*. Walking round the node,
/// own dots with no gap between them touch one another and form one *input*; gaps with no own
/// dot between them belong to one *side*. With at least one input and one gap there are as many
/// sides as inputs. A contour can only be closed between two inputs, and each new enclosure
/// takes up whole sides.
#[derive(Clone, Copy)]
pub(super) struct Ring {
    /// How many inputs there are, 0 to 4.
    pub(super) inputs: u8,
    /// Where one own dot of each input is, as in [`NEIGHBOURS`]; 0, the node itself, for those
    /// there are not.
    pub(super) input: [i8; 4],
    /// Where one gap of each side is, as in [`NEIGHBOURS`]; the narrowest side, which most often
    /// turns out to be an enclosure, first.
    pub(super) side: [i8; 4],
}

/// [`Ring`] for each of the 256 sets of own dots round a node.
pub(super) static RINGS: [Ring; 256] = {
    let mut rings = [Ring { inputs: 0, input: [0; 4], side: [0; 4] }; 256];
    let mut own = 0;
    while own < 256 {
        rings[own] = ring(own);
        own += 1;
    }
    rings
};

const fn ring(own: usize) -> Ring {
    let mut ring = Ring { inputs: 0, input: [0; 4], side: [0; 4] };
    let mut sides = 0;
    // Two rounds: the first only finds out what lies before the starting place.
    let mut after_dot = false;
    let mut after_gap = false;
    let mut step = 0;
    while step < 16 {
        let place = WALK[step % 8];
        if own >> place & 1 == 1 {
            if after_gap && step >= 8 {
                ring.input[ring.inputs as usize] = NEIGHBOURS[place];
                ring.inputs += 1;
            }
            (after_dot, after_gap) = (true, false);
        } else if step % 2 == 0 {
            if after_dot && step >= 8 {
                ring.side[sides] = NEIGHBOURS[place];
                sides += 1;
            }
            (after_dot, after_gap) = (false, true);
        }
        step += 1;
    }
    // Put in order by insertion.
    let mut sorted = 1;
    while sorted < sides {
        let mut at = sorted;
        while at > 0 && width(own, ring.side[at]) < width(own, ring.side[at - 1]) {
            (ring.side[at], ring.side[at - 1]) = (ring.side[at - 1], ring.side[at]);
            at -= 1;
        }
        sorted += 1;
    }
    if own != 0 && ring.inputs == 0 {
        // No gap: the dots touch one another all the way round.
        ring.inputs = 1;
        ring.input[0] = NEIGHBOURS[own.trailing_zeros() as usize];
    }
    ring
}

/// How many places without own dots lie side by side round the gap at this distance.
const fn width(own: usize, gap: i8) -> u32 {
    let mut start = 0;
    while NEIGHBOURS[WALK[start]] != gap {
        start += 1;
    }
    let mut width = 1;
    let mut step = 1;
    while step < 8 && own >> WALK[(start + step) % 8] & 1 == 0 {
        width += 1;
        step += 1;
    }
    step = 1;
    while step < 8 && own >> WALK[(start + 8 - step) % 8] & 1 == 0 {
        width += 1;
        step += 1;
    }
    width
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// Columns and rows of [`NEIGHBOURS`].
    const OFFSETS: [(i8, i8); 8] =
        [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

    /// Puts together the places that `joined` joins, directly or through others.
    fn groups(places: &[usize], joined: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &place in places {
            let (mut own, others): (Vec<_>, Vec<_>) = groups
                .into_iter()
                .partition(|group| group.iter().any(|&other| joined(place, other)));
            own.push(Vec::from([place]));
            groups = others;
            groups.push(own.concat());
        }
        groups
    }

    /// Checks that the places that a ring names are one of each group, in some order.
    fn assert_one_of_each(named: &[i8], groups: &[Vec<usize>], own: usize) {
        assert_eq!(named.len(), groups.len(), "{own:08b}");
        for group in groups {
            let hits = group.iter().filter(|&&place| named.contains(&NEIGHBOURS[place]));
            assert_eq!(hits.count(), 1, "{own:08b}");
        }
    }

    #[test]
    fn rings_agree_with_plain_grouping() {
        let far = |a: usize, b: usize| {
            let (a, b) = (OFFSETS[a], OFFSETS[b]);
            ((a.0 - b.0).abs(), (a.1 - b.1).abs())
        };
        let beside = |a, b| far(a, b).0 + far(a, b).1 == 1;
        let touching = |a, b| far(a, b).0 <= 1 && far(a, b).1 <= 1;
        for (own, ring) in RINGS.iter().enumerate() {
            let (dots, free): (Vec<usize>, Vec<usize>) =
                (0..8).partition(|place| own >> place & 1 == 1);
            let inputs = groups(&dots, touching);
            let mut sides = groups(&free, beside);
            // A diagonal place by itself is no gap.
            sides.retain(|side| side.iter().any(|place| [1, 3, 4, 6].contains(place)));
            let count = usize::from(ring.inputs);
            assert_one_of_each(&ring.input[..count], &inputs, own);
            if !inputs.is_empty() && !sides.is_empty() {
                assert_one_of_each(&ring.side[..count], &sides, own);
                let width = |gap: i8| {
                    let place = NEIGHBOURS.iter().position(|&place| place == gap);
                    let side = sides.iter().find(|side| side.contains(&place.expect("a place")));
                    side.expect("a side").len()
                };
                assert!(ring.side[..count].is_sorted_by_key(|&gap| width(gap)), "{own:08b}");
            }
        }
    }
}
