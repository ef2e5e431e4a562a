//! Which cases are asked here, and until when: shards, time budgets, interruption.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// One of `of` equal shares of the cases: every `of`-th, from the `index`-th on. The shares of one seed are disjoint and together are
/// the whole, so that reports of all of them can be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// All cases.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// This share cut into `jobs` shares.
    pub fn split(self, jobs: u64) -> impl Iterator<Item = Self> {
        let jobs = jobs.max(1);
        (0..jobs).map(move |job| Self { index: self.index + job * self.of, of: self.of * jobs })
    }

    /// Whether it is all cases.
    pub fn is_whole(&self) -> bool {
        self.of == 1
    }

    /// The shares that are missing among these, where they are of one number of shares and none is there twice.
    pub(super) fn missing(shares: &[Self]) -> Result<Vec<Self>, Self> {
        let of = shares.first().map_or(1, |share| share.of);
        let mut seen = BTreeSet::new();
        for share in shares {
            if share.of != of || !seen.insert(share.index) {
                return Err(*share);
            }
        }
        Ok((0..of).filter(|index| !seen.contains(index)).map(|index| Self { index, of }).collect())
    }

    /// Whether the case with this number is in it.
    pub(super) fn has(self, turn: u64) -> bool {
        turn % self.of == self.index
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

/// A text that is no share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoShard(String);

impl fmt::Display for NoShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no share; write i/n with 1 ≤ i ≤ n, such as 2/4", self.0)
    }
}

impl std::error::Error for NoShard {}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Self, NoShard> {
        text.parse()
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    /// `i/n`, counted from 1.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/').and_then(|(index, of)| Some((index.parse::<u64>().ok()?, of.parse::<u64>().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) && of <= 1_000_000 => Ok(Self { index: index - 1, of }),
            _ => Err(NoShard(text.to_owned())),
        }
    }
}

/// When asking ends early: at a time, or when somebody says so.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    interrupted: Arc<AtomicBool>,
    budget: Option<(Instant, Duration)>,
}

impl Stop {
    /// Ends after this time from now.
    #[must_use]
    pub fn after(self, budget: Duration) -> Self {
        Self { budget: Some((Instant::now(), budget)), ..self }
    }

    /// Ends as soon as the case in hand is answered. All clones end.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Why asking is over, if it is.
    pub(super) fn reason(&self) -> Option<String> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Some("interrupted; what was found until then is reported".to_owned());
        }
        let (since, budget) = self.budget?;
        (since.elapsed() >= budget)
            .then(|| format!("the budget of {:.1} s is over; what was found until then is reported", budget.as_secs_f64()))
    }
}
