import { createLedger, type Ledger, Ping } from "../../../lib/index.ts";
import type { JournalStore } from "../../../lib/store.ts";

/** Opens a ledger with small limits, so that it evicts history and writes checkpoints all the time. */
export const openLedger = (store?: JournalStore): Promise<Ledger> =>
  createLedger({
    seed: 1,
    clock: { freeze: "2024-01-01T12:00:00Z" },
    limits: { recentEntries: 3, entriesPerCheckpoint: 6 },
    ...(store === undefined ? {} : { store }),
  });

const ping = async (ledger: Ledger, id: string): Promise<void> => {
  const party: string = ledger.state.participantId;
  const commands = Ping.create({ id, initiator: party, responder: party });
  const [made] = (await ledger.submit({ actAs: party, commandId: id, commands })).created(Ping);
  if (made === undefined) throw new TypeError("nothing was created");
};

const respond = async (ledger: Ledger): Promise<void> => {
  const party: string = ledger.state.participantId;
  const [oldest] = ledger.contracts(Ping);
  if (oldest === undefined) throw new TypeError("there is none");
  await ledger.submit({ actAs: party, commandId: "r", commands: oldest.exercise(Ping.Respond) });
};

/** Changes of a ledger in sequence; each is one entry of the journal. */
export const stepsOn = (ledger: Ledger): readonly (() => Promise<void>)[] => {
  const before = ledger.snapshot();
  let middle = before;
  const pings = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => () => ping(ledger, `${name}${index}`));
  return [
    ...pings("a", 8),
    () => respond(ledger),
    () => {
      middle = ledger.snapshot();
      return ping(ledger, "b");
    },
    ...pings("c", 4),
    () => ledger.revert(middle),
    ...pings("d", 4),
    () => ledger.prune(6),
    ...pings("e", 4),
    () => ledger.prune(11),
    ...pings("f", 2),
  ];
};
