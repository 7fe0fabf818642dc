import type { SynchronizerId } from "../base/identifiers/identifiers.ts";
import { emptyVettingState, type Vetting } from "../base/model/vetting.ts";
import type { Package } from "../contracts/engine/package.ts";
import type { PackageRegistry } from "../contracts/packages/registry.ts";
import type { LedgerDecisionFunction } from "../ledger/port/ledger-decision.ts";
import type { JournalEvent } from "../ledger/state/journal-event.ts";
import { createImportEvents } from "../operations/admin/imports/create-import-events.ts";
import { createStrictImportError } from "../operations/admin/imports/import-contracts.ts";
import type { ImportProblem } from "../operations/admin/imports/import-problem.ts";
import { planContractImport } from "../operations/admin/imports/plan-import.ts";
import type { ParticipantFacts } from "./read-facts.ts";

/** All data that was read from a participant. */
export interface ForkContent {
  readonly facts: ParticipantFacts;
  readonly items: readonly unknown[];
  readonly packages: readonly Package[];
  readonly vetting: ReadonlyMap<SynchronizerId, Vetting>;
  readonly strict: boolean;
}

/**
 * Returns a decision that writes all data to a new ledger, as one journal entry. Its outcome is the
 * list of problems of contracts: those not imported, and those imported as `incomplete`.
 */
export const createForkImportDecision =
  (content: ForkContent): LedgerDecisionFunction<readonly ImportProblem[]> =>
  (state, context) => {
    const { facts, items, packages, vetting, strict } = content;
    const added = packages.filter(({ packageId }) => state.packages.get(packageId) === undefined);
    const registry = added.reduce<PackageRegistry>((all, each) => all.add(each), state.packages);
    const { contracts, problems } = planContractImport(items, {
      packages: registry,
      synchronizerIds: state.synchronizers.map(({ id }) => id),
      knows: () => false,
    });
    if (strict && problems.length > 0) throw createStrictImportError(problems);
    const parties = facts.parties ?? [];
    const atOffset = facts.offset === 0 ? undefined : facts.offset;
    const events: readonly JournalEvent[] = [
      ...(added.length === 0 ? [] : [packagesAdded(added)]),
      ...state.synchronizers.map(({ id: synchronizerId }) => ({
        kind: "vettingChanged" as const,
        synchronizerId,
        vetting: vetting.get(synchronizerId) ?? emptyVettingState,
      })),
      ...(facts.user === undefined ? [] : [{ kind: "userChanged" as const, user: facts.user }]),
      ...createImportEvents(state, context, { contracts, parties, atOffset }),
    ];
    return { events, outcome: problems, packages: added };
  };

const packagesAdded = (added: readonly Package[]): JournalEvent => ({
  kind: "packagesAdded",
  packageIds: added.map(({ packageId }) => packageId),
  archives: added.flatMap(({ packageId, archive }) =>
    archive === undefined ? [] : [{ packageId, archive }],
  ),
});
