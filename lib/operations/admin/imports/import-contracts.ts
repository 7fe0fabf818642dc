import { invalidArgument } from "../../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { Offset } from "../../../base/identifiers/identifiers.ts";
import type { Decision, DecisionContext } from "../../../ledger/port/decision.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireAdmin } from "../../authorization/claims.ts";
import { importEvents } from "./import-events.ts";
import type { ImportProblem } from "./import-problem.ts";
import { type ImportPlan, planImport } from "./plan-import.ts";

/** Contracts of another participant, as it lists its active contracts. */
export interface ImportContractsRequest {
  /**
   * Items of `/v2/state/active-contracts` or of its pages, requested with
   * `includeCreatedEventBlob`.
   */
  readonly activeContracts: readonly { readonly contractEntry: unknown }[];
  /**
   * The offset at which the contracts were read. On a ledger without updates they then keep their
   * offsets, and the ledger ends at this offset and is pruned up to it. If absent, they get new
   * offsets.
   */
  readonly atOffset?: Offset;
  /** True if a problem with any contract refuses all of them. */
  readonly strict?: boolean;
}

/** The result of an import. */
export interface ImportContractsResponse {
  readonly imported: number;
  /**
   * The contracts that were left out, and those that are uncertain, with the reasons; in the order
   * of the items.
   */
  readonly problems: readonly ImportProblem[];
}

/**
 * Imports active contracts of another participant, atomically. Each contract is checked against its
 * contract id. It keeps its id, synchronizer, reassignment counter, node id and workflow id; an
 * unassigned contract stays unassigned. Unknown stakeholders become known, and are hosted here with
 * the permission to submit. The packages must be known. Takes about 0.2 ms per contract, without
 * yielding. Requires a participant administrator.
 *
 * Raises INVALID_ARGUMENT, MISSING_FIELD, INVALID_FIELD, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const importContracts = async (
  ledger: Ledger,
  request: ImportContractsRequest,
  caller: Caller = trustedCaller,
): Promise<ImportContractsResponse> => {
  requireAdmin(caller);
  return ledger.commit((state, context) => decide(state, context, request), caller);
};

const decide = (
  state: LedgerState,
  context: DecisionContext,
  { activeContracts, atOffset, strict = false }: ImportContractsRequest,
): Decision<ImportContractsResponse> => {
  const plan = planImport(activeContracts, {
    packages: state.packages,
    synchronizerIds: state.synchronizers.map(({ id }) => id),
    knows: (contractId) => state.contracts.get(contractId) !== undefined,
  });
  const { contracts, problems } = plan;
  if (atOffset !== undefined) checkOffsets(state, plan, atOffset);
  if (strict && problems.length > 0) throw notStrictly(problems);
  const isNothing = contracts.length === 0 && atOffset === undefined;
  return {
    events: isNothing ? [] : importEvents(state, context, { contracts, parties: [], atOffset }),
    outcome: { imported: contracts.length, problems },
  };
};

const checkOffsets = ({ ledgerEnd }: LedgerState, plan: ImportPlan, atOffset: Offset): void => {
  if (!Number.isSafeInteger(atOffset) || atOffset < 1) {
    throw invalidArgument({
      field: "atOffset",
      expected: "a whole number from 1",
      found: atOffset,
    });
  }
  if (ledgerEnd > 0) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `Contracts keep their offsets on a ledger without updates only, and this one ends at ${ledgerEnd}: leave atOffset out.`,
      path: "atOffset",
    });
  }
  const last = plan.contracts.reduce(
    (highest, { item }) => Math.max(highest, item.offset, item.left?.offset ?? 0),
    0,
  );
  if (last > atOffset) {
    throw invalidArgument({
      field: "atOffset",
      expected: `the offset at which they were read, ${last} or above`,
      found: atOffset,
    });
  }
};

/** Returns the error of an import that must be complete but is not. */
export const notStrictly = (problems: readonly ImportProblem[]): LedgerError => {
  const [first] = problems;
  const shown =
    first === undefined ? "" : `: ${first.contractId || "a contract"}: ${first.message}`;
  return ledgerError("INVALID_ARGUMENT", {
    cause: `${problems.length} of the contracts cannot be taken over as they are, and nothing was${shown}`,
    resources: problems
      .slice(0, 10)
      .flatMap(({ contractId }) =>
        contractId === "" ? [] : [["CONTRACT_ID", contractId] as const],
      ),
  });
};
