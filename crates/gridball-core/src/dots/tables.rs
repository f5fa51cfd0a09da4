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
    use super::*;

    /// The inputs and sides of a ring, found the plain way: own dots are joined when they are
    /// neighbours of each other, gaps when a walk between them meets no own dot.
    fn plain(own: usize) -> (std::vec::Vec<usize>, std::vec::Vec<usize>) {
        let groups = |members: &std::vec::Vec<usize>, joined: &dyn Fn(usize, usize) -> bool| {
            let mut group: std::vec::Vec<usize> = members.clone();
            for _ in 0..8 {
                for (i, &a) in members.iter().enumerate() {
                    for (j, &b) in members.iter().enumerate() {
                        if joined(a, b) {
                            let low = group[i].min(group[j]);
                            group[i] = low;
                            group[j] = low;
                        }
                    }
                }
            }
            let mut result = std::vec![8; 8];
            for (&member, &name) in members.iter().zip(&group) {
                result[member] = name;
            }
            result
        };
        let dots = (0..8).filter(|&place| own >> place & 1 == 1).collect();
        let free = (0..8).filter(|&place| own >> place & 1 == 0).collect();
        let distance = |a: usize, b: usize| {
            let (a, b) = (RING[a], RING[b]);
            ((a.0 - b.0).abs(), (a.1 - b.1).abs())
        };
        (
            groups(&dots, &|a, b| distance(a, b).0 <= 1 && distance(a, b).1 <= 1),
            groups(&free, &|a, b| distance(a, b).0 + distance(a, b).1 <= 1),
        )
    }

    #[test]
    fn rings_agree_with_plain_grouping() {
        let gaps = [1, 3, 4, 6];
        for own in 0..256 {
            let ring = &RINGS[own];
            let (inputs, sides) = plain(own);
            let distinct = |places: &mut dyn Iterator<Item = usize>| {
                let mut names: std::vec::Vec<usize> = places.collect();
                names.sort_unstable();
                names.dedup();
                names
            };
            let all_inputs = distinct(&mut (0..8).filter(|p| own >> p & 1 == 1).map(|p| inputs[p]));
            let all_sides =
                distinct(&mut gaps.into_iter().filter(|p| own >> p & 1 == 0).map(|p| sides[p]));
            let count = usize::from(ring.inputs);
            assert_eq!(count, all_inputs.len(), "{own:08b}");
            let named =
                distinct(&mut ring.input[..count].iter().map(|&place| inputs[usize::from(place)]));
            assert_eq!(named, all_inputs, "{own:08b}");
            if !all_sides.is_empty() && count > 0 {
                assert_eq!(count, all_sides.len(), "{own:08b}");
                assert!(ring.side[..count].iter().all(|&place| gaps.contains(&usize::from(place))));
                let named =
                    distinct(&mut ring.side[..count].iter().map(|&p| sides[usize::from(p)]));
                assert_eq!(named, all_sides, "{own:08b}");
            }
        }
    }
}
