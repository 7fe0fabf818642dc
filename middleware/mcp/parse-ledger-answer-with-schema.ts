import type * as z from "zod";

import { RefusedCallError } from "./refusal.ts";

/** Reads an answer of the ledger. Raises UNEXPECTED_ANSWER if it has another form. */
export const parseLedgerAnswerWithSchema = <Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
): z.output<Schema> => {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RefusedCallError({
    code: "UNEXPECTED_ANSWER",
    cause: `The ledger's answer has an unknown form at ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
    hint: { advice: "Check that the ledger's version is supported: 3.4, 3.5 or 3.6." },
  });
};
