//! Placeholder until the identity layer lands.
#![allow(missing_docs)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Numbers {
    #[default]
    Exact,
    Binary64,
    IntFloat,
    Literal,
}
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Escapes {
    #[default]
    Minimal,
    Html,
    Ascii,
}
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "check", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Spacing {
    #[default]
    None,
    Python,
}
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub escapes: Escapes,
    pub spacing: Spacing,
}
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyChoices {
    pub numbers: Numbers,
    pub ignored_members: Vec<String>,
}
