//! The learned evaluation: a small network of whole numbers.
//!
//! ```text
//! inputs that are on  →  FIRST_LAYER sums  →  SECOND_LAYER sums  →  one sum, the estimate
//! ```
//!
//! Between the layers a sum `s` becomes its activation, `s` cut to the range 0 to 1. Numbers with
//! a fraction are stored as whole ones, times [`ONE`], so that every machine computes the same.
//!
//! # The file
//!
//! All numbers are little-endian.
//!
//! | bytes | hold |
//! |---|---|
//! | 8 | `GBSOCNN1` |
//! | 3 | n1, n2, n3 of the field |
//! | 1 | 0 |
//! | 3 × u16 | [`INPUTS`], [`FIRST_LAYER`], [`SECOND_LAYER`] |
//! | i16 each | weights from inputs to the first layer, input by input, times 256 |
//! | i16 each | biases of the first layer, times 256 |
//! | i16 each | weights from the first to the second layer, sum by sum of the second, times 256 |
//! | i32 each | biases of the second layer, times 65536 |
//! | i16 each | weights of the last sum, times 256 |
//! | i32 | its bias, times 65536 |
//! | u64 | FNV-1a hash of all bytes before |
//!
//! The last sum is the natural logarithm of the odds that the player to move wins.

use gridball_core::paper_soccer::{PaperSoccerSetup, Side};
use thiserror::Error;

use super::inputs::{INPUTS, InputMap};

/// The sums of the first layer.
pub const FIRST_LAYER: usize = 96;

/// The sums of the second layer.
pub const SECOND_LAYER: usize = 32;

/// So many sums of the first layer are computed at a time.
const BLOCK: usize = 32;

/// What stands for 1.
const ONE: i16 = 256;

const MAGIC: [u8; 8] = *b"GBSOCNN1";

/// By this the last sum, times 65536 and a natural logarithm, becomes an estimate in the unit of
/// [`Score`](crate::Score): 400 / ln 10.
const UNIT: i64 = 174;

/// The sums of the first layer.
pub(super) type Sums = [i16; FIRST_LAYER];

/// Why a file of weights is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// It does not begin as a network does, or with another version.
    #[error("not a network of this version")]
    Format,
    /// It is shorter or longer than a network.
    #[error("{found} bytes, a network has {expected}")]
    Length {
        /// The bytes of a network.
        expected: usize,
        /// The bytes there are.
        found: usize,
    },
    /// It has other layers than this program.
    #[error("other layers than this program knows")]
    Layers,
    /// There is no such field, or none that a network can see.
    #[error("not a field that a network can see")]
    Field,
    /// Its hash is another one.
    #[error("damaged: the hash differs")]
    Hash,
    /// A sum could leave the range of its numbers.
    #[error("weights so big that sums would overflow")]
    Overflow,
}

/// The weights of a network as numbers with fractions, as training has them.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// From inputs to the first layer, [`FIRST_LAYER`] for each input.
    pub first: Vec<f32>,
    /// The biases of the first layer.
    pub first_bias: Vec<f32>,
    /// From the first to the second layer, [`FIRST_LAYER`] for each sum of the second.
    pub second: Vec<f32>,
    /// The biases of the second layer.
    pub second_bias: Vec<f32>,
    /// From the second layer to the last sum.
    pub last: Vec<f32>,
    /// The bias of the last sum.
    pub last_bias: f32,
}

impl Weights {
    /// The file of these weights, rounded. Missing weights are 0, too big ones are cut.
    pub fn to_bytes(&self, setup: PaperSoccerSetup) -> Vec<u8> {
        fn push_i16(bytes: &mut Vec<u8>, weights: &[f32], count: usize) {
            for index in 0..count {
                let weight = weights.get(index).copied().unwrap_or(0.0);
                let rounded = (weight * f32::from(ONE)).round() as i16;
                bytes.extend(rounded.to_le_bytes());
            }
        }
        fn push_i32(bytes: &mut Vec<u8>, weights: &[f32], count: usize) {
            for index in 0..count {
                let weight = weights.get(index).copied().unwrap_or(0.0);
                let rounded = (weight * f32::from(ONE) * f32::from(ONE)).round() as i32;
                bytes.extend(rounded.to_le_bytes());
            }
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend([setup.goal_width(), setup.width(), setup.height(), 0]);
        for size in [INPUTS, FIRST_LAYER, SECOND_LAYER] {
            bytes.extend((size as u16).to_le_bytes());
        }
        push_i16(&mut bytes, &self.first, INPUTS * FIRST_LAYER);
        push_i16(&mut bytes, &self.first_bias, FIRST_LAYER);
        push_i16(&mut bytes, &self.second, FIRST_LAYER * SECOND_LAYER);
        push_i32(&mut bytes, &self.second_bias, SECOND_LAYER);
        push_i16(&mut bytes, &self.last, SECOND_LAYER);
        push_i32(&mut bytes, &[self.last_bias], 1);
        let hash = hash(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// A network for one field.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) map: InputMap,
    /// For each input, block by block.
    first: Vec<[i16; BLOCK]>,
    first_bias: Sums,
    second: Vec<Sums>,
    second_bias: Vec<i32>,
    last: Vec<i16>,
    last_bias: i32,
}

/// Takes numbers off the front of bytes that are known to be long enough.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (number, rest) = self.0.split_first_chunk().map_or(([0; N], &[][..]), |(n, r)| (*n, r));
        self.0 = rest;
        number
    }

    fn i16(&mut self) -> i16 {
        i16::from_le_bytes(self.take())
    }

    fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }

