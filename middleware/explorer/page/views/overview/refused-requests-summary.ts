import type { RefusedCommand } from "../../../ledger-facts.ts";
import { createViewUrl } from "../../base/address.ts";
import { controlApiUrl } from "../../base/boot.ts";
import { requestExplorerData } from "../../base/client.ts";
import { fetchRequestJournal, type RequestJournalJson } from "../../base/journal.ts";

/** A refused request, with a link to its details. */
interface RefusedRequest {
  readonly key: string;
  readonly code: string;
  readonly cause: string;
  readonly what: string;
  readonly userId: string;
  readonly link: string;
}

/** Refusals of all users. */
export interface RefusedRequestsSummary {
  /** True if the request journal is there and does not record. */
  readonly isOff: boolean;
  /** The newest refusals, newest first. */
  readonly newest: readonly RefusedRequest[];
  /** Ledger end at each recorded command that was refused without a completion. */
  readonly offsets: readonly number[];
}

const maxShown = 8;

/** Loads the refusals: from the request journal if it has entries, otherwise from completions. */
export const fetchRefusedRequests = async (
  signal: AbortSignal,
): Promise<RefusedRequestsSummary> => {
  const journal =
    controlApiUrl === undefined
      ? undefined
      : await fetchRequestJournal({ status: "refused" }, signal).catch(() => undefined);
  const isOff = journal?.kept === null;
  const hasEntries = journal !== undefined && (!isOff || journal.size > 0);
  return {
    isOff,
    newest: hasEntries ? listRefusals(journal) : await fetchRefusedCompletions(signal),
    offsets: (journal?.requests ?? [])
      .filter((each) => each.commandId !== undefined && each.offsets.before === each.offsets.after)
      .map(({ offsets }) => offsets.before),
  };
};

const listRefusals = ({ requests }: RequestJournalJson): readonly RefusedRequest[] =>
  requests
    .slice(-maxShown)
    .reverse()
    .map(({ id, error, status, commandId, operationId, path, principal }) => ({
      key: String(id),
      code: error?.code ?? String(status),
      cause: error?.cause ?? "",
      what: commandId ?? operationId ?? path,
      userId: principal ?? "",
      link: createViewUrl(`/requests/${id}`),
    }));

const fetchRefusedCompletions = async (signal: AbortSignal): Promise<readonly RefusedRequest[]> => {
  const { refusals } = (await requestExplorerData("refusals", { signal })) as {
    readonly refusals: readonly RefusedCommand[];
  };
  return refusals.map(({ offset, code, cause, commandId, userId }) => ({
    key: String(offset),
    code,
    cause,
    what: commandId,
    userId,
    link: createViewUrl("/commands", { user: userId, command: commandId }),
  }));
};
