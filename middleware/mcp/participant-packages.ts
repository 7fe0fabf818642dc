import { packagesOfParticipant } from "../../lib/codegen/index.ts";
import { packageFacts } from "../explorer/package-facts.ts";
import type { LedgerClient } from "./ledger-client.ts";
import { readAnswer } from "./read-answer.ts";
import { type PackageFacts, packageFactsSchema as schema } from "./type-schema.ts";

/** Reads the packages of a participant from their archives. */
export const readParticipantPackages = async (
  ledger: LedgerClient,
): Promise<readonly PackageFacts[]> => {
  const token = ledger.readToken();
  const { packages } = await packagesOfParticipant({
    url: ledger.url,
    ...(token === undefined ? {} : { token }),
  });
  return packages.map((each) => readAnswer(schema, packageFacts(each)));
};
