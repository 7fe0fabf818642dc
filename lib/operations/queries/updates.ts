import type { ScheduledWorkOptions } from "../../base/scheduling/fair-scheduler.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import {
  type CheckpointItemJson,
  createCheckpointJson,
  createTreeUpdateJson,
  createUpdateJson,
  type TreeUpdateItem,
  type UpdateItem,
} from "../../views/envelope/update-json.ts";
import { type Caller, getCallerUserId, trustedCaller } from "../authorization/caller.ts";
import { requireReadClaimsOfUpdateFormat } from "../authorization/format-claims.ts";
import type { GetUpdatesRequest } from "../requests/updates.ts";
import { type LedgerStreamItem, tailLedgerLog } from "./log-tail.ts";
import { StepwiseIterable } from "./stepwise-iterable.ts";
import type { StreamWaitOptions } from "./timers.ts";
import { type OffsetRange, UpdateJsonConverter } from "./update-json-converter.ts";
import { checkUpdatesRequest, readUpdatesRequest, type UpdatesRequest } from "./updates-request.ts";

/**
 * The updates of a bounded range, which can be read synchronously, or a stream that follows the
 * ledger. `for await` works with both.
 */
export type UpdateStream<Item> = Iterable<Item> | AsyncIterableIterator<Item, void, undefined>;

/**
 * Returns the updates in a range of offsets that the parties of the format see, with flat
 * transactions (ledger-api.md 3.17.1). Without `endInclusive`, the result follows the ledger and
 * includes checkpoints. Implements `/v2/updates` and `/v2/updates/flats`.
 *
 * The call itself raises INVALID_ARGUMENT, MISSING_FIELD, UNAUTHENTICATED, PERMISSION_DENIED and
 * the errors of `checkUpdatesRequest`. Reading the stream fails with the errors of `tailLedgerLog`.
 */
export const updates = (
  ledger: Ledger,
  request: GetUpdatesRequest,
  caller: Caller = trustedCaller,
  options: StreamWaitOptions = {},
): UpdateStream<UpdateItem> => {
  const checked = readCheckedRequest(ledger, readUpdatesRequest(request, "acsDelta"), caller);
  const presenter = new UpdateJsonConverter(checked.updateFormat, createUpdateJson, caller);
  return createUpdateStream(ledger, checked, presenter, {
    ...options,
    userId: getCallerUserId(caller),
  });
};

/**
 * Like {@link updates}, but in the legacy form: transactions are trees, by default of ledger effects,
 * and there are no topology transactions.
 */
export const updateTrees = (
  ledger: Ledger,
  request: GetUpdatesRequest,
  caller: Caller = trustedCaller,
  options: StreamWaitOptions = {},
): UpdateStream<TreeUpdateItem> => {
  const checked = readCheckedRequest(ledger, readUpdatesRequest(request, "ledgerEffects"), caller);
  const presenter = new UpdateJsonConverter(checked.updateFormat, createTreeUpdateJson, caller);
  return createUpdateStream(ledger, checked, presenter, {
    ...options,
    userId: getCallerUserId(caller),
  });
};

const readCheckedRequest = (
  ledger: Ledger,
  request: UpdatesRequest,
  caller: Caller,
): UpdatesRequest => {
  requireReadClaimsOfUpdateFormat(caller, request.updateFormat);
  checkUpdatesRequest(request, ledger);
  return request;
};

interface UpdateStreamItem<Json> {
  readonly update: Json | CheckpointItemJson;
}

const createUpdateStream = <Json>(
  ledger: Ledger,
  { beginExclusive: begin, endInclusive: end, descendingOrder: descending }: UpdatesRequest,
  presenter: UpdateJsonConverter<Json>,
  options: StreamWaitOptions & ScheduledWorkOptions,
): UpdateStream<UpdateStreamItem<Json>> => {
  const { state } = ledger;
  if (end !== undefined) {
    return new StepwiseIterable(
      () => iterateBoundedUpdates(presenter, state, { begin, end, descending }),
      options,
    );
  }
  return tailLedgerLog(ledger, (step) => createTailItem(presenter, step), { ...options, begin });
};

function* iterateBoundedUpdates<Json>(
  presenter: UpdateJsonConverter<Json>,
  state: LedgerState,
  range: OffsetRange,
): Generator<UpdateStreamItem<Json> | undefined, void, undefined> {
  for (const shown of presenter.presentRange(state, range)) yield shown && { update: shown.json };
}

const createTailItem = <Json>(
  presenter: UpdateJsonConverter<Json>,
  step: LedgerStreamItem,
): UpdateStreamItem<Json> | undefined => {
  if (step.kind === "checkpoint") return { update: createCheckpointJson(step.checkpoint) };
  const json = step.entry.update && presenter.presentUpdate(step.entry.update, step.state);
  return json === undefined ? undefined : { update: json };
};
