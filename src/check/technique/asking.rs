//! Guards with a policy of their own: measured first, then asked what holds for every guard.

use super::carrier::{Carrier, Exact};
use super::claim::{Claim, claim};
use super::measuring::card;
use super::runs::{fresh, isolated};
use crate::check::card::{Card, Stimulus};
use crate::check::checker::Checker;
use crate::check::fit::fit;
use crate::check::plan::Plan;
use crate::check::vectors::Pair;
use crate::check::verdict::WAIVED;
use crate::identity::spellings;
use crate::step::{Case, Outcome, Step};

/// How often each stimulus of the card comes before it is believed.
const TRIES: u32 = 3;

/// The card, then pairs of calls, then runs side by side. Every answer also shows that the guard answers (`run.inert`).
pub(crate) fn any(checker: &mut Checker<'_>, plan: &Plan, progress: &mut dyn FnMut(u64, u64)) {
    let mut card = card(checker, TRIES);
    let shaky = card.lines.iter().any(|line| line.unmeasured.as_ref().is_some_and(|why| why.starts_with("not deterministic")));
    let acting = if shaky { Err("it is not deterministic".to_owned()) } else { Carrier::acting(&card).ok_or_else(|| silence(&card)) };
    if !shaky && !card.acts() && !checker.is_over() && checker.findings.is_empty() {
        checker.error(NEVER.to_owned());
    }
    let judged = acting.clone().and_then(|_| {
        let mut reasons = Vec::new();
        let usable = Carrier::all(&card).find_map(|carrier| carrier.usable(checker, &card).map_err(|reason| reasons.push(reason)).ok());
        usable.ok_or_else(|| reasons.swap_remove(0))
    });
    card.identity = Some(match &judged {
        Ok(carrier) => format!("asked with {}", carrier.words()),
        Err(reason) => format!("not judged: {reason}"),
    });
    checker.card = Some(card);
    let wanted = |rule: &str| plan.rule.is_none_or(|wanted| wanted == rule || wanted == "run.inert");
    let pairs: Vec<&Pair> = plan.pairs.iter().filter(|pair| wanted(pair.rule)).collect();
    let total = pairs.len() as u64 + 2;
    match acting {
        Ok(carrier) => {
            if wanted("run.fresh") {
                fresh(checker, &carrier);
            }
            if wanted("run.isolated") {
                isolated(checker, &carrier);
            }
        }
        Err(reason) => ["run.fresh", "run.isolated"].into_iter().for_each(|rule| checker.skip(rule, &reason)),
    }
    let mut exact = Exact::default();
    for (done, pair) in (2..).zip(pairs) {
        if checker.is_over() {
            return;
        }
        progress(done, total);
        if !checker.is_mine() {
            continue;
        }
        match &judged {
            Ok(carrier) => {
                if let Err(reason) = ask(checker, carrier, pair, &plan.pairs, &mut exact) {
                    checker.skip(pair.rule, &reason);
                }
            }
            Err(reason) => {
                checker.skip(pair.rule, reason);
                answers(checker, pair);
            }
        }
    }
}

/// The advice for a guard that nothing moved.
const NEVER: &str = "it acted on none of the card's stimuli, so nothing about it can be judged: if it reacts to certain tools only, name \
                     them in `tools` of its profile; if it reacts to a condition (errors, a kind of result, time), see that the adapter feeds \
                     it what its host does";

fn silence(card: &Card) -> String {
    if card.acts() { "it acts on no run that repeats one call".to_owned() } else { "it acted on nothing".to_owned() }
}

