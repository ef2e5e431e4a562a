//! How faults are declared: each with the rules that it breaks.

/// Declares faults, each with the rule that it breaks first and those that it breaks besides.
macro_rules! faults {
    ($(#[$doc:meta])* $name:ident { $($fault:ident: $rule:literal $(, $also:literal)*;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum $name { $($fault),* }

        impl $name {
            pub(super) const ALL: &'static [Self] = &[$(Self::$fault),*];

            pub(super) fn rules(self) -> &'static [&'static str] {
                match self { $(Self::$fault => &[$rule $(, $also)*]),* }
            }
        }
    };
}
pub(super) use faults;
