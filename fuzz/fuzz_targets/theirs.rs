//! libFuzzer's entry to [`loopspec_fuzz::theirs`].
#![cfg_attr(fuzzing, no_main)]

loopspec_fuzz::target!(loopspec_fuzz::theirs);
