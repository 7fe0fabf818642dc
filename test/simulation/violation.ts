/** A violated invariant. */
export class Violation extends Error {
  readonly invariant: Invariant;

  constructor(invariant: Invariant, found: string) {
    super(`${invariant}: ${shortened(found)}`);
    this.invariant = invariant;
  }
}

export const invariants = {
  agreement: "what is on the ledger is what the commands say",
  activeness: "no contract is used that is not active",
  authority: "nothing happens without the authority it needs",
  once: "every acknowledged command is on the ledger, once",
  refusal: "what is refused is refused for a reason, and leaves nothing",
  privacy: "no reader sees what it must not, and each sees all it may",
  order: "what a reader sees comes in order, without gaps",
  replay: "the journal folds to the state",
  isolation: "forks and snapshots are not touched by what others write",
  availability: "every request is answered",
  latency: "no user waits long because of others",
  bounds:
    "a slow reader has a limited number of bytes held for it, and no timer is left at the end",
} as const;

export type Invariant = keyof typeof invariants;

/** Throws a violation if `holds` is false. */
export function demand(
  holds: boolean,
  invariant: Invariant,
  found: () => string,
): asserts holds is true {
  if (!holds) throw new Violation(invariant, found());
}

/** Returns the text with the hashes in names shortened. */
export const shortened = (text: string): string =>
  text.replace(/::1220[0-9a-f]{64}/g, "").replace(/\b00([0-9a-f]{8})[0-9a-f]{100,}/g, "#$1");
