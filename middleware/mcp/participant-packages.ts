import { packagesOfParticipant } from "../../lib/codegen/index.ts";
import {
  createPackageWithDefinitions,
  type PackageWithDefinitions,
} from "../explorer/package-with-definitions.ts";
import type { LedgerClient } from "./ledger-client.ts";

/** Reads the packages of a participant from their archives. */
export const readParticipantPackages = async (
  ledger: LedgerClient,
): Promise<readonly PackageWithDefinitions[]> => {
  const token = ledger.readToken();
  const { packages } = await packagesOfParticipant({
    url: ledger.url,
    ...(token === undefined ? {} : { token }),
  });
  return packages.map(createPackageWithDefinitions);
};
