import type { ErrorCode } from "../errors/catalogue.ts";
import { ledgerError, type LedgerError } from "../errors/ledger-error.ts";
import type { Micros, Party, SynchronizerId } from "../model/identifiers.ts";
import { isInFlight } from "../state/in-flight.ts";
import type { LedgerState, Synchronizer } from "../state/ledger-state.ts";
import type { FinishedTransaction } from "../transaction/create-partial-transaction.ts";
import type { PreparedSubmission } from "./prepared-submission.ts";
import { obstacleOn, routingDemands, type Obstacle } from "./routing-obstacle.ts";

/**
 * The synchronizer that executes a transaction: the prescribed one, or the first connected one, where
 * its submitters and all it informs are hosted, this participant may submit for the former, its
 * packages are vetted, and its inputs are (ledger-api.md 2.9).
 *
 * Raises SUBMISSION_SYNCHRONIZER_NOT_READY,
 * UNKNOWN_CONTRACT_SYNCHRONIZERS for inputs in flight, UNKNOWN_SUBMITTERS, UNKNOWN_INFORMEES; when a
 * prescribed synchronizer cannot be used INVALID_PRESCRIBED_SYNCHRONIZER_ID, when none can
 * SUBMITTERS_NOT_ACTIVE, INFORMEES_NOT_ACTIVE, NO_COMMON_SYNCHRONIZER,
 * NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT, NO_SYNCHRONIZER_FOR_SUBMISSION,
 * SUBMITTER_ALWAYS_STAKEHOLDER or AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED: inputs stay where
 * they are until somebody reassigns them. Pure; linear in the transaction.
 */
export const route = (
  state: LedgerState,
  { submission, synchronizerId: prescribed, isExternal = false }: PreparedSubmission,
  { finished, now }: { readonly finished: FinishedTransaction; readonly now: Micros },
): SynchronizerId => {
  const candidates = candidatesFor(state, prescribed);
  checkLocated(state, finished);
  checkKnown(state, "UNKNOWN_SUBMITTERS", submission.actAs);
  checkKnown(state, "UNKNOWN_INFORMEES", finished.informees);
  const obstacles: Obstacle[] = [];
  for (const { id } of candidates) {
    const obstacle = obstacleOn(id, state, { finished, actAs: submission.actAs, isExternal, now });
    if (obstacle === undefined) return id;
    obstacles.push(obstacle);
  }
  throw noRoute(obstacles, prescribed);
};

const candidatesFor = (
  { synchronizers }: LedgerState,
  prescribed: SynchronizerId | undefined,
): readonly Synchronizer[] => {
  if (prescribed === undefined) return synchronizers;
  const found = synchronizers.filter(({ id }) => id === prescribed);
  if (found.length > 0) return found;
  throw ledgerError("SUBMISSION_SYNCHRONIZER_NOT_READY", {
    cause:
      `This participant is not connected to the synchronizer ${prescribed}; ` +
      `it is to ${synchronizers.map(({ id }) => id).join(", ")}.`,
    resources: [["SYNCHRONIZER_ID", prescribed]],
    path: "synchronizerId",
  });
};

const checkLocated = (state: LedgerState, { inputs }: FinishedTransaction): void => {
  // Most of the time nothing is in flight.
  if (state.inFlight.size === 0) return;
  const unknown = [...inputs.keys()].filter((id) => isInFlight(state.contracts.get(id)));
  if (unknown.length === 0) return;
  const contractIds = unknown.join(", ");
  throw ledgerError("UNKNOWN_CONTRACT_SYNCHRONIZERS", {
    cause: `The contracts ${contractIds} are on no synchronizer: they were unassigned and not assigned yet.`,
    resources: [["CONTRACT_IDS", contractIds]],
  });
};

const checkKnown = (
  { parties }: LedgerState,
  code: "UNKNOWN_SUBMITTERS" | "UNKNOWN_INFORMEES",
  named: readonly Party[],
): void => {
  if (named.every((party) => parties.has(party))) return;
  const unknown = named.filter((party) => !parties.has(party)).join(", ");
  throw ledgerError(code, {
    cause: `No connected synchronizer knows ${unknown}. Allocate a party before using it.`,
    resources: [["PARTIES", unknown]],
  });
};

const noRoute = (
  obstacles: readonly Obstacle[],
  prescribed: SynchronizerId | undefined,
): LedgerError => {
  const reasons = obstacles.map(({ reason }) => reason).join("; ");
  if (prescribed !== undefined) {
    return ledgerError("INVALID_PRESCRIBED_SYNCHRONIZER_ID", {
      cause: `The prescribed synchronizer cannot execute the transaction: ${reasons}.`,
      resources: [["SYNCHRONIZER_ID", prescribed]],
      path: "synchronizerId",
    });
  }
  return ledgerError(noRouteCode(obstacles), {
    cause: `No connected synchronizer can execute the transaction: ${reasons}.`,
  });
};

/** By the demand that the best of the synchronizers does not meet. */
const noRouteCode = (obstacles: readonly Obstacle[]): ErrorCode => {
  const kinds = new Set(obstacles.map(({ kind }) => kind));
  const furthest = routingDemands.findLast((demand) => kinds.has(demand)) ?? "submitters";
  // Submitters are on one synchronizer, those informed on another.
  if (furthest === "informees" && kinds.has("submitters")) return "NO_COMMON_SYNCHRONIZER";
  return unmetDemand[furthest];
};

const unmetDemand = {
  submitters: "SUBMITTERS_NOT_ACTIVE",
  informees: "INFORMEES_NOT_ACTIVE",
  permission: "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
  packages: "NO_SYNCHRONIZER_FOR_SUBMISSION",
  stakeholders: "SUBMITTER_ALWAYS_STAKEHOLDER",
  inputs: "AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED",
} as const satisfies Record<Obstacle["kind"], ErrorCode>;
