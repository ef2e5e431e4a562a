//! What is asked, and how much.

use super::share::{Shard, Stop};
use super::vectors::{Pair, Vector};

/// What is asked, and how much.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of the random runs.
    pub seed: u64,
    /// Only what asks this rule.
    pub rule: Option<&'static str>,
    /// Number of random runs.
    pub streams: u32,
    /// Hand-written runs, of all policies.
    pub vectors: Vec<Vector>,
    /// Identity pairs.
    pub pairs: Vec<Pair>,
    /// Which share of the cases is asked here.
    pub shard: Shard,
    /// When asking ends early.
    pub stop: Stop,
    /// Every case gets a fresh subject.
    pub isolate: bool,
    /// How large the suites are.
    pub effort: Effort,
    /// Ways of asking; all of them unless the tester itself is tested.
    pub techniques: Vec<Technique>,
    /// How the subject is named on the command line, for the line that reproduces a failure.
    pub target: String,
}

impl Plan {
    /// Everything that is asked by default about these vectors and pairs, in one share and without an end before the end. What shall be
    /// otherwise is changed by `..Plan::of(…)`.
    ///
    /// ```
    /// use loopspec::check::{Effort, Plan};
    /// use loopspec::check::vectors::{embedded_pairs, embedded_vectors};
    ///
    /// let plan = Plan { effort: Effort::Quick, ..Plan::of(embedded_vectors()?, embedded_pairs()?) };
    /// assert_eq!(plan.seed, Plan::SEED);
    /// # Ok::<(), loopspec::check::vectors::VectorError>(())
    /// ```
    pub fn of(vectors: Vec<Vector>, pairs: Vec<Pair>) -> Self {
        Self {
            seed: Self::SEED,
            rule: None,
            streams: Self::STREAMS,
            vectors,
            pairs,
            shard: Shard::WHOLE,
            stop: Stop::default(),
            isolate: false,
            effort: Effort::Normal,
            techniques: Technique::ALL.to_vec(),
            target: String::new(),
        }
    }

    /// Whether this way of asking is wanted.
    pub fn asks(&self, technique: Technique) -> bool {
        self.techniques.contains(&technique) || technique == Technique::Exhaustive && self.effort == Effort::Thorough
    }

    /// The seed when none is given: the same cases for everybody.
    pub const SEED: u64 = 20_260_727;
    /// Number of random runs by default.
    pub const STREAMS: u32 = 1500;
    /// Number of random runs with `--quick`.
    pub const STREAMS_QUICK: u32 = 100;
    /// Number of random runs with `--thorough`.
    pub const STREAMS_THOROUGH: u32 = 20_000;

    /// As much as this effort asks, random runs included.
    #[must_use]
    pub fn with_effort(mut self, effort: Effort) -> Self {
        self.effort = effort;
        self.streams = match effort {
            Effort::Quick => Self::STREAMS_QUICK,
            Effort::Normal => Self::STREAMS,
            Effort::Thorough => Self::STREAMS_THOROUGH,
        };
        self
    }
}

/// How much is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// At most 1,000 cases of a guard with the usual thresholds: those that kill most.
    Quick,
    /// Seconds in process, under half a minute over a pipe.
    #[default]
    Normal,
    /// Suites for two states more, of three symbols at a time, and every word of five core symbols.
    Thorough,
}

/// A way of asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Technique {
    /// Does state survive a case?
    Survival,
    /// Hand-written runs.
    Vectors,
    /// The pinned table of identity pairs.
    Pairs,
    /// Do events give content away?
    Leaks,
    /// The complete suite over every spelling and near miss.
    Data,
    /// The complete suite over every kind of step, for a guard with a state more than the model.
    Complete,
    /// Complete suites of pairs of symbols, for three states more.
    Slices,
    /// One or two symbols many times over.
    Pump,
    /// Every word of the core symbols up to a length; with [`Effort::Thorough`] only.
    Exhaustive,
    /// Random runs.
    Streams,
}

impl Technique {
    /// All of them, in the order of asking; but for [`Self::Exhaustive`], which is asked for its own sake.
    pub const ALL: [Self; 9] =
        [Self::Survival, Self::Vectors, Self::Pairs, Self::Leaks, Self::Data, Self::Complete, Self::Slices, Self::Pump, Self::Streams];

    /// Its name in a kill matrix.
    pub fn name(self) -> &'static str {
        match self {
            Self::Survival => "survival",
            Self::Vectors => "vectors",
            Self::Pairs => "pairs",
            Self::Leaks => "leaks",
            Self::Data => "data",
            Self::Complete => "complete",
            Self::Slices => "slices",
            Self::Pump => "pump",
            Self::Exhaustive => "exhaustive",
            Self::Streams => "streams",
        }
    }
}
