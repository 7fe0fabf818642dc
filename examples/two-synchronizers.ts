/**
 * Moves a contract from one synchronizer to another: it is unassigned, in flight, assigned, and used there.
 * Then it is reassigned automatically: for a transaction that uses it together with a contract on the other
 * synchronizer, and after the exclusivity timeout. Run it with `node --import tsx
 * examples/two-synchronizers.ts`.
 */
import {
  createLedger,
  definePackage,
  defineTemplate,
  isLedgerError,
  Party,
  Text,
} from "ledger-in-a-box";
import {
  activeContracts,
  allocateParty,
  hostParty,
  type ReassignmentCommandInput,
  submitAndWaitForReassignment,
} from "ledger-in-a-box/api";

const Note = defineTemplate("Notes:Note", {
  payload: { author: Party, text: Text },
  signatories: ({ author }) => [author],
  choices: { Read: { consuming: false, result: Text, controllers: ({ author }) => [author] } },
});
Note.implement({ Read: (_, { text }) => text });

const notes = definePackage({ name: "notes", version: "1.0.0", templates: { Note } });

const ledger = await createLedger({
  packages: [notes],
  synchronizers: [{ alias: "home", priority: 1 }, { alias: "abroad" }],
  clock: { freeze: "2030-01-01T09:00:00Z" },
});
const [home = "", abroad = ""] = ledger.state.synchronizers.map(({ id }) => id);
const aliasOf = new Map(ledger.state.synchronizers.map(({ id, alias }) => [id, alias]));

// A party is allocated on one synchronizer. Its contracts can be reassigned to other synchronizers that host it.
const { partyDetails } = await allocateParty(ledger, {
  partyIdHint: "alice",
  synchronizerId: home,
});
const alice = partyDetails.party;
await hostParty(ledger, { party: alice, synchronizerId: abroad });

const write = async (text: string): Promise<string> => {
  const commands = Note.create({ author: alice, text });
  const created = await ledger.submit({ actAs: alice, commands, synchronizerId: home });
  const [note] = created.created(Note);
  return note?.contractId ?? "";
};
const contractId = await write("Hello");

const eventFormat = { filtersByParty: { [alice]: {} } };

const showPlace = (): void => {
  for (const { contractEntry } of activeContracts(ledger, {
    activeAtOffset: ledger.state.ledgerEnd,
    eventFormat,
  })) {
    if ("JsActiveContract" in contractEntry) {
      const { synchronizerId, reassignmentCounter } = contractEntry.JsActiveContract;
      const place = aliasOf.get(synchronizerId) ?? "";
      console.log(`active at ${place}, reassigned ${reassignmentCounter} times`);
    } else {
      const { target } = contractEntry.JsIncompleteUnassigned.unassignedEvent;
      console.log(`in flight to ${aliasOf.get(target) ?? ""}`);
    }
  }
};

/** The ledger selects the synchronizer of the contracts, so it need not be named. */
const read = async (...contractIds: readonly string[]): Promise<void> => {
  const choice = { templateId: "#notes:Notes:Note", choice: "Read", choiceArgument: {} };
  const commands = contractIds.map((id) => ({ ExerciseCommand: { ...choice, contractId: id } }));
  try {
    await ledger.submit({ actAs: alice, commands });
    console.log("read");
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    console.log(`not read: ${error.code}`);
  }
};

const reassign = async (commandId: string, command: ReassignmentCommandInput) => {
  const { reassignment } = await submitAndWaitForReassignment(ledger, {
    reassignmentCommands: { userId: "alice", commandId, submitter: alice, commands: [{ command }] },
    eventFormat,
  });
  return reassignment;
};

showPlace();
await read(contractId);

const leave = async (source: string, target: string): Promise<string> => {
  const { events } = await reassign(`leave ${aliasOf.get(source) ?? ""}`, {
    UnassignCommand: { value: { contractId, source, target } },
  });
  const [left] = events;
  return left !== undefined && "JsUnassignedEvent" in left
    ? left.JsUnassignedEvent.value.reassignmentId
    : "";
};
const reassignmentId = await leave(home, abroad);
showPlace();
await read(contractId);

await reassign("arrive", {
  AssignCommand: { value: { reassignmentId, source: home, target: abroad } },
});
showPlace();
await read(contractId);

// Contracts of one transaction are moved to one synchronizer: the note is reassigned to `home`, which is
// first in the order.
const letter = await write("Wish you were here");
await read(contractId, letter);
showPlace();

// For a minute only the submitter may assign the contract; then the ledger assigns it.
await leave(home, abroad);
ledger.clock.advance(60_000_000n);
await ledger.settled();
showPlace();

await ledger.close();