/// Asks whether the guard takes the second call of a pair for the first one: t − 1 times the first, then the second.
///
/// # Errors
/// Why that is not judged.
fn ask(checker: &mut Checker<'_>, carrier: &Carrier, pair: &Pair, pairs: &[Pair], exact: &mut Exact) -> Result<(), String> {
    if checker.waived(pair.rule) {
        return Err(WAIVED.to_owned());
    }
    let same = pair.same_for(&checker.profile)?;
    let keeps_ids = pair.rule == "identity.call-id";
    if keeps_ids && carrier.stimulus == Stimulus::Copies {
        return Err("it acts inside one round only, where ids are unique".to_owned());
    }
    // What the guard does when the call is exactly the first one shows that it looks at such calls at all.
    const NOT_MOVED: &str = "it does not act on such calls, however often they come";
    let steps = carrier.run(checker, &pair.a, &pair.b, carrier.t, keeps_ids);
    // A pair that its profile takes away is skipped for that reason.
    fit(&Case { policy: checker.policy, steps: steps.clone() }, &checker.profile)?;
    let repeated = exact.transcript(checker, carrier, &pair.a, keeps_ids).ok_or(NOT_MOVED)?;
    let judge = |acts: bool| acts == same;
    let mut asked = Claim {
        origin: format!("pair {}", pair.id),
        rule: pair.rule,
        judge: &|case, got| {
            let last = case.steps.len() - 1;
            (!judge(super::measuring::acts_at(case, got, last))).then_some(last)
        },
        what: if same { "does not act" } else { "acts" },
        want: repeated,
        steps,
        control: &mut |_| Ok(Vec::new()),
    };
    if same {
        let mut second = |checker: &mut Checker<'_>| {
            plainer(checker, carrier, pair, pairs, exact)?;
            exact.transcript(checker, carrier, &pair.b, keeps_ids).map(|_| Vec::new()).ok_or_else(|| NOT_MOVED.to_owned())
        };
        asked.control = &mut second;
        claim(checker, asked)
    } else {
        let mut other = |checker: &mut Checker<'_>| {
            plainer(checker, carrier, pair, pairs, exact)?;
            carrier.silent_at_other(checker, &pair.a, keeps_ids)
        };
        asked.control = &mut other;
        claim(checker, asked)
    }
}

/// The rules, beside its own, that a pair needs: its answer says nothing about its rule where one of them does not hold.
fn needs(pair: &Pair, checker: &Checker<'_>) -> Vec<&'static str> {
    let (a, b) = (&pair.a, &pair.b);
    let mut rules = spellings((&a.tool, &a.args), (&b.tool, &b.args), &checker.profile.key_choices());
    if a.tool != b.tool && a.args == b.args {
        // Two names and nothing else: whoever leaves names out takes any two for one.
        rules.push("identity.name");
    }
    rules.retain(|rule| *rule != pair.rule);
    rules
}

/// Whether the rules hold that a failed pair needs, asked with the pairs that need no other.
///
/// # Errors
/// One that does not.
fn plainer(checker: &mut Checker<'_>, carrier: &Carrier, pair: &Pair, pairs: &[Pair], exact: &mut Exact) -> Result<(), String> {
    for rule in needs(pair, checker) {
        for plain in pairs.iter().filter(|plain| plain.rule == rule) {
            let Ok(same) = plain.same_for(&checker.profile) else { continue };
            if !needs(plain, checker).is_empty() || exact.transcript(checker, carrier, &plain.a, false).is_none() {
                continue;
            }
            let steps = carrier.run(checker, &plain.a, &plain.b, carrier.t, false);
            let Ok((case, got)) = super::measuring::observe(checker, "control", steps) else { continue };
            if super::measuring::acts_at(&case, &got, case.steps.len() - 1) != same {
                return Err(format!("it needs {rule}, which does not hold"));
            }
        }
    }
    Ok(())
}

/// Where identity cannot be judged, the calls of a pair still are ordinary input.
fn answers(checker: &mut Checker<'_>, pair: &Pair) {
    let mut steps = vec![super::measuring::open(checker)];
    steps.extend([&pair.a, &pair.b].map(|call| Step::new(super::stimuli::alone(call.clone(), Outcome::ok("ok")))));
    // What it answers is not judged; a run that its profile takes away is not asked.
    let _ = super::measuring::observe(checker, &format!("pair {}", pair.id), steps);
}
