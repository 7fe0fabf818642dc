/**
 * SHA-256 (FIPS 180-4) for the many short messages that seeds, contract ids and contract hashes are
 * made of: one state that is kept, compressed straight from the message. Hashing is synchronous and
 * never calls back, so one state serves all. Held against @noble/hashes by its tests.
 */

const blockSize = 64;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const roundConstants = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);

/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const initialState = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

const state = new Int32Array(8);
const schedule = new Int32Array(64);
/** The beginning of a block that is not whole yet. */
const pending = new Uint8Array(blockSize);
const progress = { pending: 0, length: 0 };

/** What was hashed so far, if that was a number of whole blocks. */
export type HashState = Int32Array;

/** Begins a hash, from the start or from where another one was after `length` bytes. */
export const beginHash = (from: HashState = initialState, length = 0): void => {
  state.set(from);
  progress.pending = 0;
  progress.length = length;
};

export const updateHash = (bytes: Uint8Array): void => {
  const { length } = bytes;
  progress.length += length;
  let at = 0;
  if (progress.pending > 0) {
    at = Math.min(blockSize - progress.pending, length);
    copyToPending(bytes, 0, at);
    if (progress.pending < blockSize) return;
    compress(pending, 0);
    progress.pending = 0;
  }
  for (; at + blockSize <= length; at += blockSize) compress(bytes, at);
  copyToPending(bytes, at, length);
};

/** A copy of where the hash is; a number of whole blocks must have been hashed. */
export const hashState = (): HashState => state.slice();

/** Ends the hash and writes its 32 bytes to the beginning of `digest`. */
export const finishHash = (digest: Uint8Array): void => {
  pending[progress.pending++] = 0x80;
  if (progress.pending > blockSize - 8) {
    pending.fill(0, progress.pending);
    compress(pending, 0);
    progress.pending = 0;
  }
  pending.fill(0, progress.pending);
  writeInt32(pending, blockSize - 8, Math.floor(progress.length / 2 ** 29));
  writeInt32(pending, blockSize - 4, progress.length << 3);
  compress(pending, 0);
  for (let word = 0; word < 8; word++) writeInt32(digest, 4 * word, state[word] ?? 0);
};

// A loop beats `set` of a view for the few bytes that are left over.
const copyToPending = (bytes: Uint8Array, from: number, to: number): void => {
  let { pending: at } = progress;
  for (let index = from; index < to; index++) pending[at++] = bytes[index] ?? 0;
  progress.pending = at;
};

const writeInt32 = (bytes: Uint8Array, at: number, word: number): void => {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
};

const compress = (bytes: Uint8Array, start: number): void => {
  for (let t = 0, at = start; t < 16; t++, at += 4) {
    schedule[t] =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0);
  }
  for (let t = 16; t < 64; t++) {
    const old = schedule[t - 15] ?? 0;
    const young = schedule[t - 2] ?? 0;
    const s0 = ((old >>> 7) | (old << 25)) ^ ((old >>> 18) | (old << 14)) ^ (old >>> 3);
    const s1 = ((young >>> 17) | (young << 15)) ^ ((young >>> 19) | (young << 13)) ^ (young >>> 10);
    schedule[t] = (s0 + (schedule[t - 7] ?? 0) + s1 + (schedule[t - 16] ?? 0)) | 0;
  }
  // One by one: taking them apart by a pattern would go through an iterator.
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + (roundConstants[t] ?? 0) + (schedule[t] ?? 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const t2 = (s0 + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
};
