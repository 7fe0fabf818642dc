import type { TopologyEvent, TopologyUpdate } from "../../../base/model/update.ts";
import { deriveUpdateId } from "../../../contracts/transaction/seeds.ts";
import type { LedgerDecisionInputs } from "../../../ledger/port/ledger-decision.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";
import { computeNextRecordTime } from "../../../ledger/state/synchronizers.ts";

/**
 * Returns the next update of the ledger, with these changes of hosting (ledger-api.md 1.7, 3.0.3).
 */
export const createTopologyUpdate = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  { synchronizer, events }: { synchronizer: Synchronizer; events: readonly TopologyEvent[] },
): TopologyUpdate => ({
  kind: "topology",
  updateId: deriveUpdateId(context.seed, "topology update"),
  offset: state.ledgerEnd + 1,
  synchronizerId: synchronizer.id,
  recordTime: computeNextRecordTime(synchronizer, context.now),
  events,
});

/**
 * Returns the context of an error in a topology change: a submission id, which a participant writes
 * as a hash in quotes.
 */
export const createTopologyErrorContext = ({ seed }: LedgerDecisionInputs) => ({
  submissionId: `'${deriveUpdateId(seed, "topology submission")}'`,
});
