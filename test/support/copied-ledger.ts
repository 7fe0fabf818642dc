import { activeContractsPage } from "../../lib/api.ts";
import { createLedger, type Ledger, type LedgerOptions } from "../../lib/index.ts";
import { eventFormatJson } from "./formats.ts";
import { iouPackage } from "./iou-package.ts";
import { keyedPackage } from "./keyed-package.ts";
import {
  assign,
  issueIou,
  type TwoSynchronizers,
  twoSynchronizers,
  unassign,
} from "./two-synchronizers.ts";

const withBlobs = { WildcardFilter: { value: { includeCreatedEventBlob: true } } };

/** Returns all active contracts that the parties see, with blobs. */
export const activePage = (ledger: Ledger, parties: readonly string[], activeAtOffset?: number) =>
  activeContractsPage(ledger, {
    eventFormat: { ...eventFormatJson(parties, withBlobs), verbose: false },
    maxPageSize: 10_000,
    ...(activeAtOffset === undefined ? {} : { activeAtOffset }),
  });

/**
 * Creates a ledger with two synchronizers, and contracts in every possible state: created, archived, several
 * of one update, with a workflow id, with a key, reassigned once and twice, and unassigned but not yet
 * assigned. Bob and carol see some of them.
 */
export const eventfulLedger = async (options: LedgerOptions = {}): Promise<TwoSynchronizers> => {
  const setting = await twoSynchronizers({ packages: [iouPackage, keyedPackage], ...options });
  const { ledger, alice, bob, carol, east, west } = setting;
  const first = await issueIou(setting);
  await issueIou(setting, { owner: carol });
  await assign(setting, alice, await unassign(setting, alice, first));
  const again = await issueIou(setting, { synchronizerId: west });
  await assign(setting, bob, await unassign(setting, bob, again, [west, east]), [west, east]);
  await ledger.submit({
    actAs: alice,
    workflowId: "two-at-once",
    synchronizerId: east,
    commands: [1, 2].map((amount) => ({
      CreateCommand: {
        templateId: "#iou:Iou:Iou",
        createArguments: { issuer: alice, owner: bob, amount: String(amount), watchers: [carol] },
      },
    })),
  });
  await ledger.submit({
    actAs: bob,
    synchronizerId: east,
    commands: [
      {
        CreateCommand: {
          templateId: "#keyed:Keyed:Entry",
          createArguments: { owner: bob, name: "k", text: "t" },
        },
      },
    ],
  });
  await unassign(setting, alice, [await issueIou(setting), await issueIou(setting)]);
  await issueIou(setting);
  return setting;
};

/** Returns an empty ledger with the same participant and synchronizers. */
export const ledgerLike = ({ state, clock }: Ledger, options: LedgerOptions = {}) =>
  createLedger({
    packages: [iouPackage, keyedPackage],
    seed: 2,
    clock: { freeze: clock.time },
    participantId: state.participantId,
    synchronizers: state.synchronizers.map(({ alias, id }) => ({ alias, id })),
    ...options,
  });
