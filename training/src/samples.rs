//! Positions to learn from.

use std::{fs, io, path::Path};

/// Many positions: their inputs that are on, and what the player to move may expect.
#[derive(Default, Debug)]
pub(crate) struct Samples {
    inputs: Vec<u16>,
    /// Where the inputs of each position end.
    ends: Vec<u32>,
    /// The share of the point, by the search, from 0 to 1; ...
    searched: Vec<f32>,
    /// ... and what is learned.
    targets: Vec<f32>,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<'a> {
    pub(crate) inputs: &'a [u16],
    pub(crate) searched: f32,
    pub(crate) target: f32,
}

impl Samples {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn push(&mut self, inputs: &[u16], searched: f32, target: f32) {
        self.inputs.extend(inputs);
        self.ends.push(self.inputs.len() as u32);
        self.searched.push(searched);
        self.targets.push(target);
    }

    pub(crate) fn get(&self, index: usize) -> Sample<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        Sample {
            inputs: &self.inputs[start..self.ends[index] as usize],
            searched: self.searched[index],
            target: self.targets[index],
        }
    }

    /// Writes them to a file: for each the number of inputs, the inputs (u16 each) and the two
    /// shares (f32 each), little-endian.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let mut bytes = Vec::new();
        for index in 0..self.len() {
            let sample = self.get(index);
            bytes.extend((sample.inputs.len() as u16).to_le_bytes());
            for input in sample.inputs {
                bytes.extend(input.to_le_bytes());
            }
            bytes.extend(sample.searched.to_le_bytes());
            bytes.extend(sample.target.to_le_bytes());
        }
        fs::write(path, bytes)
    }

    /// Adds those of a file.
    pub(crate) fn read(&mut self, path: &Path) -> io::Result<()> {
        fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> io::Result<&'a [u8; N]> {
            let (first, rest) = bytes.split_first_chunk().ok_or(io::ErrorKind::UnexpectedEof)?;
            *bytes = rest;
            Ok(first)
        }
        let bytes = fs::read(path)?;
        let mut bytes = &bytes[..];
        let mut inputs = Vec::new();
        while !bytes.is_empty() {
            let count = u16::from_le_bytes(*take(&mut bytes)?);
            inputs.clear();
            for _ in 0..count {
                inputs.push(u16::from_le_bytes(*take(&mut bytes)?));
            }
            let searched = f32::from_le_bytes(*take(&mut bytes)?);
            let target = f32::from_le_bytes(*take(&mut bytes)?);
            self.push(&inputs, searched, target);
        }
        Ok(())
    }
}
