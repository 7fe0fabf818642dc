import type { Random } from "../simulation/random.ts";

/** Replacement values: some of each JSON type, and some that are easily mistaken for another type. */
const telling: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, "", "0", "-1", "x".repeat(2_000), [], {}, [[]]],
  ...[{ value: {} }, "__proto__", "\u0000", "\ud800", "2026-01-01T00:00:00Z", "1220ab", "a::b"],
];

/**
 * Changes one of several lines of JSON: values are replaced, omitted, repeated or nested. Returns undefined
 * if there are no JSON lines.
 */
export const changedJson = (
  bytes: Uint8Array,
  others: readonly Uint8Array[],
  random: Random,
): Uint8Array | undefined => {
  const lines = new TextDecoder().decode(bytes).split("\n");
  const at = random.below(lines.length);
  const value = parsed(lines[at] ?? "");
  if (value === undefined) return undefined;
  const donor = parsed(
    random.pick(new TextDecoder().decode(random.pick(others) ?? bytes).split("\n")) ?? "",
  );
  const changed = JSON.stringify(changedValue(value, donor, random));
  return new TextEncoder().encode(lines.with(at, changed).join("\n"));
};

const changedValue = (value: unknown, donor: unknown, random: Random): unknown => {
  const isWhole = typeof value !== "object" || value === null || random.once(8);
  if (isWhole) return replaced(value, donor, random);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.length === 0) return replaced(items, donor, random);
    const at = random.below(items.length);
    if (random.once(6)) return items.toSpliced(at, 1);
    if (random.once(6)) {
      return items.toSpliced(at, 0, ...Array<unknown>(1 + random.below(8)).fill(items[at]));
    }
    return items.with(at, changedValue(items[at], donor, random));
  }
  const entries = Object.entries(value);
  const at = random.below(Math.max(1, entries.length));
  const [name = "x", held] = entries[at] ?? [];
  if (random.once(6)) return Object.fromEntries(entries.toSpliced(at, 1));
  if (random.once(8)) {
    return Object.fromEntries([...entries, [random.pick(entries)?.[0] ?? "y", held]]);
  }
  return Object.fromEntries(
    entries.length === 0
      ? [[name, donor]]
      : entries.with(at, [name, changedValue(held, donor, random)]),
  );
};

const replaced = (value: unknown, donor: unknown, random: Random): unknown => {
  switch (random.below(4)) {
    case 0:
      return random.pick(telling);
    case 1:
      return within(donor, random);
    case 2: {
      let nested = value;
      for (let level = random.below(60); level > 0; level--) {
        nested = random.once(2) ? [nested] : { value: nested };
      }
      return nested;
    }
    default:
      return typeof value === "string"
        ? value.slice(random.below(value.length + 1))
        : typeof value === "number"
          ? value + (random.pick([1, -1, 1_000_000, 0.5]) ?? 1)
          : [value, value];
  }
};

/** Returns a random part of the value. */
const within = (value: unknown, random: Random): unknown => {
  if (typeof value !== "object" || value === null || random.once(5)) return value;
  return within(random.pick(Object.values(value)), random);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
