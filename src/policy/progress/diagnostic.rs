//! Policy B's own words: names of the tools and the count, never content of results (`progress.diagnostic`).

/// What the model is told after the results of a round that brought nothing new.
pub fn warning(tools: &[String], count: u64) -> String {
    format!(
        "No progress: {} returned the same results {count} times in a row. Repeating this round will not bring anything new. \
         Re-plan: choose a different action, different arguments, or finish the task.",
        named(tools)
    )
}

/// What the model is shown instead of the result of a refused call.
pub fn refusal(tools: &[String], count: u64) -> String {
    format!(
        "Not executed: this would be occurrence {count} in a row of {} with the same results. Choose a different action, \
         different arguments, or finish the task.",
        named(tools)
    )
}

fn named(tools: &[String]) -> String {
    match tools {
        [] => "no tool".to_owned(),
        [tool] => format!("tool {tool}"),
        tools => format!("tools {}", tools.join(", ")),
    }
}
