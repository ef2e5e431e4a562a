//! Cost against length, as `benches/cost.svg`.
//!
//! `cargo run --release -p loopspec-benches --bin plot [FILE]`

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use loopspec::identity::{ChainKey, Style, canonical};
use loopspec_benches::contender::Canonicalizer;
use loopspec_benches::contender::canonicalizers;
use loopspec_benches::input::inputs;
use plotters::prelude::*;

/// Lists of so many objects of 295 B.
const COUNTS: [usize; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096];
const SLICE: Duration = Duration::from_millis(60);

/// A line: its name, and nanoseconds by bytes.
type Line = (String, Vec<(f64, f64)>);

fn main() -> ExitCode {
    let file = std::env::args().nth(1).unwrap_or_else(|| "benches/cost.svg".to_owned());
    match draw(&file, &lines()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn lines() -> Vec<Line> {
    let inputs = inputs();
    let Some(input) = inputs.iter().find(|input| input.name == "295 B nested") else { return Vec::new() };
    let list = |text: &str, count: usize| format!("[{}]", vec![text; count].join(","));
    let others = canonicalizers();
    let mut lines: Vec<Line> = Vec::new();
    let mut line = |name: &str, cost: &mut dyn FnMut(usize) -> f64| {
        let point = |&count: &usize| (list(&input.text, count).len() as f64, cost(count));
        lines.push((name.to_owned(), COUNTS.iter().map(point).collect()));
    };
    for (name, other) in [("identical", &input.text), ("respaced", &input.respaced), ("reordered", &input.reordered)] {
        line(name, &mut |count| {
            let texts = [list(&input.text, count), list(other, count)];
            let (mut chain, mut turn) = (ChainKey::new(), false);
            nanoseconds(|| {
                turn = !turn;
                black_box(chain.follow("tool", texts[usize::from(turn)].as_bytes()));
            })
        });
    }
    line("canonical text", &mut |count| {
        let text = list(&input.text, count);
        nanoseconds(|| drop(black_box(canonical(black_box(text.as_bytes()), Style::default()))))
    });
    for theirs in others.iter().filter(|other| ["serde_json", "json-canon"].contains(&other.name())) {
        line(&format!("{}, canonical text", theirs.name()), &mut |count| of_theirs(&**theirs, &list(&input.text, count)));
    }
    lines
}

fn of_theirs(theirs: &dyn Canonicalizer, text: &str) -> f64 {
    nanoseconds(|| drop(black_box(theirs.text(black_box(text)))))
}

/// The smallest mean of some batches.
fn nanoseconds(mut work: impl FnMut()) -> f64 {
    let once = Instant::now();
    work();
    let batch = (50_000 / once.elapsed().as_nanos().max(10)).clamp(2, 1000) as u32 & !1;
    let (begin, mut best) = (Instant::now(), f64::INFINITY);
    while begin.elapsed() < SLICE || best.is_infinite() {
        let start = Instant::now();
        (0..batch).for_each(|_| work());
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(batch));
    }
    best
}

fn draw(file: &str, lines: &[Line]) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::new(file, (900, 560)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .caption("Cost against length: lists of objects of 295 B", ("sans-serif", 20))
        .build_cartesian_2d((200.0..2_000_000.0_f64).log_scale(), (5.0..20_000_000.0_f64).log_scale())?;
    chart.configure_mesh().x_desc("bytes").y_desc("nanoseconds").label_style(("sans-serif", 13)).draw()?;
    for (at, (name, points)) in lines.iter().enumerate() {
        let color = Palette99::pick(at).to_rgba();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).position(SeriesLabelPosition::UpperLeft).draw()?;
    area.present()?;
    Ok(())
}
