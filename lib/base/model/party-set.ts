import type { Party } from "../identifiers/identifiers.ts";

/**
 * A set of parties, as an array that is sorted by code units (party ids are ASCII), without
 * duplicates.
 */
export type PartySet = readonly Party[];

/** Returns the set of these parties, which may be unordered and contain duplicates. */
export const createPartySet = (parties: Iterable<Party>): PartySet => {
  const set = [...parties];
  if (set.length === 0) return emptyPartySet;
  if (set.length === 1 || isAscending(set)) return set;
  set.sort(compareByCodeUnit);
  return set.every((party, index) => index === 0 || party !== set[index - 1])
    ? set
    : [...new Set(set)];
};

const emptyPartySet: PartySet = [];

/**
 * Returns the union of two sets. If one of them already is the union, returns that object. Linear.
 */
export const unitePartySets = (left: PartySet, right: PartySet): PartySet => {
  if (containsParties(left, right)) return left;
  if (containsParties(right, left)) return right;
  const union: Party[] = [];
  let [l, r] = [0, 0];
  for (;;) {
    const a = left[l];
    const b = right[r];
    // Return a copy without unused capacity, because the ledger keeps it for a long time.
    if (a === undefined && b === undefined) return union.slice();
    if (b === undefined || (a !== undefined && a <= b)) l++;
    if (a === undefined || (b !== undefined && b <= a)) r++;
    const next = a === undefined || (b !== undefined && b < a) ? b : a;
    if (next !== undefined) union.push(next);
  }
};

/**
 * Returns the parties of `left` that are not in `right`; the object `left` itself if none is in
 * `right`. Linear.
 */
export const subtractParties = (left: PartySet, right: PartySet): PartySet => {
  if (!partiesIntersect(left, right)) return left;
  let r = 0;
  return left.filter((party) => {
    while ((right[r] ?? party) < party) r++;
    return right[r] !== party;
  });
};

/** Returns true if every party of `inner` is in `outer`. Linear. */
export const containsParties = (outer: PartySet, inner: PartySet): boolean => {
  if (inner.length > outer.length) return false;
  let index = 0;
  for (const party of inner) {
    while (index < outer.length && outer[index] !== party) index++;
    if (index === outer.length) return false;
    index++;
  }
  return true;
};

/** Returns true if the sets have a party in common. Linear. */
export const partiesIntersect = (left: PartySet, right: PartySet): boolean => {
  let r = 0;
  return left.some((party) => {
    while ((right[r] ?? party) < party) r++;
    return right[r] === party;
  });
};

export const arePartySetsEqual = (left: PartySet, right: PartySet): boolean =>
  left.length === right.length && left.every((party, index) => party === right[index]);

/** Returns true if the parties are in ascending order, as they nearly always are. */
const isAscending = (parties: readonly Party[]): boolean => {
  let before: Party | undefined;
  for (const party of parties) {
    if (before !== undefined && before >= party) return false;
    before = party;
  }
  return true;
};

const compareByCodeUnit = (left: Party, right: Party): number =>
  left < right ? -1 : left > right ? 1 : 0;
