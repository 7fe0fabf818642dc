import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { isLedgerError } from "../../base/errors/ledger-error.ts";
import {
  anyValueCheck,
  createObjectMembersCheck,
  type OptionChecks,
  requireWellFormedOptions,
} from "../../base/errors/options.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { UpdateFormat } from "../../views/visibility/event-format.ts";
import { createClosableStream } from "../queries/create-closable-stream.ts";
import {
  requireNonNegativeOffset,
  requireNotAfterLedgerEnd,
  requireNotPruned,
  requireReaderUnaffectedByRevert,
} from "../queries/offset-checks.ts";
import { UpdateJsonConverter } from "../queries/update-json-converter.ts";
import { createReaderEventFormat, type ReadAsOption } from "./readers.ts";
import { createUpdateSeenByReader, type SeenUpdate } from "./to-seen-update.ts";

export interface UpdatesQuery extends ReadAsOption {
  /** Return updates after this offset; 0 for all. Default: only later updates. */
  readonly after?: Offset;
  /** When it aborts, the stream ends, even while the reader waits for the next update. */
  readonly signal?: AbortSignal;
}

const updatesQueryChecks: OptionChecks<UpdatesQuery> = {
  as: anyValueCheck,
  after: anyValueCheck,
  signal: createObjectMembersCheck("an AbortSignal", "aborted"),
};

/** Implements the method `updates` of the ledger. */
export const createSeenUpdateStream = (
  ledger: Ledger,
  query: UpdatesQuery,
): AsyncIterableIterator<SeenUpdate, void, undefined> => {
  requireWellFormedOptions(query, updatesQueryChecks);
  const { after, signal, ...readAs } = query;
  const { state, reverts } = ledger;
  const format = createUpdateFormat(readAs, state);
  const begin = after ?? state.ledgerEnd;
  requireOffset(begin, state);
  const seen = { state, reverts };
  return createClosableStream((closed) =>
    followUpdates(ledger, { begin, seen, format }, [closed, signal]),
  );
};

/** Returns a format that shows everything that the reading parties witness. */
const createUpdateFormat = (readAs: ReadAsOption, state: LedgerState): UpdateFormat => {
  const eventFormat = createReaderEventFormat(readAs, [], state);
  const parties = [...eventFormat.filtersByParty.keys()];
  return {
    transactions: { eventFormat, shape: "ledgerEffects" },
    reassignments: eventFormat,
    topology: { parties },
  };
};

const requireOffset = (offset: unknown, state: LedgerState): void => {
  if (typeof offset !== "number" || !Number.isSafeInteger(offset)) {
    throw createInvalidArgumentError({
      field: "after",
      expected: "an offset of the ledger",
      found: offset,
    });
  }
  requireNonNegativeOffset(offset, "after");
  requireNotAfterLedgerEnd(offset, "after", state);
  requireNotPruned(offset, "after", state);
};

interface FollowOptions {
  readonly begin: Offset;
  readonly seen: Pick<Ledger, "state" | "reverts">;
  readonly format: UpdateFormat;
}

type EndSignals = readonly (AbortSignal | undefined)[];

/**
 * Reads the log only when the reader asks for the next update, so that no updates are buffered for
 * a slow reader.
 */
async function* followUpdates(
  ledger: Ledger,
  { begin, seen, format }: FollowOptions,
  ends: EndSignals,
): AsyncGenerator<SeenUpdate, void, undefined> {
  let { state, reverts } = seen;
  let delivered = begin;
  const presenter = new UpdateJsonConverter(format, (visible, encoder) =>
    createUpdateSeenByReader(visible, encoder, state),
  );
  for (;;) {
    for (const [offset, { update }] of state.log.entries(delivered + 1)) {
      if (hasEnded(ends)) return;
      delivered = offset;
      const visible = update && presenter.presentUpdate(update, state);
      if (visible !== undefined) yield visible;
    }
    if (!(await waitForChange(ledger, state, ends))) return;
    requireReaderUnaffectedByRevert({ state, reverts }, ledger);
    ({ state, reverts } = ledger);
  }
}

const hasEnded = (ends: EndSignals): boolean => ends.some((end) => end?.aborted === true);

/**
 * Resolves to true when the ledger's state changes, and to false if a signal aborts or the ledger
 * closes before that.
 */
const waitForChange = async (
  ledger: Ledger,
  seen: LedgerState,
  ends: EndSignals,
): Promise<boolean> => {
  if (hasEnded(ends)) return false;
  const waiting = new AbortController();
  const stop = (): void => waiting.abort();
  for (const end of ends) end?.addEventListener("abort", stop);
  try {
    await ledger.changed(seen, waiting.signal);
    return true;
  } catch (error) {
    if (waiting.signal.aborted || isClosed(error)) return false;
    throw error;
  } finally {
    for (const end of ends) end?.removeEventListener("abort", stop);
  }
};

const isClosed = (error: unknown): boolean =>
  isLedgerError(error) && error.code === "SERVICE_NOT_RUNNING";
