import type { Random } from "../simulation/random.ts";
import { joined as join, varint } from "./mutate-messages.ts";

/** Bytes that are significant in some format: limits of number ranges, varints, quotes, brackets. */
const telling = [
  0x00, 0x01, 0x7f, 0x80, 0xff, 0x22, 0x2e, 0x3d, 0x5b, 0x5d, 0x7b, 0x7d, 0x0a, 0x26, 0x2a, 0x3a,
];

const longest = 64 * 1024;

/** Changes the bytes in one to four places. Equal random numbers produce equal changes. */
export const mutated = (
  input: Uint8Array,
  others: readonly Uint8Array[],
  random: Random,
): Uint8Array => {
  let bytes = input;
  for (let count = 1 + random.below(4); count > 0; count--) bytes = changed(bytes, others, random);
  return bytes.subarray(0, longest);
};

const changed = (bytes: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array => {
  const at = random.below(bytes.length + 1);
  const length = random.below(Math.min(bytes.length - at, random.pick([4, 32, 512]) ?? 4) + 1);
  const [before, part, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ];
  switch (random.below(8)) {
    case 0:
      return joined(
        before,
        part.map((byte) => byte ^ (1 << random.below(8))),
        after,
      );
    case 1:
      return joined(before, Uint8Array.of(random.pick(telling) ?? 0), bytes.subarray(at + 1));
    case 2:
      return joined(before, Uint8Array.of(random.below(256)), bytes.subarray(at));
    case 3:
      return joined(before, after);
    case 4:
      return joined(before, ...Array.from({ length: 1 + random.below(8) }, () => part), after);
    case 5: {
      const value = random.pick([0, 1, 0x7f, 0xff, 0x7fff_ffff, 0xffff_ffff]) ?? 0;
      return joined(before, varint(value), bytes.subarray(at + 1));
    }
    case 6: {
      const other = random.pick(others) ?? bytes;
      const from = random.below(other.length + 1);
      return joined(before, other.subarray(from, from + length), after);
    }
    default: {
      const other = random.pick(others) ?? bytes;
      return joined(before, other.subarray(random.below(other.length + 1)));
    }
  }
};

const joined = (...parts: readonly Uint8Array[]): Uint8Array => join(parts);
