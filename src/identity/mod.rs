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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallKey(String, Vec<u8>);
impl CallKey {
    pub fn new(tool: &str, args: &[u8], _c: &KeyChoices) -> Self {
        Self(tool.into(), args.into())
    }
}
pub struct Pairing {
    pub same: bool,
    pub rule: Option<&'static str>,
}
pub fn pair(_a: (&str, &[u8]), _b: (&str, &[u8]), _c: &KeyChoices) -> Pairing {
    Pairing { same: true, rule: None }
}
pub fn canonical(text: &[u8], _s: Style) -> String {
    String::from_utf8_lossy(text).into_owned()
}
pub fn member_spans(_text: &[u8]) -> Option<Vec<(String, std::ops::Range<usize>)>> {
    None
}
pub enum Text<'a> {
    Json(&'a [u8]),
    Raw(&'a [u8]),
}
impl<'a> Text<'a> {
    pub fn parse(t: &'a [u8]) -> Self {
        Self::Json(t)
    }
    pub fn is_object(&self) -> bool {
        true
    }
    pub fn depth(&self) -> usize {
        1
    }
    pub fn canonical(&self, _s: Style) -> String {
        String::new()
    }
}