    fn sums(&mut self) -> Sums {
        std::array::from_fn(|_| self.i16())
    }
}

impl Network {
    /// The bytes of a file.
    const LENGTH: usize = 8
        + 4
        + 6
        + 2 * FIRST_LAYER * (INPUTS + 1 + SECOND_LAYER)
        + 4 * SECOND_LAYER
        + 2 * SECOND_LAYER
        + 4
        + 8;

    /// Reads a file, completely or not at all.
    ///
    /// # Errors
    ///
    /// [`NetworkError`]: what is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut numbers = Numbers(bytes);
        if numbers.take() != MAGIC {
            return Err(NetworkError::Format);
        }
        if bytes.len() != Self::LENGTH {
            return Err(NetworkError::Length { expected: Self::LENGTH, found: bytes.len() });
        }
        let (content, hash_bytes) = bytes.split_at(Self::LENGTH - 8);
        if hash_bytes != hash(content).to_le_bytes() {
            return Err(NetworkError::Hash);
        }
        let [goal_width, width, height, _] = numbers.take::<4>().map(u32::from);
        let map = PaperSoccerSetup::new(goal_width, width, height, Side::Upper)
            .ok()
            .and_then(InputMap::new)
            .ok_or(NetworkError::Field)?;
        for size in [INPUTS, FIRST_LAYER, SECOND_LAYER] {
            if usize::from(numbers.i16() as u16) != size {
                return Err(NetworkError::Layers);
            }
        }
        let network = Self {
            map,
            first: (0..INPUTS * FIRST_LAYER / BLOCK)
                .map(|_| std::array::from_fn(|_| numbers.i16()))
                .collect(),
            first_bias: numbers.sums(),
            second: (0..SECOND_LAYER).map(|_| numbers.sums()).collect(),
            second_bias: (0..SECOND_LAYER).map(|_| numbers.i32()).collect(),
            last: (0..SECOND_LAYER).map(|_| numbers.i16()).collect(),
            last_bias: numbers.i32(),
        };
        if network.can_overflow() { Err(NetworkError::Overflow) } else { Ok(network) }
    }

    /// Its weights, as far as rounding has left them.
    pub fn weights(&self) -> Weights {
        let one = f32::from(ONE);
        let fractions = |numbers: &[i16]| numbers.iter().map(|&n| f32::from(n) / one).collect();
        Weights {
            first: fractions(self.first.as_flattened()),
            first_bias: fractions(&self.first_bias),
            second: fractions(self.second.as_flattened()),
            second_bias: self.second_bias.iter().map(|&n| n as f32 / (one * one)).collect(),
            last: fractions(&self.last),
            last_bias: self.last_bias as f32 / (one * one),
        }
    }

    /// Whether some inputs could bring a sum out of the range of its numbers.
    fn can_overflow(&self) -> bool {
        let first = (0..FIRST_LAYER).any(|sum| {
            let blocks = self.first.chunks_exact(FIRST_LAYER / BLOCK);
            let weights = blocks.map(|row| i32::from(row.as_flattened()[sum]).abs());
            weights.sum::<i32>() + i32::from(self.first_bias[sum]).abs() > i32::from(i16::MAX)
        });
        let second = self.second.iter().zip(&self.second_bias).any(|(weights, &bias)| {
            let most = weights.iter().map(|&w| i64::from(w).abs() * i64::from(ONE)).sum::<i64>();
            most + i64::from(bias).abs() > i64::from(i32::MAX)
        });
        first || second
    }

    /// The sums of the first layer before any input is on.
    pub(super) const fn bias(&self) -> &Sums {
        &self.first_bias
    }

    /// Switches inputs on.
    pub(super) fn add(&self, sums: &mut Sums, inputs: &[u16]) {
        // Block by block, so that a block of sums stays in registers.
        let (blocks, _) = sums.as_chunks_mut::<BLOCK>();
        for (number, block) in blocks.iter_mut().enumerate() {
            let mut now = *block;
            for &input in inputs {
                let weights = &self.first[usize::from(input) * (FIRST_LAYER / BLOCK) + number];
                for (sum, weight) in now.iter_mut().zip(weights) {
                    // Cannot overflow: checked when the weights were read.
                    *sum = sum.wrapping_add(*weight);
                }
            }
            *block = now;
        }
    }

    /// What the player to move may expect, in the unit of [`Score`](crate::Score).
    pub(super) fn estimate(&self, sums: &Sums) -> i32 {
        let active: Sums = std::array::from_fn(|index| sums[index].clamp(0, ONE));
        let mut last = i64::from(self.last_bias);
        for ((weights, &bias), &last_weight) in
            self.second.iter().zip(&self.second_bias).zip(&self.last)
        {
            // Eight sums side by side, for machines that multiply and add so many at once.
            let mut parts = [0_i32; 8];
            for (actives, weights) in
                active.as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0)
            {
                for ((part, &active), &weight) in parts.iter_mut().zip(actives).zip(weights) {
                    *part += i32::from(active) * i32::from(weight);
                }
            }
            let second = ((parts.iter().sum::<i32>() + bias) >> 8).clamp(0, i32::from(ONE));
            last += i64::from(second) * i64::from(last_weight);
        }
        ((last * UNIT) >> 16) as i32
    }

    /// The estimate of a position with these inputs on, for the player to move, in the unit of
    /// [`Score`](crate::Score): one input after the other. Numbers that are no inputs are left out.
    pub fn evaluate_inputs(&self, inputs: impl IntoIterator<Item = u16>) -> i32 {
        let mut sums = *self.bias();
        for input in inputs.into_iter().filter(|&input| usize::from(input) < INPUTS) {
            self.add(&mut sums, &[input]);
        }
        self.estimate(&sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights that follow no pattern, small enough.
    fn weights() -> Weights {
        let mut number = 1_u32;
        let mut list = |count: usize, scale: f32| {
            let next = || {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (number as f32 / u32::MAX as f32 - 0.5) * scale
            };
            std::iter::repeat_with(next).take(count).collect::<Vec<_>>()
        };
        Weights {
            first: list(INPUTS * FIRST_LAYER, 0.3),
            first_bias: list(FIRST_LAYER, 1.0),
            second: list(FIRST_LAYER * SECOND_LAYER, 0.6),
            second_bias: list(SECOND_LAYER, 1.0),
            last: list(SECOND_LAYER, 3.0),
            last_bias: 0.1,
        }
    }

    /// The arithmetic once more, as plainly as it can be written.
    fn slow_estimate(weights: &Weights, inputs: &[u16]) -> i64 {
        let whole = |weight: f32, one: f32| (weight * one).round() as i64;
        let mut last = whole(weights.last_bias, 65536.0);
        for second in 0..SECOND_LAYER {
            let mut sum = whole(weights.second_bias[second], 65536.0);
            for first in 0..FIRST_LAYER {
                let mut below = whole(weights.first_bias[first], 256.0);
                for &input in inputs {
                    below += whole(weights.first[usize::from(input) * FIRST_LAYER + first], 256.0);
                }
                let weight = whole(weights.second[second * FIRST_LAYER + first], 256.0);
                sum += below.clamp(0, 256) * weight;
            }
            let active = sum.div_euclid(256).clamp(0, 256);
            last += active * whole(weights.last[second], 256.0);
        }
        (last * UNIT).div_euclid(65536)
    }

    #[test]
    fn the_arithmetic_is_that_of_the_slow_way() {
        let weights = weights();
        let network = Network::from_bytes(&weights.to_bytes(PaperSoccerSetup::ONLINE)).unwrap();
        let mut estimates = Vec::new();
        for seed in 0..40_usize {
            let inputs: Vec<_> =
                (0..seed * 4).map(|n| ((n * 97 + seed * 31) % INPUTS) as u16).collect();
            let estimate = network.evaluate_inputs(inputs.iter().copied());
            assert_eq!(i64::from(estimate), slow_estimate(&weights, &inputs), "{seed}");
            estimates.push(estimate);
        }
        estimates.dedup();
        assert!(estimates.len() > 20);
        // What was read is what was written.
        let again = network.weights().to_bytes(PaperSoccerSetup::ONLINE);
        assert_eq!(again, weights.to_bytes(PaperSoccerSetup::ONLINE));
    }

    #[test]
    fn files_are_read_completely_or_refused() {
        let bytes = weights().to_bytes(PaperSoccerSetup::ONLINE);
        let error = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
        let length = |found| NetworkError::Length { expected: bytes.len(), found };
        assert_eq!(error(&[]), NetworkError::Format);
        assert_eq!(error(&bytes[1..]), NetworkError::Format);
        assert_eq!(error(&bytes[..bytes.len() - 1]), length(bytes.len() - 1));
        assert_eq!(error(&[&bytes[..], &[0]].concat()), length(bytes.len() + 1));
        for place in [8, 11, 12, 18, 5000, bytes.len() - 9, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert_eq!(error(&damaged), NetworkError::Hash, "{place}");
        }
        let rehashed = |place: usize, value: u8| {
            let mut changed = bytes[..bytes.len() - 8].to_vec();
            changed[place] = value;
            changed.extend(hash(&changed).to_le_bytes());
            changed
        };
        assert_eq!(error(&rehashed(9, 7)), NetworkError::Field);
        assert_eq!(error(&rehashed(10, 24)), NetworkError::Field);
        assert_eq!(error(&rehashed(14, 97)), NetworkError::Layers);
        let mut big = weights();
        for input in 0..INPUTS {
            big.first[input * FIRST_LAYER] = 1.0;
        }
        assert_eq!(error(&big.to_bytes(PaperSoccerSetup::ONLINE)), NetworkError::Overflow);
    }
}
