import type { Answer } from "../api-client.ts";
import type { ExpectedExplanation } from "./broken-request.ts";

type Hint = Readonly<Record<string, unknown>>;

/** Returns the hint of a response, from its body, or from a header if such a body has no place for a hint. */
export const hintIn = ({ json, headers }: Answer): Hint | undefined => {
  const { hint } = (json ?? {}) as { readonly hint?: Hint };
  if (hint !== undefined) return hint;
  const header = headers.get("ledger-hint");
  return header === null ? undefined : (JSON.parse(header) as Hint);
};

/**
 * Returns a sentence about the first difference between a response and its expected explanation;
 * undefined if there is none.
 */
export const unexplainedPart = (
  answer: Answer,
  lesson: ExpectedExplanation,
): string | undefined => {
  const { status, at, nearest, says, hides } = lesson;
  const hint = hintIn(answer);
  const got = `\n  ${answer.status} ${JSON.stringify(hint)}\n  ${answer.text.slice(0, 300)}`;
  if (answer.status !== status) return `the status of the response is not ${status}${got}`;
  if (hint === undefined) return `the response has no hint${got}`;
  const place = hint["pointer"] ?? hint["part"];
  if (place !== at) return `the hint points to ${String(place)}, not to ${at}${got}`;
  if (nearest !== undefined && hint["nearest"] !== nearest) {
    return `the hint does not name ${nearest} as the nearest${got}`;
  }
  const told = [hint["cause"], hint["expected"], hint["advice"]].join("\n");
  if (says !== undefined && !says.test(told)) {
    return `the hint does not match ${String(says)}${got}`;
  }
  if (typeof hint["advice"] !== "string") return `the hint has no advice${got}`;
  const all = `${answer.text} ${JSON.stringify(hint)}`;
  return hides?.test(all) === true
    ? `the response contains ${String(hides.exec(all)?.[0])}, which it must hide${got}`
    : undefined;
};
