import { expect } from "chai";

import {
  allocateParty,
  hostParty,
  type ReassignmentCommandsInput,
  submitAndWaitForReassignment,
  type SynchronizerId,
} from "../../lib/api.ts";
import {
  type ContractIdHex,
  createLedger,
  type Ledger,
  type LedgerOptions,
  type PartyId,
} from "../../lib/index.ts";
import { Iou, iouPackage } from "./iou-package.ts";

/** A ledger with two synchronizers; alice and bob are on both, carol only on the eastern one. */
export interface TwoSynchronizers {
  readonly ledger: Ledger;
  readonly east: SynchronizerId;
  readonly west: SynchronizerId;
  readonly alice: PartyId;
  readonly bob: PartyId;
  readonly carol: PartyId;
}

/** Creates this ledger with the IOU package and a clock frozen at noon. */
export const twoSynchronizers = async (options: LedgerOptions = {}): Promise<TwoSynchronizers> => {
  const ledger = await createLedger({
    packages: [iouPackage],
    seed: 1,
    clock: { freeze: "2024-01-01T12:00:00Z" },
    synchronizers: [{ alias: "east" }, { alias: "west" }],
    ...options,
  });
  const [east = "", west = ""] = ledger.state.synchronizers.map(({ id }) => id);
  const allocate = async (partyIdHint: string, both: boolean): Promise<PartyId> => {
    const { partyDetails } = await allocateParty(ledger, { partyIdHint, synchronizerId: east });
    const { party } = partyDetails;
    if (both) await hostParty(ledger, { party, synchronizerId: west });
    return party;
  };
  return {
    ledger,
    east,
    west,
    alice: await allocate("alice", true),
    bob: await allocate("bob", true),
    carol: await allocate("carol", false),
  };
};

/** An IOU of alice, owned by bob, or by another party. */
export const issueIou = async (
  { ledger, alice, bob, east }: TwoSynchronizers,
  { owner = bob, synchronizerId = east }: { owner?: PartyId; synchronizerId?: SynchronizerId } = {},
): Promise<ContractIdHex> => {
  const commands = Iou.create({ issuer: alice, owner, amount: "1", watchers: [] });
  const result = await ledger.submit({ actAs: alice, commands, synchronizerId });
  return result.created(Iou)[0]?.contractId ?? expect.fail("no IOU was created");
};

type Fields = Readonly<Record<string, unknown>>;

/** Returns a command that unassigns a contract from `source`. */
export const unassignCommand = (contractId: ContractIdHex, source: string, target: string) => ({
  command: { UnassignCommand: { value: { contractId, source, target } } },
});

/** Returns a command that assigns the contracts of a reassignment to `target`. */
export const assignCommand = (reassignmentId: string, source: string, target: string) => ({
  command: { AssignCommand: { value: { reassignmentId, source, target } } },
});

let last = 0;

/** Returns a ReassignmentCommands record of a client, for the user `ann`. */
export const reassignmentBody = (
  submitter: PartyId,
  commands: object,
  more: Fields = {},
): { readonly reassignmentCommands: ReassignmentCommandsInput & Fields } => ({
  reassignmentCommands: {
    commandId: `reassignment-${++last}`,
    submitter,
    commands: [commands].flat(),
    userId: "ann",
    ...more,
  },
});

/** Unassigns the contracts as one batch. Returns the id of the reassignment. */
export const unassign = async (
  { ledger, east, west }: TwoSynchronizers,
  submitter: PartyId,
  contractIds: ContractIdHex | readonly ContractIdHex[],
  [source, target]: readonly [source: SynchronizerId, target: SynchronizerId] = [east, west],
): Promise<string> => {
  const commands = [contractIds].flat().map((id) => unassignCommand(id, source, target));
  const body = reassignmentBody(submitter, commands);
  const { reassignment } = await submitAndWaitForReassignment(ledger, body);
  const update = ledger.state.log.get(reassignment.offset)?.update;
  const [event] = update?.kind === "reassignment" ? update.events : [];
  return event?.reassignmentId ?? expect.fail("nothing was unassigned");
};

/** Assigns the contracts of a reassignment. */
export const assign = async (
  { ledger, east, west }: TwoSynchronizers,
  submitter: PartyId,
  reassignmentId: string,
  [source, target]: readonly [source: SynchronizerId, target: SynchronizerId] = [east, west],
): Promise<void> => {
  const body = reassignmentBody(submitter, assignCommand(reassignmentId, source, target));
  await submitAndWaitForReassignment(ledger, body);
};
