import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { Offset } from "../../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerDecision, LedgerDecisionInputs } from "../../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import { createImportEvents } from "./create-import-events.ts";
import type { ImportProblem } from "./import-problem.ts";
import { type ContractImportPlan, planContractImport } from "./plan-import.ts";

/** Active contracts of another participant, in the form in which that participant returns them. */
export interface ImportContractsRequest {
  /**
   * Items that `/v2/state/active-contracts` or `/v2/state/active-contracts-page` returned,
   * requested with `includeCreatedEventBlob`.
   */
  readonly activeContracts: readonly { readonly contractEntry: unknown }[];
  /**
   * The offset at which the contracts were read from the other participant. If present, the
   * contracts keep their offsets, this ledger must have no updates yet, and afterwards it ends at
   * this offset and is pruned up to it. If absent, the contracts get new offsets.
   */
  readonly atOffset?: Offset;
  /** If true, a problem with one contract makes the whole import fail. */
  readonly strict?: boolean;
}

/** The result of an import. */
export interface ImportContractsResponse {
  readonly imported: number;
  /**
   * One problem, with the reason, for each contract that was not imported, or that was imported as
   * `incomplete`; in the order of the items.
   */
  readonly problems: readonly ImportProblem[];
}

/**
 * Imports active contracts of another participant, atomically. Each contract is checked against its
 * contract id. It keeps its id, synchronizer, reassignment counter, node id and workflow id; an
 * unassigned contract stays unassigned. Stakeholders that this ledger does not know are added as
 * parties, hosted here with the permission to submit. The packages must be known. Takes about 0.2
 * ms per contract, without yielding. Requires a participant administrator.
 *
 * Raises INVALID_ARGUMENT, MISSING_FIELD, INVALID_FIELD, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const importContracts = async (
  ledger: Ledger,
  request: ImportContractsRequest,
  caller: Caller = trustedCaller,
): Promise<ImportContractsResponse> => {
  requireParticipantAdmin(caller);
  return ledger.commit((state, context) => decideImport(state, context, request), caller);
};

const decideImport = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  { activeContracts, atOffset, strict = false }: ImportContractsRequest,
): LedgerDecision<ImportContractsResponse> => {
  const plan = planContractImport(activeContracts, {
    packages: state.packages,
    synchronizerIds: state.synchronizers.map(({ id }) => id),
    knows: (contractId) => state.contracts.get(contractId) !== undefined,
  });
  const { contracts, problems } = plan;
  if (atOffset !== undefined) checkOffsets(state, plan, atOffset);
  if (strict && problems.length > 0) throw createStrictImportError(problems);
  const isNothing = contracts.length === 0 && atOffset === undefined;
  return {
    events: isNothing
      ? []
      : createImportEvents(state, context, { contracts, parties: [], atOffset }),
    outcome: { imported: contracts.length, problems },
  };
};

const checkOffsets = (
  { ledgerEnd }: LedgerState,
  plan: ContractImportPlan,
  atOffset: Offset,
): void => {
  if (!Number.isSafeInteger(atOffset) || atOffset < 1) {
    throw createInvalidArgumentError({
      field: "atOffset",
      expected: "a whole number from 1",
      found: atOffset,
    });
  }
  if (ledgerEnd > 0) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `Contracts can keep their offsets only on a ledger without updates, and this ledger already ends at ${ledgerEnd}. Omit atOffset.`,
      path: "atOffset",
    });
  }
  const last = plan.contracts.reduce(
    (highest, { item }) => Math.max(highest, item.offset, item.left?.offset ?? 0),
    0,
  );
  if (last > atOffset) {
    throw createInvalidArgumentError({
      field: "atOffset",
      expected: `the offset at which the contracts were read, ${last} or above`,
      found: atOffset,
    });
  }
};

/** Returns the error of a strict import that has problems. It names the first problem. */
export const createStrictImportError = (problems: readonly ImportProblem[]): LedgerError => {
  const [first] = problems;
  const shown =
    first === undefined ? "" : `: ${first.contractId || "a contract"}: ${first.message}`;
  return ledgerError("INVALID_ARGUMENT", {
    cause: `${problems.length} of the contracts cannot be imported unchanged, so none was imported${shown}`,
    resources: problems
      .slice(0, 10)
      .flatMap(({ contractId }) =>
        contractId === "" ? [] : [["CONTRACT_ID", contractId] as const],
      ),
  });
};
