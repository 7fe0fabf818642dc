import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

import type { DecisionContext } from "../ledger.ts";
import type { TopologyEvent, TopologyUpdate } from "../model/update.ts";
import type { LedgerState, Synchronizer } from "../state/ledger-state.ts";

/** A change of who hosts which party, as the next update of the ledger (ledger-api.md 1.7, 3.0.3). */
export const topologyUpdate = (
  state: LedgerState,
  context: DecisionContext,
  { synchronizer, events }: { synchronizer: Synchronizer; events: readonly TopologyEvent[] },
): TopologyUpdate => ({
  kind: "topology",
  updateId: `1220${bytesToHex(hmac(sha256, context.seed, utf8ToBytes("topology update")))}`,
  offset: state.ledgerEnd + 1,
  synchronizerId: synchronizer.id,
  recordTime: context.now > synchronizer.recordTime ? context.now : synchronizer.recordTime,
  events,
});
