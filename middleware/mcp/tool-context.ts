import { type LedgerClient } from "./ledger-client.ts";
import { type LedgerPackageLookup } from "./package-lookup.ts";
import { type PartyDirectory } from "./party-directory.ts";

/** The ledger and settings that a call of a tool works with. */
export interface McpToolContext {
  readonly ledger: LedgerClient;
  readonly packages: LedgerPackageLookup;
  readonly parties: PartyDirectory;
  /** True if tools may change the ledger. */
  readonly allowsWrites: boolean;
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Folder with the pages of the guide. */
  readonly guideFolder: string;
}
