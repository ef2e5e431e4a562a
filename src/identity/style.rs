//! How canonical text is written.

/// The choice `escapes`: which characters of a string the canonical text escapes beyond what JSON must.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Escapes {
    /// Everything but printable ASCII, as Python does by default.
    Ascii,
    /// `<`, `>`, `&`, U+2028 and U+2029, as Go does by default.
    Html,
    /// Nothing.
    #[default]
    Minimal,
}

/// The choice `spacing`: what stands after a comma and a colon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Spacing {
    /// Nothing.
    #[default]
    None,
    /// One space, as Python does by default.
    Python,
}

/// How a canonical text is written; identity never depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Style {
    /// Which characters are escaped.
    pub escapes: Escapes,
    /// What separates tokens.
    pub spacing: Spacing,
}
