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

/** Returns the part of the error that the response does not explain; undefined if it explains everything. */
export const unexplainedPart = (
  answer: Answer,
  lesson: ExpectedExplanation,
): string | undefined => {
  const { status, at, nearest, says, hides } = lesson;
  const hint = hintIn(answer);
  const got = `\n  ${answer.status} ${JSON.stringify(hint)}\n  ${answer.text.slice(0, 300)}`;
  if (answer.status !== status) return `is answered with another status than ${status}${got}`;
  if (hint === undefined) return `gets no hint${got}`;
  const place = hint["pointer"] ?? hint["part"];
  if (place !== at) return `is pointed to ${String(place)}, not to ${at}${got}`;
  if (nearest !== undefined && hint["nearest"] !== nearest) return `wants ${nearest}${got}`;
  const told = [hint["cause"], hint["expected"], hint["advice"]].join("\n");
  if (says !== undefined && !says.test(told)) return `wants ${String(says)}${got}`;
  if (typeof hint["advice"] !== "string") return `gets no advice${got}`;
  const all = `${answer.text} ${JSON.stringify(hint)}`;
  return hides?.test(all) === true ? `is told ${String(hides.exec(all)?.[0])}${got}` : undefined;
};
