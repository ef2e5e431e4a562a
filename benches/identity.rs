//! `cargo bench -p loopspec-benches`: identity under criterion, for changes over time; the comparison with others is `--bin table`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use loopspec::identity::{CallKey, ChainKey, KeyChoices, Style, canonical};
use loopspec_benches::input::inputs;

fn identity(criterion: &mut Criterion) {
    for input in inputs() {
        let mut group = criterion.benchmark_group(input.name);
        group.throughput(Throughput::Bytes(input.text.len() as u64));
        let others = [
            ("identical", &input.text),
            ("first value differs", &input.first_differs),
            ("last value differs", &input.last_differs),
            ("respaced", &input.respaced),
            ("reordered", &input.reordered),
        ];
        for (operation, other) in others {
            let (mut chain, mut turn) = (ChainKey::new(), false);
            group.bench_function(BenchmarkId::new("chain", operation), |bencher| {
                bencher.iter(|| {
                    turn = !turn;
                    chain.follow("tool", black_box(if turn { other.as_bytes() } else { input.text.as_bytes() }))
                });
            });
        }
        group.bench_function("canonical text", |bencher| bencher.iter(|| canonical(black_box(input.text.as_bytes()), Style::default())));
        group.bench_function("key", |bencher| {
            bencher.iter(|| CallKey::new("tool", black_box(input.text.as_bytes()), &KeyChoices::default()));
        });
        group.finish();
    }
}

criterion_group!(benches, identity);
criterion_main!(benches);
