//! The network with fractions, and learning by gradient descent (Adam).
//!
//! The sums and activations are those of [`Network`](gridball_ai::paper_soccer::Network) before
//! rounding: activations are sums cut to the range 0 to 1, and the last sum is the logarithm of
//! the odds to win. What is made small is the cross entropy between that and the target.

use gridball_ai::paper_soccer::{FIRST_LAYER, INPUTS, SECOND_LAYER, Weights};
use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

/// No weight gets beyond this, so that the whole numbers of the network do not overflow.
const MOST: f32 = 1.9;

/// The weights of a sum of the first layer do not add up to more, for the same reason: 128, less
/// what rounding may add.
const MOST_TOGETHER: f32 = 125.0;

/// Weights of all layers in one list, with what Adam remembers of each.
#[derive(Debug)]
pub(crate) struct Model {
    weights: Vec<f32>,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

const FIRST_BIAS: usize = INPUTS * FIRST_LAYER;
const SECOND: usize = FIRST_BIAS + FIRST_LAYER;
const SECOND_BIAS: usize = SECOND + FIRST_LAYER * SECOND_LAYER;
const LAST: usize = SECOND_BIAS + SECOND_LAYER;
const LAST_BIAS: usize = LAST + SECOND_LAYER;
const COUNT: usize = LAST_BIAS + 1;

/// What a position makes of the network.
struct Pass {
    first: [f32; FIRST_LAYER],
    first_active: [f32; FIRST_LAYER],
    second: [f32; SECOND_LAYER],
    second_active: [f32; SECOND_LAYER],
    chance: f32,
}

impl Model {
    pub(crate) fn new(random: &mut Lcg64Xsh32) -> Self {
        let mut weights = vec![0.0; COUNT];
        let mut fill = |range: std::ops::Range<usize>, scale: f32| {
            for weight in &mut weights[range] {
                let uniform = random.next_u32() as f32 / u32::MAX as f32;
                *weight = (2.0 * uniform - 1.0) * scale;
            }
        };
        fill(0..FIRST_BIAS, 0.1);
        fill(FIRST_BIAS..SECOND, 0.3);
        fill(SECOND..SECOND_BIAS, 0.2);
        fill(SECOND_BIAS..LAST, 0.3);
        fill(LAST..LAST_BIAS, 0.4);
        Self::of(weights)
    }

    /// A model that goes on from these weights.
    pub(crate) fn from_weights(weights: &Weights) -> Self {
        let mut list = Vec::with_capacity(COUNT);
        list.extend(&weights.first);
        list.extend(&weights.first_bias);
        list.extend(&weights.second);
        list.extend(&weights.second_bias);
        list.extend(&weights.last);
        list.push(weights.last_bias);
        Self::of(list)
    }

    fn of(weights: Vec<f32>) -> Self {
        let zeros = || vec![0.0; COUNT];
        Self { weights, gradient: zeros(), mean: zeros(), square: zeros(), steps: 0 }
    }

    pub(crate) fn weights(&self) -> Weights {
        Weights {
            first: self.weights[..FIRST_BIAS].to_vec(),
            first_bias: self.weights[FIRST_BIAS..SECOND].to_vec(),
            second: self.weights[SECOND..SECOND_BIAS].to_vec(),
            second_bias: self.weights[SECOND_BIAS..LAST].to_vec(),
            last: self.weights[LAST..LAST_BIAS].to_vec(),
            last_bias: self.weights[LAST_BIAS],
        }
    }

    fn row(&self, start: usize) -> &[f32; FIRST_LAYER] {
        self.weights[start..].first_chunk().unwrap_or(&[0.0; FIRST_LAYER])
    }

