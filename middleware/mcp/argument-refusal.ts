import type * as z from "zod";

import { findNearest } from "../../lib/internal.ts";
import { invalidArgumentError, type RefusedCallError } from "./refusal.ts";

interface InvalidArguments {
  readonly input: z.ZodObject;
  readonly given: unknown;
  readonly example: object;
}

/**
 * Returns the refusal for arguments that do not fit the schema. It says what is wrong, and which arguments
 * are valid.
 */
export const createArgumentRefusal = (
  { issues }: z.ZodError,
  { input, given, example }: InvalidArguments,
): RefusedCallError => {
  const problems = issues.slice(0, maxIssues).map((issue) => issueText(issue, given));
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
  );
  const names = Object.keys(input.shape);
  const suggestion = unknown.flatMap((name) => findNearest(name, names) ?? []);
  const [first] = suggestion;
  const listed = names.length === 0 ? "It has no arguments." : `Arguments: ${names.join(", ")}.`;
  const advice =
    first === undefined ? "" : ` Name it ${first}${suggestion.length > 1 ? ", and so on" : ""}.`;
  return invalidArgumentError(
    problems.join(" "),
    `${listed}${advice} Example: ${JSON.stringify(example)}`,
    first,
  );
};

const maxIssues = 5;

const issueText = (issue: z.core.$ZodIssue, given: unknown): string => {
  const place = issue.path.length === 0 ? "" : `${placeText(issue.path)}: `;
  switch (issue.code) {
    case "unrecognized_keys":
      return `${place}There is no argument ${issue.keys.join(", ")}.`;
    case "invalid_type":
      return findValueAtPath(given, issue.path) === undefined
        ? `${place}This argument is missing; expected ${issue.expected}.`
        : `${place}Expected ${issue.expected}.`;
    case "invalid_value":
      return `${place}Expected one of ${issue.values.map(String).join(", ")}.`;
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "invalid_union":
    case "not_multiple_of":
    case "too_big":
    case "too_small":
      return `${place}${issue.message}.`.replace(/\.\.$/u, ".");
  }
};

const placeText = (path: readonly PropertyKey[]): string =>
  path
    .map((key, index) =>
      typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`,
    )
    .join("");

const findValueAtPath = (value: unknown, path: readonly PropertyKey[]): unknown => {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
};
