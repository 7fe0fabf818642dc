import * as z from "zod";

import type { LedgerClient } from "./ledger-client.ts";
import { parseLedgerAnswerWithSchema } from "./parse-ledger-answer-with-schema.ts";
import { RefusedCallError } from "./refusal.ts";

const userSchema = z.object({ user: z.object({ id: z.string() }) });

/**
 * Returns the id of the user that the token names; undefined without a token, for a privileged token, and
 * if the ledger refuses the call.
 */
export const fetchUserIdOfToken = async (ledger: LedgerClient): Promise<string | undefined> => {
  if (!ledger.hasUser) return undefined;
  try {
    return parseLedgerAnswerWithSchema(userSchema, await ledger.get("/v2/authenticated-user")).user
      .id;
  } catch (error) {
    if (error instanceof RefusedCallError) return undefined;
    throw error;
  }
};

const rightsSchema = z.object({
  rights: z.array(z.object({ kind: z.record(z.string(), z.unknown()) })).optional(),
});

/** A right of a user. */
export interface UserRight {
  /** Such as `CanActAs`. */
  readonly name: string;
  /** Undefined for a right that is not over a party. */
  readonly party: string | undefined;
}

export const fetchUserRights = async (
  ledger: LedgerClient,
  userId: string,
): Promise<readonly UserRight[]> => {
  const answer = await ledger.get(`/v2/users/${encodeURIComponent(userId)}/rights`);
  return (parseLedgerAnswerWithSchema(rightsSchema, answer).rights ?? []).map(({ kind }) => {
    const [[name, value] = ["", undefined]] = Object.entries(kind);
    const read = partyRightSchema.safeParse(value);
    return { name, party: read.success ? read.data.value.party : undefined };
  });
};

const partyRightSchema = z.object({ value: z.object({ party: z.string() }) });