    fn pass(&self, inputs: &[u16]) -> Pass {
        let mut first = *self.row(FIRST_BIAS);
        for &input in inputs {
            let row = self.row(usize::from(input) * FIRST_LAYER);
            for (sum, weight) in first.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let first_active = first.map(|sum| sum.clamp(0.0, 1.0));
        let second: [f32; SECOND_LAYER] = std::array::from_fn(|sum| {
            let row = self.row(SECOND + sum * FIRST_LAYER);
            // Several sums side by side, for machines that add several numbers at once.
            let mut parts = [0.0; 8];
            for (actives, weights) in first_active.chunks_exact(8).zip(row.chunks_exact(8)) {
                for ((part, active), weight) in parts.iter_mut().zip(actives).zip(weights) {
                    *part += active * weight;
                }
            }
            self.weights[SECOND_BIAS + sum] + parts.iter().sum::<f32>()
        });
        let second_active = second.map(|sum| sum.clamp(0.0, 1.0));
        let last = self.weights[LAST_BIAS]
            + second_active.iter().zip(&self.weights[LAST..]).map(|(a, w)| a * w).sum::<f32>();
        let chance = 1.0 / (1.0 + (-last).exp());
        Pass { first, first_active, second, second_active, chance }
    }

    /// How far the network is off: the cross entropy.
    pub(crate) fn loss(&self, inputs: &[u16], target: f32) -> f32 {
        let chance = self.pass(inputs).chance.clamp(1e-6, 1.0 - 1e-6);
        -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
    }

    /// What the network says: the chance that the player to move wins.
    pub(crate) fn chance(&self, inputs: &[u16]) -> f32 {
        self.pass(inputs).chance
    }

    /// Adds the gradient of one position.
    pub(crate) fn learn(&mut self, inputs: &[u16], target: f32) {
        let Pass { first, first_active, second, second_active, chance } = self.pass(inputs);
        let error = chance - target;
        // Cut sums pull back with a small part of the gradient, so that no sum is cut for ever.
        let slope = |sum: f32| if (0.0..=1.0).contains(&sum) { 1.0 } else { 0.01 };
        self.gradient[LAST_BIAS] += error;
        let mut back = [0.0; FIRST_LAYER];
        for sum in 0..SECOND_LAYER {
            self.gradient[LAST + sum] += error * second_active[sum];
            let error = error * self.weights[LAST + sum] * slope(second[sum]);
            self.gradient[SECOND_BIAS + sum] += error;
            let start = SECOND + sum * FIRST_LAYER;
            let row = *self.row(start);
            let gradient = &mut self.gradient[start..start + FIRST_LAYER];
            for index in 0..FIRST_LAYER {
                gradient[index] += error * first_active[index];
                back[index] += error * row[index];
            }
        }
        for (back, &sum) in back.iter_mut().zip(&first) {
            *back *= slope(sum);
        }
        for &input in inputs {
            let start = usize::from(input) * FIRST_LAYER;
            for (gradient, back) in self.gradient[start..start + FIRST_LAYER].iter_mut().zip(&back)
            {
                *gradient += back;
            }
        }
        for (gradient, back) in self.gradient[FIRST_BIAS..SECOND].iter_mut().zip(&back) {
            *gradient += back;
        }
    }

    /// Takes a step against the gradients of `count` positions, and forgets them.
    pub(crate) fn step(&mut self, count: usize, rate: f32) {
        const KEEP_MEAN: f32 = 0.9;
        const KEEP_SQUARE: f32 = 0.999;
        const DECAY: f32 = 0.01;
        self.steps += 1;
        let rate_now =
            rate * (1.0 - KEEP_SQUARE.powi(self.steps)).sqrt() / (1.0 - KEEP_MEAN.powi(self.steps));
        let scale = 1.0 / count as f32;
        let lists = self.gradient.iter_mut().zip(&mut self.mean).zip(&mut self.square);
        for (((gradient, mean), square), weight) in lists.zip(&mut self.weights) {
            let g = *gradient * scale;
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * g;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * g * g;
            *weight -= rate_now * *mean / (square.sqrt() + 1e-8) + rate * DECAY * *weight;
            *gradient = 0.0;
        }
        for weight in &mut self.weights[..LAST] {
            *weight = weight.clamp(-MOST, MOST);
        }
        // The biases are the last row.
        let rows = self.weights[..SECOND].as_chunks_mut::<FIRST_LAYER>().0;
        let mut together = [0.0; FIRST_LAYER];
        for row in &*rows {
            for (together, weight) in together.iter_mut().zip(row) {
                *together += weight.abs();
            }
        }
        if together.iter().any(|&together| together > MOST_TOGETHER) {
            let parts = together.map(|together: f32| MOST_TOGETHER / together.max(MOST_TOGETHER));
            for row in rows {
                for (weight, part) in row.iter_mut().zip(&parts) {
                    *weight *= part;
                }
            }
        }
    }
}
