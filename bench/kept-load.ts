import type { Ledger } from "ledger-in-a-box";
import { allocateParty } from "ledger-in-a-box/api";

import { Token } from "./coin-package.ts";

/** A ledger on any persistent store, and the parties of the contracts that a benchmark creates. */
export interface SubmissionLoadLedger {
  readonly ledger: Ledger;
  readonly issuer: string;
  readonly owner: string;
}

/** Microseconds per submission. */
export interface SubmissionCost {
  readonly wall: number;
  readonly cpu: number;
}

export const createSubmissionLoad = async (ledger: Ledger): Promise<SubmissionLoadLedger> => {
  const allocate = async (partyIdHint: string): Promise<string> =>
    (await allocateParty(ledger, { partyIdHint })).partyDetails.party;
  return { ledger, issuer: await allocate("issuer"), owner: await allocate("owner") };
};

export const createTokenContract = async ({ ledger, issuer, owner }: SubmissionLoadLedger) => {
  const commands = Token.create({ issuer, owner, amount: "1.0" });
  return (await ledger.submit({ actAs: issuer, commands })).created(Token)[0];
};

/** Creates and archives contracts in `count` submissions, with `inFlight` of them at a time. */
export const createAndArchive = async (
  load: SubmissionLoadLedger,
  count: number,
  inFlight: number,
): Promise<SubmissionCost> => {
  let left = count / 2;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const token = await createTokenContract(load);
      if (token === undefined) throw new TypeError("nothing was created");
      await load.ledger.submit({
        actAs: load.issuer,
        commands: token.exercise(Token.Archive, {}),
      });
    }
  };
  const cpu = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  const wall = ((performance.now() - start) * 1000) / count;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / count };
};
