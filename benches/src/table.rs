//! `bench-table [FOLDER]`: prints what `cargo bench` measured last as a table, in nanoseconds an
//! element.
//!
//! FOLDER is where criterion keeps its results; by default `criterion` in the target folder of
//! cargo. The fastest sample is the better number on a machine that does other work as well.

use std::{
    env,
    error::Error,
    fs::{self, File},
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde::{Deserialize, de::DeserializeOwned};

/// `benchmark.json`: what was measured.
#[derive(Deserialize)]
struct Benchmark {
    full_id: String,
    throughput: Option<Throughput>,
}

#[derive(Deserialize)]
enum Throughput {
    Elements(u64),
    #[serde(other)]
    Other,
}

/// `sample.json`: the samples, each some iterations and the nanoseconds that they took together.
#[derive(Deserialize)]
struct Samples {
    iters: Vec<f64>,
    times: Vec<f64>,
}

/// `estimates.json`: nanoseconds an iteration.
#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
}

/// One line of the table.
struct Row {
    name: String,
    elements: u64,
    /// Nanoseconds an element.
    median: f64,
    fastest: f64,
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Box<dyn Error>> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_reader(BufReader::new(file))
        .map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Adds a row for every bench below `folder` that counts elements.
fn collect(folder: &Path, rows: &mut Vec<Row>) -> Result<(), Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if !path.is_dir() {
            continue;
        }
        if !path.ends_with("new") {
            collect(&path, rows)?;
            continue;
        }
        let benchmark: Benchmark = read(&path.join("benchmark.json"))?;
        let Some(Throughput::Elements(elements)) = benchmark.throughput else { continue };
        let samples: Samples = read(&path.join("sample.json"))?;
        let estimates: Estimates = read(&path.join("estimates.json"))?;
        let an_iteration =
            samples.times.iter().zip(&samples.iters).map(|(time, count)| time / count);
        rows.push(Row {
            name: benchmark.full_id,
            elements,
            median: estimates.median.point_estimate / elements as f64,
            fastest: an_iteration.fold(f64::INFINITY, f64::min) / elements as f64,
        });
    }
    Ok(())
}

fn run() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).map_or_else(
        || {
            let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
            PathBuf::from(target).join("criterion")
        },
        PathBuf::from,
    );
    let mut rows = Vec::new();
    collect(&folder, &mut rows)?;
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    let mut out = io::stdout().lock();
    writeln!(out, "| bench | elements | ns an element, median | fastest sample |")?;
    writeln!(out, "|---|--:|--:|--:|")?;
    for Row { name, elements, median, fastest } in rows {
        writeln!(out, "| {name} | {elements} | {median:.3} | {fastest:.3} |")?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench-table: {error}");
            ExitCode::FAILURE
        }
    }
}
