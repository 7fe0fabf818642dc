import { completeHint, type ErrorHint } from "./hint.ts";

/** Returns the advice for a part of the API that only these other releases have. */
export const adviceOnRelease = (part: string, releases: readonly string[]): string =>
  `The served release of the API does not have ${part}, but ${releases.join(" and ")} ${releases.length === 1 ? "has" : "have"} it. ` +
  `Serve it with apiVersion: "${releases[0]}" (--api-version ${releases[0]}).`;

/** Returns the hint for an operation that only other releases have; undefined if there are none. */
export const otherReleasesHint = (
  method: string,
  path: string,
  releases: readonly string[] = [],
): ErrorHint | undefined =>
  releases.length === 0
    ? undefined
    : completeHint({
        part: "path",
        expected: "an operation of the served release of the API",
        advice: adviceOnRelease(`${method} ${path}`, releases),
      });
