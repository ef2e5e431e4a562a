//! SipHash-1-3 with a result of 128 bits, after the reference implementation; the standard library has it with 64 only.

/// A hash that is being fed.
#[derive(Clone)]
pub(super) struct SipHasher {
    state: [u64; 4],
    /// Bytes that fill no word yet, the first one lowest.
    tail: u64,
    length: usize,
}

const WORD: usize = size_of::<u64>();

impl SipHasher {
    pub(super) fn new([k0, k1]: [u64; 2]) -> SipHasher {
        let state = [k0 ^ 0x736f_6d65_7073_6575, k1 ^ 0x646f_7261_6e64_6f6d ^ 0xee, k0 ^ 0x6c79_6765_6e65_7261, k1 ^ 0x7465_6462_7974_6573];
        SipHasher { state, tail: 0, length: 0 }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
        let filled = self.length % WORD;
        let (start, rest) = bytes.split_at(bytes.len().min((WORD - filled) % WORD));
        start.iter().for_each(|&byte| self.push(byte));
        let (words, end) = rest.as_chunks::<WORD>();
        for word in words {
            self.compress(u64::from_le_bytes(*word));
        }
        self.length += words.len() * WORD;
        end.iter().for_each(|&byte| self.push(byte));
    }

    fn push(&mut self, byte: u8) {
        self.tail |= u64::from(byte) << (8 * (self.length % WORD));
        self.length += 1;
        if self.length.is_multiple_of(WORD) {
            let word = std::mem::take(&mut self.tail);
            self.compress(word);
        }
    }

    fn compress(&mut self, word: u64) {
        self.state[3] ^= word;
        round(&mut self.state);
        self.state[0] ^= word;
    }

    /// The hash, the first of its two words lowest.
    pub(super) fn finish(mut self) -> u128 {
        let last = (self.length as u64) << 56 | self.tail;
        self.compress(last);
        let mut half = |place: usize, mark: u64| {
            self.state[place] ^= mark;
            for _ in 0..3 {
                round(&mut self.state);
            }
            u128::from(self.state.iter().fold(0, |sum, word| sum ^ word))
        };
        half(2, 0xee) | half(1, 0xdd) << 64
    }
}

fn round([v0, v1, v2, v3]: &mut [u64; 4]) {
    *v0 = v0.wrapping_add(*v1);
    *v1 = v1.rotate_left(13) ^ *v0;
    *v0 = v0.rotate_left(32);
    *v2 = v2.wrapping_add(*v3);
    *v3 = v3.rotate_left(16) ^ *v2;
    *v0 = v0.wrapping_add(*v3);
    *v3 = v3.rotate_left(21) ^ *v0;
    *v2 = v2.wrapping_add(*v1);
    *v1 = v1.rotate_left(17) ^ *v2;
    *v2 = v2.rotate_left(32);
}

#[cfg(test)]
mod tests {
    use super::SipHasher;

    /// Values of the crate `siphasher` (`sip128::SipHasher13`) for the key 00 01 … 0f and the bytes 00 01 … of each length.
    #[test]
    fn it_is_siphash_1_3_of_128_bits() {
        let message: Vec<u8> = (0..64).collect();
        for (length, wanted) in PUBLISHED {
            for cut in 0..=length {
                let mut hasher = SipHasher::new([0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908]);
                hasher.write(&message[..cut]);
                hasher.write(&message[cut..length]);
                assert_eq!(hasher.finish(), wanted, "{length} bytes, cut at {cut}");
            }
        }
    }

    const PUBLISHED: [(usize, u128); 9] = [
        (0, 0x013030dd6adb62fd_bea58827b2bc7ee7),
        (1, 0x63f02f2bcc73055e_a8edd36004376ffc),
        (7, 0x77ab4808c82e2fa6_c3e0aaf223b98410),
        (8, 0x99c7f935ab164f72_b4dae3d5e1fe12aa),
        (9, 0x427c1394000e72f4_9439f32c04b8dd81),
        (15, 0x09017e1eeccd2129_6c52bdb205557ec1),
        (16, 0x93179e3df8b013b5_eb8e511557d9a8d0),
        (31, 0x1090a7df50e5c317_8b853c5b1c96ea42),
        (63, 0xad6052a70a6b9f07_6f42fe4ee300584c),
    ];
}
