//! libFuzzer's entry to [`loopspec_fuzz::runs`].
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| loopspec_fuzz::runs(data));

/// Without libFuzzer the files that are named are run, once each.
#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        loopspec_fuzz::runs(&std::fs::read(path)?);
    }
    Ok(())
}
