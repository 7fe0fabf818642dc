/**
 * A contract moves from one synchronizer to another: it leaves, is in flight, arrives, and is used
 * there. Run it with `node --import tsx examples/two-synchronizers.ts`.
 */
import {
  activeContracts,
  allocateParty,
  createLedger,
  definePackage,
  defineTemplate,
  hostParty,
  isLedgerError,
  Party,
  submitAndWaitForReassignment,
  Text,
} from "../lib/index.ts";

const Note = defineTemplate("Notes:Note", {
  payload: { author: Party, text: Text },
  signatories: ({ author }) => [author],
  choices: { Read: { consuming: false, result: Text, controllers: ({ author }) => [author] } },
});
Note.implement({ Read: (_, { text }) => text });

const notes = definePackage({ name: "notes", version: "1.0.0", templates: { Note } });

const ledger = await createLedger({
  packages: [notes],
  synchronizers: [{ alias: "home" }, { alias: "abroad" }],
});
const [home = "", abroad = ""] = ledger.state.synchronizers.map(({ id }) => id);
const aliasOf = new Map(ledger.state.synchronizers.map(({ id, alias }) => [id, alias]));

// A party is allocated on one synchronizer; contracts can follow it to where else it is hosted.
const { partyDetails } = await allocateParty(ledger, {
  partyIdHint: "alice",
  synchronizerId: home,
});
const alice = partyDetails.party;
await hostParty(ledger, { party: alice, synchronizerId: abroad });

const created = await ledger.submit({
  actAs: alice,
  commands: Note.create({ author: alice, text: "Hello" }),
  synchronizerId: home,
});
const [note] = created.created(Note);
const contractId = note?.contractId ?? "";

const eventFormat = { filtersByParty: { [alice]: {} } };

const showPlace = (): void => {
  for (const { contractEntry } of activeContracts(ledger, {
    activeAtOffset: ledger.state.ledgerEnd,
    eventFormat,
  })) {
    if ("JsActiveContract" in contractEntry) {
      const { synchronizerId, reassignmentCounter } = contractEntry.JsActiveContract;
      const place = aliasOf.get(synchronizerId) ?? "";
      console.log(`active at ${place}, reassigned ${String(reassignmentCounter)} times`);
    } else {
      const { target } = contractEntry.JsIncompleteUnassigned.unassignedEvent;
      console.log(`in flight to ${aliasOf.get(target) ?? ""}`);
    }
  }
};

/** Commands go to the synchronizer where the contract is; nobody has to name it. */
const readNote = async (): Promise<void> => {
  try {
    const read = { templateId: "#notes:Notes:Note", contractId, choice: "Read" };
    await ledger.submit({
      actAs: alice,
      commands: { ExerciseCommand: { ...read, choiceArgument: {} } },
    });
    console.log("read");
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    console.log(`not read: ${error.code}`);
  }
};

const reassign = async (commandId: string, command: object) => {
  const { reassignment } = await submitAndWaitForReassignment(ledger, {
    reassignmentCommands: { userId: "alice", commandId, submitter: alice, commands: [{ command }] },
    eventFormat,
  });
  return reassignment;
};

showPlace();
await readNote();

const { events } = await reassign("leave", {
  UnassignCommand: { value: { contractId, source: home, target: abroad } },
});
const [left] = events;
const reassignmentId =
  left !== undefined && "JsUnassignedEvent" in left
    ? left.JsUnassignedEvent.value.reassignmentId
    : "";
showPlace();
await readNote();

await reassign("arrive", {
  AssignCommand: { value: { reassignmentId, source: home, target: abroad } },
});
showPlace();
await readNote();

await ledger.close();
