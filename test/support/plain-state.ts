import { ImmutableHashMap } from "../../lib/base/collections/immutable-hash-map.ts";
import { ImmutableOrderedMap } from "../../lib/base/collections/immutable-ordered-map.ts";
import { PackageRegistry } from "../../lib/contracts/packages/registry.ts";
import { ActiveContracts } from "../../lib/ledger/state/active-contracts.ts";
import type { LedgerState } from "../../lib/store.ts";

/**
 * Returns the state as plain data, to compare it with deep equality. Collections of the state have private
 * fields, which deep equality ignores.
 */
export const plainState = (state: LedgerState): unknown => plain(state);

const plain = (value: unknown): unknown => {
  if (value instanceof ImmutableOrderedMap) {
    return Array.from(value.entries(), plainEntry);
  }
  if (value instanceof ActiveContracts) return plain(indexesOf(value));
  if (value instanceof ImmutableHashMap) return new Map(Array.from(value.entries(), plainEntry));
  if (value instanceof PackageRegistry) {
    return Array.from(value.packages(), ({ packageId }) => packageId);
  }
  if (value instanceof Map) return [...value];
  if (Array.isArray(value)) return value.map((held: unknown) => plain(held));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.entries(value).map(([name, held]) => [name, plain(held)]);
};

const indexesOf = ({ nextSequence, all, byStakeholder, byTemplate, byKey }: ActiveContracts) => ({
  nextSequence,
  all,
  byStakeholder,
  byTemplate,
  byKey,
});

const plainEntry = ([key, held]: [unknown, unknown]): [unknown, unknown] => [key, plain(held)];

/** Deeply freezes the state, so that later changes throw a TypeError. */
export const freezeState = (state: LedgerState): LedgerState => {
  freeze(state, new Set());
  return state;
};

const freeze = (value: unknown, seen: Set<unknown>): void => {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  // A registry's content is private, and JavaScript cannot freeze byte arrays.
  if (value instanceof PackageRegistry || value instanceof Uint8Array) return;
  if (value instanceof ImmutableOrderedMap || value instanceof ImmutableHashMap) {
    for (const [, held] of value.entries()) freeze(held, seen);
    return;
  }
  if (value instanceof ActiveContracts) {
    freeze(indexesOf(value), seen);
    return;
  }
  if (value instanceof Map) {
    for (const held of value.values()) freeze(held, seen);
    return;
  }
  Object.freeze(value);
  for (const held of Object.values(value)) freeze(held, seen);
};
