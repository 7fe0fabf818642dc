import { utf8ToBytes } from "@noble/hashes/utils.js";

import { digestOf } from "../../base/values/digest.ts";
import type { FaultRule, ReadAction, ReadFault } from "./fault-rule.ts";
import { type FaultedCall, fits } from "./fits.ts";
import { readFaults } from "./read-faults.ts";

/** A rule, and what it has done. */
export interface Fault {
  readonly name: string;
  readonly rule: FaultRule;
  /** How many calls it is about came, since it was set. */
  readonly met: number;
  /** How many of them it struck. */
  readonly struck: number;
}

/**
 * What is to go wrong with calls from outside, by HTTP, `fetch` or WebSocket; methods of the ledger that its host calls are
 * spared. The same rules, seed and calls in the same order give the same faults. Forks begin with the rules, and count anew.
 */
export interface Faults extends Iterable<Fault> {
  /** In place of all rules there are; each counts from the beginning. Raises INVALID_ARGUMENT, MISSING_FIELD, and changes nothing then. */
  set(rules: readonly FaultRule[]): void;
  /** Behind those there are. Returns how to take it away. Raises as `set` does. */
  add(rule: FaultRule): () => void;
  clear(): void;
  /** Lets all rules count from the beginning, and draw the same once more. */
  restart(): void;
}

/** What strikes a call. */
export interface Strike {
  readonly name: string;
  readonly action: StrikeAction;
}

export type StrikeAction =
  Exclude<ReadAction, { kind: "delay" }> | { readonly kind: "delay"; readonly micros: bigint };

interface Counted {
  readonly fault: ReadFault;
  met: number;
  struck: number;
}

/** The rules of one ledger, and their counts. */
export class FaultBook implements Faults {
  readonly #root: Uint8Array;
  #rules: readonly Counted[] = [];

  /** `seed`: what probabilities and delays are drawn from. */
  constructor(seed: Uint8Array) {
    this.#root = digestOf(seed, utf8ToBytes("faults"));
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Whether a rule wants to know whose token it is; to find out may take long. */
  get asksForUsers(): boolean {
    return this.#rules.some(({ fault }) => fault.match.user !== undefined);
  }

  *[Symbol.iterator](): Generator<Fault, void, undefined> {
    for (const { fault, met, struck } of [...this.#rules]) {
      yield { name: fault.name, rule: fault.rule, met, struck };
    }
  }

  set(rules: readonly FaultRule[]): void {
    this.#rules = readFaults(rules).map(counted);
  }

  add(rule: FaultRule): () => void {
    const all = readFaults([...this.#rules.map(({ fault }) => fault.rule), rule]);
    const added = all.slice(this.#rules.length).map(counted);
    this.#rules = [...this.#rules, ...added];
    return () => {
      this.#rules = this.#rules.filter((each) => !added.includes(each));
    };
  }

  clear(): void {
    this.#rules = [];
  }

  restart(): void {
    this.#rules = this.#rules.map(({ fault }) => counted(fault));
  }

  /**
   * What strikes a call: in the order of the rules, up to and including the first that is more than a delay. Those behind it
   * do not count the call.
   */
  meet(call: FaultedCall): readonly Strike[] {
    const strikes: Strike[] = [];
    for (const [place, rule] of this.#rules.entries()) {
      const strike = this.#strikes(rule, place, call);
      if (strike === undefined) continue;
      strikes.push(strike);
      if (strike.action.kind !== "delay") break;
    }
    return strikes;
  }

  #strikes(rule: Counted, place: number, call: FaultedCall): Strike | undefined {
    const { name, match, action, times } = rule.fault;
    if (!fits(match, call) || !isAbout(action, call)) return undefined;
    rule.met += 1;
    const { nth, every, probability } = match;
    if (nth !== undefined && !nth.includes(rule.met)) return undefined;
    if (rule.met % every !== 0 || rule.struck >= times) return undefined;
    if (probability < 1 && this.#draw(place, rule.met, "strike") >= probability) return undefined;
    rule.struck += 1;
    if (action.kind !== "delay") return { name, action };
    const { from, to } = action.span;
    const width = Number(to - from);
    const drawn = width === 0 ? 0 : Math.floor(this.#draw(place, rule.met, "delay") * (width + 1));
    return { name, action: { kind: "delay", micros: from + BigInt(drawn) } };
  }

  /** From 0 to below 1, the same for the same rule and call. */
  #draw(place: number, met: number, what: string): number {
    const bytes = digestOf(this.#root, utf8ToBytes(`${what} ${place} ${met}`));
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
  }
}

/** The rules behind what a ledger publishes of them. Throws a TypeError for faults that are not a ledger's. */
export const faultBookOf = (faults: Faults): FaultBook => {
  if (faults instanceof FaultBook) return faults;
  throw new TypeError("These are not the faults of a ledger.");
};

const counted = (fault: ReadFault): Counted => ({ fault, met: 0, struck: 0 });

/** Some actions can do nothing to some calls. */
const isAbout = (action: ReadAction, call: FaultedCall): boolean => {
  switch (action.kind) {
    case "contend":
      return call.writes === "commands";
    case "delay":
      return !action.submissionsOnly || call.writes !== undefined;
    case "staleToken":
      return call.hasToken();
    case "refuse":
    case "cut":
    case "loseAnswer":
    case "twice":
    case "expireToken":
    case "prune":
      return true;
  }
};
