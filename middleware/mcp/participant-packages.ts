import { packagesOfParticipant } from "../../lib/codegen/index.ts";
import { createPackageFacts, type PackageFacts } from "../explorer/package-facts.ts";
import type { LedgerClient } from "./ledger-client.ts";

/** Reads the packages of a participant from their archives. */
export const readParticipantPackages = async (
  ledger: LedgerClient,
): Promise<readonly PackageFacts[]> => {
  const token = ledger.readToken();
  const { packages } = await packagesOfParticipant({
    url: ledger.url,
    ...(token === undefined ? {} : { token }),
  });
  return packages.map(createPackageFacts);
};
