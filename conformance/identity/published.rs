//! Published test data: the number sequence and the documents of RFC 8785's authors, and the JSON parsing test suite.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use loopspec::identity::{Style, Text, canonical};
use sha2::{Digest, Sha256};

use crate::packages;

#[test]
fn a_million_doubles_have_the_published_canonical_texts() {
    let test = "a_million_doubles_have_the_published_canonical_texts";
    let Some(folder) = packages::folder(test, "serde_json_canonicalizer") else { return };
    let published = [
        (1_000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687"),
        (10_000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892"),
        (100_000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7"),
        (1_000_000, "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16"),
    ];
    let mut digest = Sha256::new();
    let mut found = Vec::new();
    for (index, bits) in doubles(&folder).take(1_000_000).enumerate() {
        let text = canonical(spelled(f64::from_bits(bits), index).as_bytes(), Style::default());
        digest.update(format!("{bits:x},{text}\n"));
        if published.iter().any(|(lines, _)| *lines == index + 1) {
            found.push((index + 1, hex(&digest.clone().finalize())));
        }
    }
    assert_eq!(found, published.map(|(lines, hash)| (lines, hash.to_owned())));
}

/// The sequence: a table of edge cases (read from the published generator), 2,000 doubles in a row from the smallest normal
/// one, then the doubles in a chain of SHA-256 blocks that begins with zeros; zeros and what is not finite left out.
fn doubles(folder: &Path) -> impl Iterator<Item = u64> {
    let generator = std::fs::read_to_string(folder.join("tests/resources/generated-numbers/numgen.js")).unwrap();
    let table = generator.split_once("staticU64s").unwrap().1.split_once(']').unwrap().0;
    let edges: Vec<u64> = table
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter_map(|word| word.strip_prefix("0x")?.strip_suffix('n'))
        .map(|digits| u64::from_str_radix(digits, 16).unwrap())
        .collect();
    let blocks = std::iter::successors(Some([0; 32]), |block: &[u8; 32]| Some(Sha256::digest(block).into())).skip(1);
    let random = blocks.flat_map(|block| [0, 8, 16, 24].map(|at| u64::from_le_bytes(block[at..at + 8].try_into().unwrap())));
    let usable = |bits: &u64| f64::from_bits(*bits).is_finite() && f64::from_bits(*bits) != 0.0;
    edges.into_iter().chain((0..2_000).map(|row| 0x0010_0000_0000_0000 + row)).chain(random.filter(usable))
}

/// A double by its shortest digits, but in another layout each time: a shifted point, zeros after it, an exponent.
fn spelled(value: f64, index: usize) -> String {
    let shortest = shortest(value);
    let (mantissa, exponent) = shortest.split_once('e').unwrap();
    let (sign, mantissa) = if let Some(rest) = mantissa.strip_prefix('-') { ("-", rest) } else { ("", mantissa) };
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap();
    let zeros = "0".repeat(index % 4);
    match index % 5 {
        0 => shortest,
        1 => format!("{sign}0.{digits}{zeros}E{}", exponent + 1),
        2 if digits != "0" => format!("{sign}{digits}{zeros}e{}", exponent + 1 - digits.len() as i32 - zeros.len() as i32),
        3 => format!("{sign}0.{zeros}{digits}e{:+04}", exponent + 1 + zeros.len() as i32),
        _ => format!("{sign}{}.{}{zeros}0e{exponent}", &digits[..1], &digits[1..]),
    }
}

/// The fewest digits that are this double and no other, of these the nearest, a tie to even as ECMAScript has it (the
/// standard library rounds a tie up).
fn shortest(value: f64) -> String {
    let shortest = format!("{value:e}");
    let places = shortest.bytes().take_while(|b| *b != b'e').filter(u8::is_ascii_digit).count() - 1;
    let nearest = format!("{value:.places$e}");
    if nearest.parse() == Ok(value) { nearest } else { shortest }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").unwrap();
        out
    })
}

#[test]
fn the_six_published_documents_have_the_published_canonical_texts() {
    let test = "the_six_published_documents_have_the_published_canonical_texts";
    let Some(folder) = packages::folder(test, "serde_json_canonicalizer") else { return };
    let folder = folder.join("tests/resources/testdata");
    for name in ["arrays", "french", "structures", "unicode", "values", "weird"] {
        let input = std::fs::read(folder.join(format!("input/{name}.json"))).unwrap();
        let mut published = std::fs::read_to_string(folder.join(format!("output/{name}.json"))).unwrap();
        if name == "values" {
            // The one exception: RFC 8785 rounds this number to binary64, we keep its digits.
            assert_eq!(published.matches("333333333.3333333,").count(), 1);
            published = published.replace("333333333.3333333,", "333333333.33333329,");
        }
        assert_eq!(canonical(&input, Style::default()), published, "{name}");
    }
}

#[test]
fn the_json_parsing_test_suite_is_accepted_and_rejected_as_published() {
    let test = "the_json_parsing_test_suite_is_accepted_and_rejected_as_published";
    let Some(folder) = packages::folder(test, "json-syntax") else { return };
    let mut counts = BTreeMap::new();
    for entry in std::fs::read_dir(folder.join("tests/inputs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read(&path).unwrap();
        let accepted = matches!(Text::parse(&text), Text::Json(_));
        let class = name.chars().next().unwrap();
        match class {
            'n' => assert!(!accepted, "{name} was taken for JSON"),
            'y' => assert!(accepted, "{name} was not taken for JSON"),
            // Left to the implementation by the suite: lone surrogates are JSON here, what is not UTF-8 is not.
            'i' => assert_eq!(accepted, std::str::from_utf8(&text).is_ok(), "{name}"),
            _ => panic!("{name} belongs to no class of the suite"),
        }
        *counts.entry(class).or_insert(0) += 1;
    }
    assert_eq!(counts, BTreeMap::from([('i', 19), ('n', 188), ('y', 107)]));
}
