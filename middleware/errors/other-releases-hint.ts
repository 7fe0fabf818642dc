import { createErrorHint, type ErrorHint } from "./hint.ts";

/** Returns the advice for a part of the API that only these other releases have. */
export const createOtherReleasesAdvice = (part: string, releases: readonly string[]): string =>
  `The served release of the API does not have ${part}, but ${releases.join(" and ")} ${releases.length === 1 ? "has" : "have"} it. ` +
  `Serve it with apiVersion: "${releases[0]}" (--api-version ${releases[0]}).`;

/** Returns the hint for an operation that only other releases have; undefined if there are none. */
export const createOtherReleasesHint = (
  method: string,
  path: string,
  releases: readonly string[] = [],
): ErrorHint | undefined =>
  releases.length === 0
    ? undefined
    : createErrorHint({
        part: "path",
        expected: "an operation of the served release of the API",
        advice: createOtherReleasesAdvice(`${method} ${path}`, releases),
      });
