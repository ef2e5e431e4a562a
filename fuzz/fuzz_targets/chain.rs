//! libFuzzer's entry to [`loopspec_fuzz::chain`].
#![cfg_attr(fuzzing, no_main)]

loopspec_fuzz::target!(loopspec_fuzz::chain);
