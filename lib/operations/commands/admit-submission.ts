import { ledgerError } from "../../base/errors/ledger-error.ts";
import { uniqueIdentifierGrammar } from "../../base/identifiers/identifier-syntax.ts";
import type { SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { TraceContext } from "../../base/model/update.ts";
import { PackageSelection } from "../../contracts/packages/package-selection.ts";
import { getApiVersionRules } from "../../ledger/port/api-version.ts";
import type { LedgerClock } from "../../ledger/port/clock.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { checkOptionalIdentifier } from "../../views/envelope/identifier-readers.ts";
import type { TransactionFormat } from "../../views/visibility/event-format.ts";
import type { Caller } from "../authorization/caller.ts";
import { checkRequestedFormatAndClaims } from "../authorization/check-requested-format-and-claims.ts";
import type { AdmittedSubmission } from "../submission/admitted-submission.ts";
import {
  createSelectablePackagePredicate,
  requireSelectablePackages,
} from "../submission/require-selectable-packages.ts";
import { assertCommandCount } from "../submission/transaction-size.ts";
import type { CommandsRequest } from "./commands-request.ts";
import {
  authenticateDisclosedContracts,
  decodeDisclosedContracts,
  type DisclosedContracts,
  noDisclosedContracts,
} from "./disclosed-contracts.ts";
import { translateCommands } from "./translate-commands.ts";
import {
  authorizeCommands,
  validateCommands,
  validatePrefetchAndSelectionLimits,
} from "./validate-commands.ts";

export interface SubmissionAdmissionOptions {
  readonly caller: Caller;
  readonly traceContext?: TraceContext | undefined;
  /**
   * The format of the response, if the request has one. The caller's claims for it are checked as
   * well.
   */
  readonly format?: TransactionFormat | undefined;
  /** Checks the caller's claims and returns the user; default {@link authorizeCommands}. */
  readonly authorize?: typeof authorizeCommands;
  /** True if the ledger creates a missing command id; by default it is required. */
  readonly choosesCommandId?: boolean;
}

/**
 * Checks decoded commands, and returns them as a submission that can be decided. Checks names and
 * values, then claims, then fields (ledger-api.md 3.0.1 steps 4–6, 3.6.1). Reads the current state
 * and changes nothing. Raises the errors of these steps.
 */
export const admitSubmission = (
  ledger: Pick<Ledger, "state" | "config"> & { readonly clock: Pick<LedgerClock, "now"> },
  request: CommandsRequest,
  options: SubmissionAdmissionOptions,
): AdmittedSubmission => {
  const { state: received, config, clock } = ledger;
  assertCommandCount(request.commands.length, config.maxTransactionNodes);
  const { packages } = received;
  const receivedAt = clock.now();
  const { maxValueNesting } = config;
  const isUsable = createSelectablePackagePredicate(received, {
    time: receivedAt,
    prescribed: request.synchronizerId,
  });
  const translated = translateCommands(request, {
    packages,
    isUsable,
    checkPackageNames: (names) => {
      const { actAs, synchronizerId } = request;
      checkOptionalIdentifier(uniqueIdentifierGrammar, synchronizerId, "synchronizerId");
      requireSelectablePackages(received, { names, parties: actAs.slice(0, 1), synchronizerId });
    },
    maxValueNesting,
  });
  const { commands, faults } = translated;
  const { authorize = authorizeCommands } = options;
  const userId = authorize(options.caller, request);
  if (options.format !== undefined) {
    const path = "transactionFormat.eventFormat";
    checkRequestedFormatAndClaims(options.format.eventFormat, {
      path,
      caller: options.caller,
      packages,
      config,
    });
  }
  const { choosesCommandId = false } = options;
  const terms = validateCommands(request, { userId, receivedAt, choosesCommandId, faults });
  const { disclosedContracts: disclosedRequests } = request;
  const disclosed =
    disclosedRequests.length === 0
      ? noDisclosedContracts
      : decodeDisclosedContracts(disclosedRequests, getApiVersionRules(config.apiVersion));
  const { packageIdSelectionPreference: preference } = request;
  // The translation ignores the preference if no command names a package; the interpretation uses it.
  const selection =
    preference.length === 0
      ? translated.selection
      : new PackageSelection(packages, { preference, isUsable });
  validatePrefetchAndSelectionLimits(request, config, faults);
  if (disclosedRequests.length > 0) authenticateDisclosedContracts(disclosed, packages);
  const [unfit] = faults;
  return {
    userId: terms.submission.userId,
    submission: terms.submission,
    readAs: terms.readAs,
    commands,
    packages: selection,
    disclosedContracts: disclosed.contracts,
    synchronizerId: prescribedSynchronizer(terms.synchronizerId, disclosed),
    minLedgerTime: terms.minLedgerTime,
    deduplicationPeriod: terms.deduplicationPeriod,
    traceContext: options.traceContext,
    received,
    interpretationError: unfit?.error,
    losesRaces: options.caller.losesRaces,
    onWritten: options.caller.onWritten,
    receivedSubmission: options.caller.receivedSubmission,
  };
};

const prescribedSynchronizer = (
  requested: SynchronizerId | undefined,
  disclosed: DisclosedContracts,
): SynchronizerId | undefined => {
  if (requested === undefined || disclosed.synchronizerId === undefined) {
    return requested ?? disclosed.synchronizerId;
  }
  if (requested === disclosed.synchronizerId) return requested;
  throw ledgerError("PRESCRIBED_SYNCHRONIZER_ID_MISMATCH", {
    cause: `The commands prescribe the synchronizer ${requested}, but the disclosed contracts are on ${disclosed.synchronizerId}.`,
    path: "synchronizerId",
  });
};
