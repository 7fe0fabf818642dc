import * as z from "zod";

import { findMostSimilarText } from "../../lib/internal.ts";
import { createToolArgumentRefusal, type RefusedCallError } from "./refusal.ts";

interface InvalidArguments {
  readonly input: z.ZodObject;
  readonly example: object;
}

/** Returns the refusal for arguments that do not fit the schema, with the valid names and an example. */
export const createInvalidToolArgumentsRefusal = (
  { issues }: z.ZodError,
  { input, example }: InvalidArguments,
): RefusedCallError => {
  const [suggestion] = issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const known = listNames(input, issue.path);
    return issue.keys.flatMap((name) => findMostSimilarText(name, known) ?? []);
  });
  const names = Object.keys(input.shape);
  const listed = names.length === 0 ? "It has no arguments." : `Arguments: ${names.join(", ")}.`;
  return createToolArgumentRefusal(
    z.prettifyError(new z.ZodError(issues.slice(0, maxIssues))),
    `${listed} Example: ${JSON.stringify(example)}`,
    suggestion,
  );
};

const maxIssues = 5;

/** Returns the names of the fields of the object at a path of the arguments. */
const listNames = (input: z.ZodObject, path: readonly PropertyKey[]): readonly string[] => {
  const found = unwrapOptional(findSchema(input, path));
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
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
