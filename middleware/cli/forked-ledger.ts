import type { Fork } from "../../fixtures/fork/index.ts";
import { grantUserRights } from "../../lib/api.ts";
import type { Ledger, LedgerOptions } from "../../lib/index.ts";
import { readTokenFile } from "./read-token-file.ts";
import type { ForkSettings } from "./settings.ts";

/**
 * Creates a ledger as a fork of the participant in the setting. Calls `forked` with the fork.
 * Rejects with the errors of `forkParticipant`.
 */
export const createForkedLedger = async (
  { url, token, tokenFile, cache, options }: ForkSettings,
  ledger: LedgerOptions,
  forked: (fork: Fork) => void,
): Promise<Ledger> => {
  const { forkParticipant } = await import("../../fixtures/fork/index.ts");
  const given = tokenFile === undefined ? token : () => readTokenFile(tokenFile);
  const fork = await forkParticipant({
    url,
    ...options,
    ...(given !== undefined && { token: given }),
    ...(cache !== undefined && { cache }),
    ledger,
  });
  forked(fork);
  return fork.ledger;
};

const adminUserId = "participant_admin";

/**
 * Grants the administrator the rights to act as all parties of a fork, up to the limit of rights. The owners
 * of these parties need not agree, because a fork does not change the participant.
 */
export const grantRightsOverForkParties = async ({ ledger }: Fork): Promise<void> => {
  const { state, config } = ledger;
  const rightsCount = state.users.get(adminUserId)?.rights.size;
  if (rightsCount === undefined) return;
  const parties = [...state.parties.keys()].slice(0, config.maxRightsPerUser - rightsCount);
  await grantUserRights(ledger, {
    userId: adminUserId,
    rights: parties.map((party) => ({ kind: { CanActAs: { value: { party } } } })),
  });
};
