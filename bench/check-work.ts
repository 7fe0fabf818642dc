import { createLedger } from "ledger-in-a-box";
import { activeContracts, trustedCaller } from "ledger-in-a-box/api";
import { createFetch } from "ledger-in-a-box/middleware";

import { createActiveContracts, createBenchLedger } from "./bench-ledger.ts";
import { benchPackage, Token } from "./coin-package.ts";
import { createBenchRequest, setRequestParties } from "./http-request.ts";

// The most frequent operations of clients, in process, for bench/check-turns.ts. That file imports this
// module once per build, with the packages of that build.

/**
 * Repeats the operation so that a round takes some milliseconds, and resolves to the processor time per
 * operation in microseconds.
 */
export type RoundMeasurer = () => Promise<number>;

const activeContractCount = 1_000;

/** Rounds by name. Each leaves the ledger unchanged. */
export const createRoundMeasurers = async (): Promise<Readonly<Record<string, RoundMeasurer>>> => {
  const bench = await createBenchLedger({ maxListElements: activeContractCount * 2 });
  const { ledger, issuer, owner } = bench;
  setRequestParties(bench);
  await createActiveContracts(bench, activeContractCount);
  const activeAtOffset = ledger.state.ledgerEnd;
  const start = ledger.snapshot();

  const rounds = (times: number, run: () => unknown): RoundMeasurer => {
    return async () => {
      // Collect the garbage of the previous round before measuring.
      globalThis.gc?.({ type: "minor" });
      const before = process.cpuUsage();
      for (let each = 0; each < times; each++) await run();
      const { user, system } = process.cpuUsage(before);
      await ledger.revert(start);
      return (user + system) / times;
    };
  };

  const pair = async (): Promise<void> => {
    const commands = Token.create({ issuer, owner, amount: "1.0" });
    const created = await ledger.submit({ actAs: issuer, commands });
    const [contractId] = created.created(Token);
    if (contractId === undefined) throw new TypeError("nothing was created");
    await ledger.submit({ actAs: issuer, commands: contractId.exercise(Token.Archive, {}) });
  };

  const fetch = createFetch(ledger, { auth: "disabled" });
  const path = "http://ledger/v2/commands/submit-and-wait-for-transaction";
  let sequence = 0;
  const submit = async (): Promise<void> => {
    const response = await fetch(path, { method: "POST", body: createBenchRequest(++sequence) });
    if (!response.ok) throw new TypeError(await response.text());
    await response.arrayBuffer();
  };

  const query = { activeAtOffset, eventFormat: { filtersByParty: { [owner]: {} } } };
  const list = (): void => {
    let length = 0;
    for (const item of activeContracts(ledger, query, trustedCaller)) {
      length += JSON.stringify(item).length;
    }
    if (length === 0) throw new TypeError("nothing was written");
  };

  const create = async (): Promise<void> => {
    const another = await createLedger({ packages: [benchPackage], seed: 1 });
    await another.close();
  };

  return {
    "create and archive": rounds(50, pair),
    "submission through the in-process fetch": rounds(20, submit),
    "active contracts as JSON": rounds(1, list),
    "a further ledger": rounds(60, create),
  };
};
