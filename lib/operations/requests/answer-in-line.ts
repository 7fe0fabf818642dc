import { type Lengthy, longWork } from "../../base/scheduling/long-work.ts";
import type { Waits } from "../../base/scheduling/waiting-line.ts";
import { asksForViews } from "./asks-for-views.ts";

/** Answers a request; where Daml code may take long for it, after others whose work is long. */
export const answeredInLine = <Answer>(
  request: unknown,
  waits: Waits,
  answer: () => Answer,
): Answer | Promise<Awaited<Answer>> =>
  asksForViews(request) ? (longWork(answer, waits) as Promise<Awaited<Answer>>) : answer();

/** How long it takes to make what a request asks for, and for whom. */
export const lengthyFor = (
  request: unknown,
  userId: string | undefined,
): Omit<Lengthy, "signal"> => ({
  areLong: asksForViews(request),
  userId,
});
