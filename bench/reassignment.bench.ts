import { createLedger, type Ledger } from "ledger-in-a-box";
import {
  allocateParty,
  hostParty,
  type ReassignmentCommandInput,
  submitAndWaitForReassignment,
} from "ledger-in-a-box/api";

import { benchPackage, Token } from "./coin-package.ts";
import { reportFigures } from "./report.ts";

// Compares two kinds of reassignment with a create and archive: by an unassign and an assign command, and
// automatically, because a transaction needs the contract on another synchronizer. All run in this process, in
// alternating rounds.

const reassignmentLedger = await createLedger({
  packages: [benchPackage],
  seed: 1,
  clock: { freeze: "2026-01-01T00:00:00Z" },
  synchronizers: [{ alias: "east" }, { alias: "west" }],
});
const [east = "", west = ""] = reassignmentLedger.state.synchronizers.map(({ id }) => id);

const allocatePartyOnBoth = async (partyIdHint: string): Promise<string> => {
  const { partyDetails } = await allocateParty(reassignmentLedger, {
    partyIdHint,
    synchronizerId: east,
  });
  const { party } = partyDetails;
  await hostParty(reassignmentLedger, { party, synchronizerId: west });
  return party;
};

const issuerParty = await allocatePartyOnBoth("issuer");
const ownerParty = await allocatePartyOnBoth("owner");

const createToken = async (on: Ledger, synchronizerId: string) => {
  const commands = Token.create({ issuer: issuerParty, owner: ownerParty, amount: "1.0" });
  const created = await on.submit({ actAs: issuerParty, commands, synchronizerId });
  const [token] = created.created(Token);
  if (token === undefined) throw new TypeError("nothing was created");
  return token;
};

const createAndArchive = async (): Promise<void> => {
  const token = await createToken(reassignmentLedger, east);
  await reassignmentLedger.submit({
    actAs: issuerParty,
    commands: token.exercise(Token.Archive, {}),
  });
};

let commands = 0;

const submitReassignment = async (command: ReassignmentCommandInput): Promise<string> => {
  const { reassignment } = await submitAndWaitForReassignment(reassignmentLedger, {
    reassignmentCommands: {
      userId: "bench",
      commandId: `reassignment-${commands++}`,
      submitter: ownerParty,
      commands: [{ command }],
    },
    eventFormat: { filtersByParty: { [ownerParty]: {} } },
  });
  const [event] = reassignment.events;
  return event !== undefined && "JsUnassignedEvent" in event
    ? event.JsUnassignedEvent.value.reassignmentId
    : "";
};

const contractCount = 500;
const reassignedContractIds: string[] = [];
while (reassignedContractIds.length < contractCount) {
  reassignedContractIds.push((await createToken(reassignmentLedger, east)).contractId);
}
let [source, target] = [east, west];

/** Called once for each contract: all of them move to one side, and then to the other. */
const unassignAndAssign = async (each: number): Promise<void> => {
  const contractId = reassignedContractIds[each] ?? "";
  const reassignmentId = await submitReassignment({
    UnassignCommand: { value: { contractId, source, target } },
  });
  await submitReassignment({ AssignCommand: { value: { reassignmentId, source, target } } });
  if (each === contractCount - 1) [source, target] = [target, source];
};

/** Archives the contract on the other synchronizer, so that it is reassigned automatically. */
const createAndArchiveElsewhere = async (): Promise<void> => {
  const token = await createToken(reassignmentLedger, east);
  const archive = token.exercise(Token.Archive, {});
  await reassignmentLedger.submit({ actAs: issuerParty, commands: archive, synchronizerId: west });
};

const measureMicros = async (work: (each: number) => Promise<void>): Promise<number> => {
  const before = process.cpuUsage();
  for (let each = 0; each < contractCount; each += 1) await work(each);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / contractCount;
};

const measuredActions = [createAndArchive, unassignAndAssign, createAndArchiveElsewhere];
const microsByAction: number[][] = measuredActions.map(() => []);
const roundCount = 12;
for (let round = 0; round < roundCount; round += 1) {
  for (const [index, work] of measuredActions.entries()) {
    const micros = await measureMicros(work);
    // The first rounds are a warm-up.
    if (round >= 3) microsByAction[index]?.push(micros);
  }
}
const [pair = [], move = [], elsewhere = []] = microsByAction;
/** Returns the ratio to the create and archive of the same round. */
const computeRatioToPair = (costs: readonly number[]): readonly number[] =>
  costs.map((micros, round) => micros / (pair[round] ?? Number.NaN));

reportFigures("Reassignments, in process, by processor time", [
  {
    name: "unassign + assign pairs per second of processor time",
    samples: move.map((micros) => 1e6 / micros),
    unit: "/s",
  },
  {
    name: "cost of unassign + assign relative to create + archive",
    samples: computeRatioToPair(move),
    unit: "×",
    target: { atMost: 1.25 },
  },
  {
    name: "cost of create + archive with a reassignment in between, relative to create + archive",
    samples: computeRatioToPair(elsewhere),
    unit: "×",
    target: { atMost: 2 },
  },
]);
