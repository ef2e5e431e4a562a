#!/bin/bash -eu
# Builds every fuzz target, each with its corpus as seeds and the dictionary of all.
cargo fuzz build -O --target-dir "$PWD/target/fuzz"
for target in $(cargo fuzz list); do
  cp "target/fuzz/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
  cp fuzz/dictionary.txt "$OUT/$target.dict"
  (cd "fuzz/corpus/$target" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
done
