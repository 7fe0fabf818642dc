import type { Offset, Party } from "../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../base/model/contract.ts";
import { formatInstant } from "../base/values/time.ts";
import type { ActiveContract } from "../ledger/state/activation.ts";
import { findActiveContractsAtOffset } from "../operations/queries/find-activations-at.ts";
import { getRoundNumber, parsePayloadTime } from "./commands.ts";
import { summarizeHoldings } from "./holdings.ts";
import {
  listTransactionsWithUniqueRecordTime,
  type TransactionWithUniqueRecordTime,
} from "./list-transactions-with-unique-record-time.ts";
import type { LocalnetStateView } from "./localnet-state-view.ts";
import { localnetMigrationId } from "./names.ts";
import { requireAmuletRules } from "./registry.ts";
import {
  createScanCreatedEventJson,
  formatScanEventId,
  toScanContractFields,
} from "./scan-updates.ts";
import { createNotFoundServiceError } from "./service-error.ts";
import { formatTemplateName, type SpliceState } from "./splice-state.ts";

/** The fields of a request that select a snapshot. */
export interface AcsSnapshotRequest {
  readonly migration_id: number;
  readonly record_time: string;
  readonly record_time_match?: "exact" | "at_or_before";
}

/**
 * The format of a contract in a response. `event` (version 0) is its created event, with the event
 * id. `contract` (version 1) has no event id, but the id of the update that created the contract.
 */
export type ScanContractFormat = "event" | "contract";

/**
 * Returns the last transaction that matches. Each transaction counts as a snapshot at its record time. Takes
 * time linear in the number of transactions.
 */
const findLastSnapshot = (
  { state }: SpliceState,
  matches: (recorded: TransactionWithUniqueRecordTime) => boolean,
): TransactionWithUniqueRecordTime | undefined => {
  let last: TransactionWithUniqueRecordTime | undefined;
  for (const recorded of listTransactionsWithUniqueRecordTime(state)) {
    if (matches(recorded)) last = recorded;
  }
  return last;
};

const requireMigration = (migration: number): void => {
  if (migration !== localnetMigrationId) {
    throw createNotFoundServiceError(`No snapshots for migration id ${migration}.`);
  }
};

/** Answers GET /v0/state/acs/snapshot-timestamp. */
export const requireAcsSnapshotTimeBefore = (
  { splice }: LocalnetStateView,
  before: string,
  migration: number,
) => {
  requireMigration(migration);
  const time = parsePayloadTime(before);
  const found = findLastSnapshot(splice, ({ recordTime }) => recordTime < time);
  if (found === undefined) throw createNotFoundServiceError(`No snapshots found before ${before}`);
  return { record_time: formatInstant(found.recordTime) };
};

/** Answers GET /v0/state/acs/snapshot-timestamp-after. */
export const requireAcsSnapshotTimeAfter = (
  { splice }: LocalnetStateView,
  after: string,
  migration: number,
) => {
  if (migration > localnetMigrationId) requireMigration(migration);
  const time = migration < localnetMigrationId ? undefined : parsePayloadTime(after);
  for (const { recordTime } of listTransactionsWithUniqueRecordTime(splice.state)) {
    if (time === undefined || recordTime > time) return { record_time: formatInstant(recordTime) };
  }
  throw createNotFoundServiceError(`No snapshots found after ${after}`);
};

/** Answers POST /v0/state/acs/force with the newest transaction, which counts as a snapshot. */
export const requireNewestAcsSnapshotTime = ({ splice }: LocalnetStateView) => {
  const newest = findLastSnapshot(splice, () => true);
  if (newest === undefined) throw createNotFoundServiceError("There is no transaction yet.");
  return { record_time: formatInstant(newest.recordTime), migration_id: localnetMigrationId };
};

/**
 * Returns the offset of the snapshot that a request names. With a frozen clock, the record times
 * that Scan shows can be later than the clock. `at_or_before` therefore compares with the ledger's
 * own record times, so that a request for the present time includes all transactions. Raises
 * NOT_FOUND if there is no such snapshot, or if it was pruned.
 */
const findSnapshotOffset = (splice: SpliceState, request: AcsSnapshotRequest): Offset => {
  requireMigration(request.migration_id);
  const { record_time: text, record_time_match: match = "exact" } = request;
  const time = parsePayloadTime(text);
  const found = findLastSnapshot(splice, ({ update, recordTime }) =>
    match === "exact" ? recordTime === time : update.recordTime <= time,
  );
  if (found !== undefined) return found.update.offset;
  throw createNotFoundServiceError(
    `Failed to find ACS snapshot for migration id ${localnetMigrationId} at ${text}. ` +
      'Use record_time_match "at_or_before", or a time that GET /v0/state/acs/snapshot-timestamp returns.',
  );
};

