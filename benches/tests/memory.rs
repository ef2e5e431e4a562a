//! How much memory a million objects in each other take, in bytes that were asked for; beside the texts, which the caller has.

use allocation_counter::measure;
use loopspec::identity::{CallKey, ChainKey, KeyChoices, Style, canonical};

const LEVELS: usize = 1_000_000;
/// As many bytes for each byte of text are allowed.
const TIMES: u64 = 10;

/// Objects with two members each, spelled in one order and in the other; the next object is the value of `a` or of `b`.
fn texts(inner: char) -> [String; 2] {
    let (before, after) = if inner == 'a' { (r#"{"b":1,"a":"#, r#"{"a":"#) } else { (r#"{"b":"#, r#"{"a":1,"b":"#) };
    let (end, sorted_end) = if inner == 'a' { ("}", r#","b":1}"#) } else { (r#","a":1}"#, "}") };
    [(before, end), (after, sorted_end)].map(|(before, end)| [before.repeat(LEVELS), "1".to_owned(), end.repeat(LEVELS)].concat())
}

#[track_caller]
fn takes_little(what: &str, text: &str, work: impl FnOnce()) {
    let most = measure(work).bytes_max;
    assert!(most > text.len() as u64, "{what}: the counter counts");
    assert!(most <= TIMES * text.len() as u64, "{what}: {most} bytes for a text of {}", text.len());
}

#[test]
fn a_million_objects_out_of_order_take_ten_times_their_text_at_most() {
    for inner in ['a', 'b'] {
        let [unsorted, sorted] = texts(inner);
        takes_little("canonical text", &unsorted, || assert_eq!(canonical(unsorted.as_bytes(), Style::default()), sorted));
        takes_little("key", &unsorted, || drop(CallKey::new("tool", unsorted.as_bytes(), &KeyChoices::default())));
        takes_little("comparison", &unsorted, || {
            let mut chain = ChainKey::new();
            assert!(!chain.follow("tool", unsorted.as_bytes()));
            assert!(chain.follow("tool", sorted.as_bytes()));
        });
        takes_little("comparison the other way round", &unsorted, || {
            let mut chain = ChainKey::new();
            assert!(!chain.follow("tool", sorted.as_bytes()));
            assert!(chain.follow("tool", unsorted.as_bytes()));
        });
    }
}
