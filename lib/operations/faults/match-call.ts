import { getNameBeforeNamespace } from "../../base/identifiers/identifiers.ts";
import type { DecodedFaultMatch, FaultMatchPatterns } from "./fault-rule.ts";

/**
 * The properties of a call that rules match. Those that may be expensive are functions, which are
 * called only if a rule needs the property.
 */
export interface FaultMatchableCall {
  readonly operationId: string | undefined;
  readonly user: string | undefined;
  /**
   * The kind of submission that the call is; undefined for calls that a participant answers without
   * its synchronizer.
   */
  readonly writes: "commands" | "reassignment" | undefined;
  readonly parties: () => Iterable<string>;
  readonly templates: () => Iterable<string>;
  readonly commandId: () => string | undefined;
  /** Returns true if the call has a continuation or page token. */
  readonly hasToken: () => boolean;
}

/** Returns true if the call matches the conditions of the rule, apart from its counters. */
export const matchesFaultRuleConditions = (
  match: DecodedFaultMatch,
  call: FaultMatchableCall,
): boolean =>
  fitsOne(match.operation, () => optionalText(call.operationId)) &&
  fitsOne(match.user, () => optionalText(call.user)) &&
  fitsOne(match.commandId, () => optionalText(call.commandId())) &&
  fitsOne(match.template, call.templates) &&
  fitsOne(match.party, () => addPartyHints(call.parties()));

const optionalText = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : [text];

function* addPartyHints(parties: Iterable<string>): Generator<string> {
  for (const party of parties) yield* [party, getNameBeforeNamespace(party)];
}

const fitsOne = (patterns: FaultMatchPatterns, texts: () => Iterable<string>): boolean => {
  if (patterns === undefined) return true;
  for (const text of texts()) {
    if (patterns.some((pattern) => matchesWildcardPattern(text, pattern))) return true;
  }
  return false;
};

/** Returns true if a text matches a pattern, in which `*` stands for any characters. Linear. */
export const matchesWildcardPattern = (text: string, pattern: string): boolean => {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of others) {
    const found = text.indexOf(part, from);
    if (found < 0 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
};