export interface ScanAcsPageRequest extends AcsSnapshotRequest {
  readonly after?: number;
  readonly page_size: number;
  readonly party_ids?: readonly Party[];
  readonly templates?: readonly string[];
}

/**
 * Returns a page of the contracts of the DSO in a snapshot. `after` is the sequence number of the last
 * contract of the previous page.
 */
export const readScanAcsPage = (
  view: LocalnetStateView,
  request: ScanAcsPageRequest,
  form: ScanContractFormat,
) => {
  const { party_ids: parties, templates: names } = request;
  return createContractsPage(
    view,
    request,
    (contract) => {
      const isOfParties =
        parties === undefined || getStakeholders(contract).some((party) => parties.includes(party));
      return isOfParties && (names === undefined || names.includes(formatTemplateName(contract)));
    },
    form,
  );
};

export interface HoldingsRequest extends AcsSnapshotRequest {
  readonly after?: number;
  readonly page_size: number;
  readonly owner_party_ids: readonly Party[];
}

/** Returns the amulets and locked amulets of owners in a snapshot. */
export const readHoldingsPage = (
  view: LocalnetStateView,
  request: HoldingsRequest,
  form: ScanContractFormat,
) => {
  const past = view.splice.getStateAtOffset(findSnapshotOffset(view.splice, request));
  const owners = new Set(request.owner_party_ids);
  const owned = new Set(
    [
      ...past.activeContracts("amulet").filter(({ payload }) => owners.has(payload.owner)),
      ...past
        .activeContracts("lockedAmulet")
        .filter(({ payload }) => owners.has(payload.amulet.owner)),
    ].map(({ contractId }) => contractId),
  );
  return createContractsPage(view, request, ({ contractId }) => owned.has(contractId), form);
};

export interface HoldingsSummaryRequest extends AcsSnapshotRequest {
  readonly owner_party_ids: readonly Party[];
  readonly as_of_round?: number;
}

/** Returns the totals of owners in a snapshot. */
export const createHoldingsSummaryJson = (
  { splice }: LocalnetStateView,
  request: HoldingsSummaryRequest,
) => {
  const past = splice.getStateAtOffset(findSnapshotOffset(splice, request));
  const rounds = past.activeContracts("openMiningRound").map(getRoundNumber);
  const round = request.as_of_round ?? (rounds.length === 0 ? 0 : Math.min(...rounds));
  return {
    record_time: request.record_time,
    migration_id: request.migration_id,
    computed_as_of_round: round,
    summaries: [...new Set(request.owner_party_ids)].map((party) =>
      summarizeHoldings(past, party, round),
    ),
  };
};

/** Returns a page of the contracts of which the DSO is a stakeholder, in order of creation. */
const createContractsPage = (
  { splice }: LocalnetStateView,
  request: AcsSnapshotRequest & { readonly after?: number; readonly page_size: number },
  isWanted: (contract: Contract) => boolean,
  form: ScanContractFormat,
) => {
  const { state } = splice;
  const offset = findSnapshotOffset(splice, request);
  const { dso } = requireAmuletRules(splice).payload;
  const bounds = { parties: new Set([dso]), templates: undefined };
  const found: ActiveContract[] = [];
  let hasMore = false;
  for (const active of findActiveContractsAtOffset({
    state,
    offset,
    bounds,
    after: request.after ?? 0,
  })) {
    const { contract } = active;
    if (!getStakeholders(contract).includes(dso) || !isWanted(contract)) continue;
    hasMore = found.length === request.page_size;
    if (hasMore) break;
    found.push(active);
  }
  const last = found.at(-1)?.activation.sequence;
  return {
    record_time: request.record_time,
    migration_id: request.migration_id,
    created_events: found.map(({ contract, activation: { offset: createdAt, nodeId } }) => {
      const updateId = state.log.get(createdAt)?.update?.updateId ?? "";
      const event = splice.createdEvent({ contract }, { includeBlob: false });
      return form === "event"
        ? createScanCreatedEventJson(event, formatScanEventId(updateId, nodeId))
        : { created_in_update_id: updateId, ...toScanContractFields(event) };
    }),
    ...(hasMore && last !== undefined && { next_page_token: last }),
  };
};
