import {
  processWideScheduler,
  type ScheduledWorkOptions,
} from "../../base/scheduling/fair-scheduler.ts";

/** The fields of requests that contain a format, in the current or the legacy form. */
const formatFields = ["eventFormat", "updateFormat", "transactionFormat", "filter"] as const;

/**
 * Returns true if a request asks for interface views. To compute them, contract code runs while the
 * response is created.
 */
const isRequestingInterfaceViews = (request: unknown): boolean => {
  if (typeof request !== "object" || request === null) return false;
  const fields = request as Readonly<Record<string, unknown>>;
  return formatFields.some(
    (name) => Object.hasOwn(fields, name) && hasViews(fields[name], maxSearchDepth),
  );
};

/**
 * Maximum depth to search. Valid formats are not deeper, and arbitrary JSON may be deep enough to
 * overflow the stack.
 */
const maxSearchDepth = 12;

const hasViews = (part: unknown, left: number): boolean => {
  if (typeof part !== "object" || part === null || left === 0) return false;
  if ("includeInterfaceView" in part && part.includeInterfaceView === true) return true;
  return Object.values(part).some((each) => hasViews(each, left - 1));
};

/**
 * Runs `answer` for a request, and returns its result. If the request asks for interface views,
 * contract code may take long. Then the scheduler runs `answer` in a separate time slice, and the
 * result may be a promise.
 */
export const scheduleIfRequestingViews = <Answer>(
  request: unknown,
  options: ScheduledWorkOptions,
  answer: () => Answer,
): Answer | Promise<Answer> =>
  isRequestingInterfaceViews(request) ? processWideScheduler.run(answer, options) : answer();
