import { createLedger, Ping } from "ledger-in-a-box";
import { openLevelStore } from "ledger-in-a-box/level";

/** Adds a greeting to the ledger in the folder, and returns the number of greetings. */
export const greetOnceMore = async (folder: string): Promise<number> => {
  const ledger = await createLedger({ store: await openLevelStore(folder) });
  try {
    const parties = Array.from(ledger.state.parties.values(), ({ party }) => party);
    const alice =
      parties.find((party) => party.startsWith("alice::")) ?? (await ledger.allocateParty("alice"));
    const id = String(ledger.contracts(Ping).length + 1);
    await ledger.submit({
      actAs: alice,
      commands: Ping.create({ id, initiator: alice, responder: alice }),
    });
    return ledger.contracts(Ping).length;
  } finally {
    await ledger.close();
  }
};
