import type { ErrorCode } from "../../base/errors/catalogue.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { LedgerState, Synchronizer } from "../../ledger/state/ledger-state.ts";
import { findHostingPermission } from "../../ledger/state/synchronizers.ts";

/** The parties of a transaction. */
export interface TransactionParties {
  readonly actAs: readonly Party[];
  /** Informees of all nodes. */
  readonly informees: readonly Party[];
  /**
   * True if the acting parties sign the transaction themselves. Then this participant needs only
   * the permission to confirm for them.
   */
  readonly isExternal: boolean;
}

/**
 * Returns the connected synchronizers that host all submitters and informees of a transaction, and
 * on which this participant may submit for the submitters (ledger-api.md 2.9). The list is not
 * empty, and in the order of connection. O(parties × synchronizers).
 *
 * Raises UNKNOWN_SUBMITTERS, UNKNOWN_INFORMEES, SUBMITTERS_NOT_ACTIVE, INFORMEES_NOT_ACTIVE,
 * NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT, NO_COMMON_SYNCHRONIZER.
 */
export const requireAdmissibleSynchronizers = (
  state: LedgerState,
  parties: TransactionParties,
): readonly Synchronizer[] => {
  const { synchronizers } = state;
  const isAdmissible = ({ id }: Synchronizer): boolean =>
    explainInadmissibleSynchronizer(id, state, parties) === undefined;
  // Usually all are admissible. Then no list is created.
  const admissible = synchronizers.every(isAdmissible)
    ? synchronizers
    : synchronizers.filter(isAdmissible);
  if (admissible.length > 0) return admissible;
  throw noneAdmissible(state, parties);
};

/** Returns the reason why the synchronizer is not admissible, as a clause; undefined if it is. */
export const explainInadmissibleSynchronizer = (
  synchronizerId: string,
  state: LedgerState,
  { actAs, informees, isExternal }: TransactionParties,
): string | undefined => {
  let partyWithoutSubmission: Party | undefined;
  for (const party of actAs) {
    const permission = findHostingPermission(state, party, synchronizerId);
    if (permission === undefined) return notHosted(party, synchronizerId);
    if (!maySubmit(permission, isExternal)) partyWithoutSubmission ??= party;
  }
  const unhosted = findUnhostedParty(synchronizerId, state, informees);
  if (unhosted !== undefined) return notHosted(unhosted, synchronizerId);
  return (
    partyWithoutSubmission &&
    `this participant may not submit for ${partyWithoutSubmission} on ${synchronizerId}`
  );
};

const notHosted = (party: Party, synchronizerId: string): string =>
  `${party} is not hosted on ${synchronizerId}`;

const findUnhostedParty = (
  synchronizerId: string,
  state: LedgerState,
  parties: readonly Party[],
): Party | undefined =>
  parties.find((party) => findHostingPermission(state, party, synchronizerId) === undefined);

const maySubmit = (
  permission: ReturnType<typeof findHostingPermission>,
  isExternal: boolean,
): boolean => permission === "submission" || (isExternal && permission === "confirmation");

const noneAdmissible = (state: LedgerState, parties: TransactionParties): LedgerError => {
  const { actAs, informees, isExternal } = parties;
  const unknown = unknownParties(state, parties);
  if (unknown !== undefined) return unknown;
  const ids = state.synchronizers.map(({ id }) => id);
  const withSubmitters = ids.filter((id) => findUnhostedParty(id, state, actAs) === undefined);
  const withInformees = ids.some((id) => findUnhostedParty(id, state, informees) === undefined);
  const mayAct = (party: Party, id: SynchronizerId): boolean =>
    maySubmit(findHostingPermission(state, party, id), isExternal);
  const canSubmit = withSubmitters.some((id) => actAs.every((party) => mayAct(party, id)));
  const reasons = ids.map((id) => explainInadmissibleSynchronizer(id, state, parties)).join("; ");
  const refused = (code: ErrorCode, context: Readonly<Record<string, string>> = {}): LedgerError =>
    ledgerError(code, {
      cause: `No connected synchronizer can execute the transaction: ${reasons}.`,
      context,
    });
  if (withSubmitters.length === 0) return refused("SUBMITTERS_NOT_ACTIVE");
  if (!withInformees) return refused("INFORMEES_NOT_ACTIVE");
  if (canSubmit) return refused("NO_COMMON_SYNCHRONIZER");
  // Like a participant, name the submitter without permission only if there is a single submitter.
  const [unknownSubmitter, ...others] = actAs;
  const isSingleSubmitter = unknownSubmitter !== undefined && others.length === 0;
  return refused(
    "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
    isSingleSubmitter ? { unknownSubmitter } : {},
  );
};

const unknownParties = (
  state: LedgerState,
  { actAs, informees }: TransactionParties,
): LedgerError | undefined =>
  unknownAmong(state, "UNKNOWN_SUBMITTERS", actAs) ??
  unknownAmong(state, "UNKNOWN_INFORMEES", informees);

const unknownAmong = (
  state: LedgerState,
  code: "UNKNOWN_SUBMITTERS" | "UNKNOWN_INFORMEES",
  named: readonly Party[],
): LedgerError | undefined => {
  const isKnown = (party: Party): boolean =>
    state.synchronizers.some(({ id }) => findHostingPermission(state, party, id) !== undefined);
  const unknownNames = named.filter((party) => !isKnown(party));
  if (unknownNames.length === 0) return undefined;
  const unknown = unknownNames.join(", ");
  const key = code === "UNKNOWN_SUBMITTERS" ? "unknownSubmitters" : "unknownInformees";
  return ledgerError(code, {
    cause: `No connected synchronizer knows ${unknown}. Allocate a party before using it.`,
    context: { [key]: `Set(${unknown})` },
  });
};
