import { utf8ToBytes } from "@noble/hashes/utils.js";

import { computeSha256Digest } from "../../base/values/digest.ts";
import type { DecodedFaultAction, DecodedFaultRule, FaultRule } from "./fault-rule.ts";
import { type FaultMatchableCall, matchesFaultRuleConditions } from "./match-call.ts";
import { readFaultRules } from "./read-faults.ts";

/** A rule with its counters. */
export interface Fault {
  readonly name: string;
  readonly rule: FaultRule;
  /** Number of calls that matched the rule since it was set. */
  readonly met: number;
  /** Number of calls in which the fault was injected. */
  readonly struck: number;
}

/**
 * The faults to inject into calls of clients over HTTP, `fetch` or WebSocket. Methods that the host
 * calls on the ledger are not affected. The same rules, seed and sequence of calls always give the
 * same faults. Forks start with the same rules and new counters.
 */
export interface Faults extends Iterable<Fault> {
  /**
   * Replaces all rules; counters start at 0. Raises INVALID_ARGUMENT, MISSING_FIELD, and then
   * changes nothing.
   */
  set(rules: readonly FaultRule[]): void;
  /** Appends a rule. Returns a function that removes it. Raises the errors of `set`. */
  add(rule: FaultRule): () => void;
  clear(): void;
  /** Resets all counters and random draws. */
  restart(): void;
}

/** A fault to inject into a call. */
export interface SelectedFault {
  readonly name: string;
  readonly action: InjectedFaultAction;
}

export type InjectedFaultAction =
  | Exclude<DecodedFaultAction, { kind: "delay" }>
  | { readonly kind: "delay"; readonly micros: bigint };

interface CountedRule {
  readonly fault: DecodedFaultRule;
  met: number;
  struck: number;
}

/** The rules of one ledger and their counters. */
export class FaultRuleRegistry implements Faults {
  /** True if there are no rules; read by every call. */
  isEmpty = true;
  readonly #root: Uint8Array;
  #rules: readonly CountedRule[] = [];

  /** Probabilities and delays are drawn from `seed`. */
  constructor(seed: Uint8Array) {
    this.#root = computeSha256Digest(seed, utf8ToBytes("faults"));
  }

  /**
   * True if a rule depends on the user of the token. The caller then has to read the token first,
   * which may take long.
   */
  get dependsOnUser(): boolean {
    return this.#rules.some(({ fault }) => fault.match.user !== undefined);
  }

  *[Symbol.iterator](): Generator<Fault, void, undefined> {
    for (const { fault, met, struck } of [...this.#rules]) {
      yield { name: fault.name, rule: fault.rule, met, struck };
    }
  }

  set(rules: readonly FaultRule[]): void {
    this.#replaceRules(readFaultRules(rules).map(createCountedRule));
  }

  add(rule: FaultRule): () => void {
    const all = readFaultRules([...this.#rules.map(({ fault }) => fault.rule), rule]);
    const added = all.slice(this.#rules.length).map(createCountedRule);
    this.#replaceRules([...this.#rules, ...added]);
    return () => this.#replaceRules(this.#rules.filter((each) => !added.includes(each)));
  }

  clear(): void {
    this.#replaceRules([]);
  }

  restart(): void {
    this.#rules = this.#rules.map(({ fault }) => createCountedRule(fault));
  }

  /**
   * Returns the faults to inject into a call, in the order of the rules, up to and including the
   * first fault that is not a delay. The rules after it do not count the call.
   */
  selectFaults(call: FaultMatchableCall): readonly SelectedFault[] {
    const injectedFault: SelectedFault[] = [];
    for (const [place, rule] of this.#rules.entries()) {
      const strike = this.#applyRule(rule, place, call);
      if (strike === undefined) continue;
      injectedFault.push(strike);
      if (strike.action.kind !== "delay") break;
    }
    return injectedFault;
  }

  #replaceRules(rules: readonly CountedRule[]): void {
    this.#rules = rules;
    this.isEmpty = rules.length === 0;
  }

  #applyRule(
    rule: CountedRule,
    place: number,
    call: FaultMatchableCall,
  ): SelectedFault | undefined {
    const { name, match, action, times } = rule.fault;
    if (!matchesFaultRuleConditions(match, call) || !canAffect(action, call)) return undefined;
    rule.met += 1;
    const { nth, every, probability } = match;
    if (nth !== undefined && !nth.includes(rule.met)) return undefined;
    if (rule.met % every !== 0 || rule.struck >= times) return undefined;
    if (probability < 1 && this.#drawRandomNumber(place, rule.met, "strike") >= probability) {
      return undefined;
    }
    rule.struck += 1;
    if (action.kind !== "delay") return { name, action };
    const { from, to } = action.span;
    const width = Number(to - from);
    const drawn =
      width === 0 ? 0 : Math.floor(this.#drawRandomNumber(place, rule.met, "delay") * (width + 1));
    return { name, action: { kind: "delay", micros: from + BigInt(drawn) } };
  }

  /**
   * Returns a pseudorandom number, at least 0 and below 1. The same rule and call always give the
   * same number.
   */
  #drawRandomNumber(place: number, met: number, what: string): number {
    const bytes = computeSha256Digest(this.#root, utf8ToBytes(`${what} ${place} ${met}`));
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
  }
}

/**
 * Returns the implementation behind the public `faults` of a ledger. Throws a TypeError for an
 * object that is not the faults of a ledger.
 */
export const getFaultRegistry = (faults: Faults): FaultRuleRegistry => {
  if (faults instanceof FaultRuleRegistry) return faults;
  throw new TypeError("Expected the faults of a ledger (ledger.faults).");
};

const createCountedRule = (fault: DecodedFaultRule): CountedRule => ({ fault, met: 0, struck: 0 });

/** Returns true if the action can affect the call at all. */
const canAffect = (action: DecodedFaultAction, call: FaultMatchableCall): boolean => {
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
