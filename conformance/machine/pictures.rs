//! Machines as DOT and Mermaid.

use loopspec::machine::{Mealy, dot, explore, mermaid};

fn vending() -> Mealy {
    let step = |&coins: &u8, input| match (input, coins) {
        (0, 2) => (2, 2),
        (0, _) => (coins + 1, 0),
        (1, 2) => (0, 3),
        (_, _) => (coins, 1),
    };
    explore(3, 0_u8, 9, step).unwrap().machine
}

fn input(symbol: u32) -> String {
    ["coin", "button", "kick"][symbol as usize].to_owned()
}

fn output(output: u32) -> String {
    ["click", "nothing", "coin back", "drink"][output as usize].to_owned()
}

/// Names made of what could break a picture.
fn hostile(_: u32) -> String {
    "a\"b\\ \n;:#<c>&%{}[]\u{2028}é--> s9".to_owned()
}

#[test]
fn a_machine_is_drawn_as_dot_with_one_edge_for_each_pair_of_states() {
    insta::assert_snapshot!(dot(&vending(), input, output), @r##"
    digraph machine {
        rankdir=LR;
        node [shape=circle];
        start [shape=point];
        start -> 0;
        0 -> 0 [label="button / nothing\nkick / nothing"];
        0 -> 1 [label="coin / click"];
        1 -> 1 [label="button / nothing\nkick / nothing"];
        1 -> 2 [label="coin / click"];
        2 -> 0 [label="button / drink"];
        2 -> 2 [label="coin / coin back\nkick / nothing"];
    }
    "##);
}

#[test]
fn a_machine_is_drawn_as_mermaid_with_one_arrow_for_each_pair_of_states() {
    insta::assert_snapshot!(mermaid(&vending(), input, output), @r##"
    stateDiagram-v2
        direction LR
        [*] --> s0
        s0 --> s0 : button / nothing<br/>kick / nothing
        s0 --> s1 : coin / click
        s1 --> s1 : button / nothing<br/>kick / nothing
        s1 --> s2 : coin / click
        s2 --> s0 : button / drink
        s2 --> s2 : coin / coin back<br/>kick / nothing
    "##);
}

#[test]
fn names_cannot_break_a_picture() {
    let machine = Mealy::new(&[vec![(0, 0)]]).unwrap();
    insta::assert_snapshot!(dot(&machine, hostile, |_| "x".into()), @r##"
    digraph machine {
        rankdir=LR;
        node [shape=circle];
        start [shape=point];
        start -> 0;
        0 -> 0 [label="a\"b\\ \\n;:#<c>&amp;%{}[] é--> s9 / x"];
    }
    "##);
}

#[test]
fn names_cannot_break_a_diagram() {
    let machine = Mealy::new(&[vec![(0, 0)]]).unwrap();
    insta::assert_snapshot!(mermaid(&machine, hostile, |_| "x".into()), @r##"
    stateDiagram-v2
        direction LR
        [*] --> s0
        s0 --> s0 : a#34;b#92; #92;n#59;#58;#35;#60;c#62;#38;#37;#123;#125;#91;#93;#8232;é--#62; s9 / x
    "##);
}

#[test]
fn a_control_in_a_name_is_spelled_out_in_dot() {
    let drawn = dot(&vending(), |_| "a\u{7}b".to_owned(), output);
    assert!(drawn.contains(r"a\\u{7}b / click"), "{drawn}");
}
