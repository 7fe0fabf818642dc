import * as z from "zod";

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
  const problems = issues.slice(0, maxIssues).map((issue) => issueText(issue, { given, input }));
  const suggestion = issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const known = listNames(input, issue.path);
    return issue.keys.flatMap((name) => findNearest(name, known) ?? []);
  });
  const names = Object.keys(input.shape);
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

const issueText = (
  issue: z.core.$ZodIssue,
  { given, input }: Pick<InvalidArguments, "given" | "input">,
): string => {
  const place = issue.path.length === 0 ? "" : `${placeText(issue.path)}: `;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.path.length === 0
        ? `There is no argument ${issue.keys.join(", ")}.`
        : `${place}There is no field ${issue.keys.join(", ")}; fields: ${listNames(input, issue.path).join(", ")}.`;
    case "invalid_type":
      return findValueAtPath(given, issue.path) === undefined
        ? `${place}This argument is missing; expected ${describeExpected(issue, input)}.`
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

/** Returns the names of the fields of the object at a path of the arguments. */
const listNames = (input: z.ZodObject, path: readonly PropertyKey[]): readonly string[] => {
  const found = unwrapOptional(findSchema(input, path));
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
};

const describeExpected = (
  { path, expected }: z.core.$ZodIssueInvalidType,
  input: z.ZodObject,
): string => {
  const found = findSchema(input, path);
  const { description } = found instanceof z.ZodType ? found : {};
  return description === undefined ? expected : `${expected}: ${description.replace(/\.$/u, "")}`;
};

/** Returns the schema at a path of the arguments; undefined if it has none. */
const findSchema = (input: z.ZodObject, path: readonly PropertyKey[]): unknown => {
  let schema: unknown = input;
  for (const key of path) {
    schema = unwrapOptional(schema);
    if (schema instanceof z.ZodArray) schema = schema.element;
    else if (schema instanceof z.ZodObject) schema = schema.shape[String(key)];
    else return undefined;
  }
  return schema;
};

const unwrapOptional = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrapOptional(schema.unwrap())
    : schema;

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
