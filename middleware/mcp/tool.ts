import * as z from "zod";

import { createInvalidToolArgumentsRefusal } from "./argument-refusal.ts";
import type { McpToolContext } from "./tool-context.ts";

/** A tool as its group defines it. */
interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** First sentence: what the tool returns or does. */
  readonly description: string;
  /** Arguments that show how to call it. */
  readonly example: z.input<Input>;
  readonly input: Input;
  readonly output: Output;
  /** True if it changes the ledger. */
  readonly writes: boolean;
  /** See {@link McpTool.destroys}. */
  readonly destroys?: boolean;
  /** See {@link McpTool.oversizedAdvice}. */
  readonly oversizedAdvice?: string;
  /** See {@link McpTool.argumentByPlace}. */
  readonly argumentByPlace?: Readonly<Record<string, string>>;
  readonly run: (
    context: McpToolContext,
    given: z.output<Input>,
  ) => z.input<Output> | Promise<z.input<Output>>;
}

/** A tool, with JSON schemas of its input and its output. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly example: object;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly writes: boolean;
  /** True if it deletes what is on the ledger. */
  readonly destroys?: boolean;
  /** How to get a smaller answer. Absent if the answer is never too large, or must not be withheld. */
  readonly oversizedAdvice?: string;
  /**
   * Pointers to arguments, by the pointer to a field of the ledger's request or by the name of its
   * parameter, where they differ.
   */
  readonly argumentByPlace?: Readonly<Record<string, string>>;
  /** Checks the arguments and runs the tool. Rejects with a RefusedCallError. */
  readonly call: (context: McpToolContext, given: unknown) => Promise<Record<string, unknown>>;
}

/** A JSON schema of an object. */
export interface JsonSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

/** Returns the tool of a definition. */
export const defineMcpTool = <Input extends z.ZodObject, Output extends z.ZodObject>({
  input,
  output,
  run,
  description,
  example,
  ...named
}: ToolDefinition<Input, Output>): McpTool => ({
  ...named,
  example,
  description: `${description}\n\nExample: ${JSON.stringify(example)}`,
  inputSchema: { ...jsonSchema(input, "input"), examples: [example] },
  outputSchema: jsonSchema(output, "output"),
  call: async (context, given) => {
    const read = input.safeParse(given ?? {});
    if (!read.success) throw createInvalidToolArgumentsRefusal(read.error, { input, example });
    return run(context, read.data);
  },
});

// Draft 7, because that is what the validators of clients accept.
const jsonSchema = (schema: z.ZodObject, io: "input" | "output"): JsonSchema => ({
  ...z.toJSONSchema(schema, { io, target: "draft-7" }),
  type: "object",
});
