//! The names of the tests: one a rule, as the registry has them. A macro cannot read the registry, so that they stand here a second
//! time; the test target `author` compares them.

/// The tests of a family of rules, or of rules given by name. They ask `LOOPSPEC_SUITE`, which [`conformance_tests!`](crate::conformance_tests)
/// puts beside them.
#[doc(hidden)]
#[macro_export]
macro_rules! rule_tests {
    (identity) => {
        $crate::rule_tests! {
            identity_name "identity.name";
            identity_boundary "identity.boundary";
            identity_call_id "identity.call-id";
            identity_key_order "identity.key-order";
            identity_array_order "identity.array-order";
            identity_whitespace "identity.whitespace";
            identity_escapes "identity.escapes";
            identity_types "identity.types";
            identity_full_length "identity.full-length";
            identity_special_keys "identity.special-keys";
            identity_not_json "identity.not-json";
            identity_empty "identity.empty";
            identity_distinct_numbers "identity.distinct-numbers";
            identity_equal_numbers "identity.equal-numbers";
            identity_surrogates "identity.surrogates";
            identity_duplicate_names "identity.duplicate-names";
            identity_depth "identity.depth";
            identity_ignored_members "identity.ignored-members";
        }
    };
    (pattern) => {
        $crate::rule_tests! {
            pattern_literal "pattern.literal";
            pattern_prefix "pattern.prefix";
            pattern_suffix "pattern.suffix";
            pattern_infix "pattern.infix";
            pattern_anchored "pattern.anchored";
            pattern_any "pattern.any";
            pattern_no_match "pattern.no-match";
        }
    };
    (repeat) => {
        $crate::rule_tests! {
            repeat_chain_consecutive "repeat.chain.consecutive";
            repeat_chain_change_resets "repeat.chain.change-resets";
            repeat_chain_within_round "repeat.chain.within-round";
            repeat_chain_across_rounds "repeat.chain.across-rounds";
            repeat_chain_result_blind "repeat.chain.result-blind";
            repeat_chain_no_cycles "repeat.chain.no-cycles";
            repeat_chain_model_order "repeat.chain.model-order";
            repeat_threshold_first_short "repeat.threshold.first-short";
            repeat_threshold_later_detailed "repeat.threshold.later-detailed";
            repeat_threshold_once "repeat.threshold.once";
            repeat_threshold_silent_between "repeat.threshold.silent-between";
            repeat_threshold_silent_after_last "repeat.threshold.silent-after-last";
            repeat_threshold_rearm "repeat.threshold.rearm";
            repeat_threshold_unsorted "repeat.threshold.unsorted";
            repeat_reminder_after_results "repeat.reminder.after-results";
            repeat_reminder_role "repeat.reminder.role";
            repeat_reminder_crossings "repeat.reminder.crossings";
            repeat_never_blocks "repeat.never-blocks";
            repeat_transparent_bookkeeping "repeat.transparent.bookkeeping";
            repeat_transparent_exclude "repeat.transparent.exclude";
            repeat_transparent_include "repeat.transparent.include";
            repeat_counts_denied "repeat.counts.denied";
            repeat_counts_disabled "repeat.counts.disabled";
            repeat_counts_failed "repeat.counts.failed";
            repeat_reset_steer "repeat.reset.steer";
            repeat_reset_follow_up "repeat.reset.follow-up";
            repeat_reset_injection "repeat.reset.injection";
            repeat_reset_not_rewrite "repeat.reset.not-rewrite";
            repeat_reset_not_own "repeat.reset.not-own";
            repeat_reset_not_prose "repeat.reset.not-prose";
            repeat_config_below_two "repeat.config.below-two";
            repeat_config_duplicate "repeat.config.duplicate";
            repeat_config_zero "repeat.config.zero";
            repeat_config_negative_preview "repeat.config.negative-preview";
            repeat_text_short "repeat.text.short";
            repeat_text_detailed "repeat.text.detailed";
            repeat_text_preview_clamp "repeat.text.preview-clamp";
            repeat_text_preview_marker "repeat.text.preview-marker";
            repeat_text_preview_scalars "repeat.text.preview-scalars";
            repeat_text_preview_canonical "repeat.text.preview-canonical";
        }
    };
    (progress) => {
        $crate::rule_tests! {
            progress_first_runs "progress.first-runs";
            progress_second_runs "progress.second-runs";
            progress_warn_second "progress.warn-second";
            progress_warnings "progress.warnings";
            progress_observation_resets "progress.observation-resets";
            progress_third_blocked "progress.third-blocked";
            progress_zero_executions "progress.zero-executions";
            progress_answers "progress.answers";
            progress_escalation "progress.escalation";
            progress_ended "progress.ended";
            progress_bundle_order "progress.bundle.order";
            progress_bundle_every_member "progress.bundle.every-member";
            progress_bundle_arguments "progress.bundle.arguments";
            progress_bundle_size "progress.bundle.size";
            progress_bundle_within_round "progress.bundle.within-round";
            progress_bundle_disarms "progress.bundle.disarms";
            progress_bundle_not_prose "progress.bundle.not-prose";
            progress_completion_order "progress.completion-order";
            progress_barrier "progress.barrier";
            progress_visible "progress.visible";
            progress_own_text "progress.own-text";
            progress_errors "progress.errors";
            progress_exact "progress.exact";
            progress_no_cycles "progress.no-cycles";
            progress_exempt "progress.exempt";
            progress_exempt_breaks "progress.exempt.breaks";
            progress_empty "progress.empty";
            progress_compare "progress.compare";
            progress_compare_rest "progress.compare.rest";
            progress_external_input "progress.external-input";
            progress_not_rewrite "progress.not-rewrite";
            progress_fail_open "progress.fail-open";
            progress_config_below_two "progress.config.below-two";
            progress_event "progress.event";
            progress_event_count "progress.event.count";
            progress_event_tools "progress.event.tools";
            progress_event_fingerprint "progress.event.fingerprint";
            progress_event_no_results "progress.event.no-results";
            progress_event_no_arguments "progress.event.no-arguments";
            progress_event_keyed "progress.event.keyed";
            progress_diagnostic "progress.diagnostic";
        }
    };
    (run) => {
        $crate::rule_tests! {
            run_fresh "run.fresh";
            run_isolated "run.isolated";
            run_resume "run.resume";
            run_inert "run.inert";
        }
    };
    ($($name:ident $id:literal;)+) => {
        $(
            #[test]
            fn $name() {
                LOOPSPEC_SUITE.rule($id);
            }
        )+
    };
}
