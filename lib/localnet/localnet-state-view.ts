import type { Micros } from "../base/identifiers/identifiers.ts";
import type { HostLedger } from "../host-ledger.ts";
import { SpliceState } from "./splice-state.ts";

/** The state of a LocalNet at one time, which the registry, Scan and the wallets read. */
export interface LocalnetStateView {
  readonly splice: SpliceState;
  /** Ledger time, in microseconds since 1970. */
  readonly now: Micros;
}

/** Returns the present contracts and time of the ledger. */
export const readLocalnetStateView = ({
  ledger,
}: {
  readonly ledger: HostLedger;
}): LocalnetStateView => ({
  splice: new SpliceState(ledger.state),
  now: ledger.clock.now(),
});
