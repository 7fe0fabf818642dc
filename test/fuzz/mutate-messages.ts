import type { Random } from "../simulation/random.ts";

/** An encoded field of a protocol buffer message. */
interface Field {
  readonly number: number;
  readonly wire: 0 | 1 | 2 | 5;
  /** The bytes of a varint, or the content after tag and length. */
  readonly content: Uint8Array;
}

/** Replacement numbers: indexes of tables, and limits of number ranges. */
const telling = [0, 1, 2, 7, 127, 128, 1_000, 2 ** 31 - 1, 2 ** 32 - 1];

const deepest = 200;

/**
 * Returns the message with one change of its structure, mostly deep inside: a field is omitted, repeated,
 * moved, renumbered, replaced or nested. All lengths stay correct, so decoders get further than with random
 * bytes. Returns undefined for bytes that are not a message.
 */
export const changedMessage = (
  bytes: Uint8Array,
  others: readonly Uint8Array[],
  random: Random,
): Uint8Array | undefined => {
  const fields = fieldsOf(bytes);
  if (fields === undefined || fields.length === 0) return undefined;
  const at = random.below(fields.length);
  const field = fields[at];
  if (field === undefined) return undefined;
  if (field.wire === 2 && !random.once(6)) {
    const content = changedMessage(field.content, others, random);
    if (content !== undefined) return written(fields.with(at, { ...field, content }));
  }
  return written(changedFields(fields, at, field, { others, random }));
};

interface Means {
  readonly others: readonly Uint8Array[];
  readonly random: Random;
}

const changedFields = (
  fields: readonly Field[],
  at: number,
  field: Field,
  { others, random }: Means,
): readonly Field[] => {
  // Replaces a number mostly by a small one, which as a table index refers to another existing entry.
  if (field.wire === 0 && !random.once(4)) {
    const numbers = fields.filter(({ wire }) => wire === 0);
    const [first = 0, ...more] = (random.pick(numbers) ?? field).content;
    const near = Math.max(0, first + random.below(5) - 2);
    return fields.with(at, { ...field, content: more.length > 0 ? field.content : varint(near) });
  }
  switch (random.below(7)) {
    case 0:
      return fields.toSpliced(at, 1);
    case 1:
      return fields.toSpliced(at, 0, ...Array<Field>(1 + random.below(8)).fill(field));
    case 2: {
      const to = random.below(fields.length);
      return fields.with(at, fields[to] ?? field).with(to, field);
    }
    case 3:
      return fields.with(at, { ...field, number: 1 + random.below(random.once(4) ? 2_000 : 30) });
    case 4: {
      const numbers = fields.filter(({ wire }) => wire === 0);
      const other = random.pick(numbers)?.content ?? new Uint8Array();
      const content = random.once(2) ? varint(random.pick(telling) ?? 0) : other;
      return fields.with(at, field.wire === 0 ? { ...field, content } : field);
    }
    case 5: {
      const found = foundIn(random.pick(others) ?? new Uint8Array(), field.number, random);
      return fields.with(at, found ?? field);
    }
    default: {
      let { content } = field;
      for (let level = random.below(deepest); level > 0; level--) {
        content = written([{ ...field, wire: 2, content }]);
      }
      return fields.with(at, { ...field, wire: 2, content });
    }
  }
};

/** Returns a random field with this number, at any depth. */
const foundIn = (bytes: Uint8Array, number: number, random: Random): Field | undefined => {
  const fields = fieldsOf(bytes) ?? [];
  const own = random.pick(fields.filter((each) => each.number === number));
  if (own !== undefined && random.once(2)) return own;
  const inner = random.pick(fields.filter(({ wire }) => wire === 2));
  return (inner === undefined ? undefined : foundIn(inner.content, number, random)) ?? own;
};

/** Returns undefined for bytes that are not a message. */
const fieldsOf = (bytes: Uint8Array): readonly Field[] | undefined => {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = (): number | undefined => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) return undefined;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < bytes.length) {
    const tag = readVarint();
    if (tag === undefined) return undefined;
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    if (number === 0 || (wire !== 0 && wire !== 1 && wire !== 2 && wire !== 5)) return undefined;
    const begin = at;
    const length = wire === 0 || wire === 2 ? readVarint() : wire === 1 ? 8 : 4;
    if (length === undefined) return undefined;
    if (wire === 0) {
      fields.push({ number, wire, content: bytes.subarray(begin, at) });
      continue;
    }
    if (at + length > bytes.length) return undefined;
    fields.push({ number, wire, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return fields;
};

const written = (fields: readonly Field[]): Uint8Array =>
  joined(
    fields.flatMap(({ number, wire, content }) => [
      varint(number * 8 + wire),
      ...(wire === 2 ? [varint(content.length)] : []),
      content,
    ]),
  );

/** Encodes a number as a protocol buffer varint. */
export const varint = (value: number): Uint8Array => {
  const bytes: number[] = [];
  let left = value;
  do {
    bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Uint8Array.from(bytes);
};

export const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
