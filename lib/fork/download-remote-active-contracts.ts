import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import type { ApiVersion } from "../ledger/port/api-version.ts";
import type { EventFormatInput, IdentifierFilterInput } from "../operations/requests/formats.ts";
import type { ForkOptions } from "./fork-options.ts";
import type { ParticipantFacts } from "./read-facts.ts";
import type { RemoteParticipantReader } from "./remote.ts";
import { unexpectedParticipantResponseError } from "./remote-error.ts";

const contractsPath = "/v2/state/active-contracts";
const pagePath = "/v2/state/active-contracts-page";

/** Number of items to request in one list. Participants return at most 200 by default. */
const perList = 200;
const perPage = 1000;
/**
 * Maximum number of consecutive empty pages. Filters can make pages empty, but more empty pages
 * than this mean an error of the participant.
 */
const maxEmptyPages = 1_000;
const defaultMaxContracts = 200_000;
/**
 * The versions without a usable page endpoint: 3.4 has none, and in 3.5.1 it is a GET request with
 * a body, which few HTTP clients can send.
 */
const withoutPages: ReadonlySet<ApiVersion> = new Set(["3.4", "3.5.1"]);

/**
 * Returns the event format with which the contracts are requested. It does not request interface
 * views, because the blobs contain all data.
 */
export const createForkEventFormat = (
  { parties }: Pick<ParticipantFacts, "parties">,
  { templates = [], interfaces = [] }: Pick<ForkOptions, "templates" | "interfaces">,
  includeCreatedEventBlob: boolean,
): EventFormatInput => {
  const ofTemplates = templates.map((templateId) => ({
    TemplateFilter: { value: { templateId, includeCreatedEventBlob } },
  }));
  const ofInterfaces = interfaces.map((interfaceId) => ({
    InterfaceFilter: {
      value: { interfaceId, includeInterfaceView: false, includeCreatedEventBlob },
    },
  }));
  const named: readonly IdentifierFilterInput[] = [...ofTemplates, ...ofInterfaces];
  const all = { WildcardFilter: { value: { includeCreatedEventBlob } } };
  const filters = {
    cumulative: (named.length === 0 ? [all] : named).map((identifierFilter) => ({
      identifierFilter,
    })),
  };
  return {
    filtersByParty: Object.fromEntries((parties ?? []).map((party) => [party, filters])),
    ...(parties === undefined && { filtersForAnyParty: filters }),
    verbose: false,
  };
};

/**
 * Returns all active contracts at the pin. Reads pages from 3.5.10 on; otherwise a WebSocket, lists
 * with continuation tokens, or one list. Prefers the method whose end of data is most reliable.
 * Rejects with INVALID_ARGUMENT for more than `maxContracts`, and rejects if the contracts cannot
 * be read completely.
 */
export const downloadRemoteActiveContracts = async (
  remote: RemoteParticipantReader,
  facts: ParticipantFacts,
  options: ForkOptions,
): Promise<readonly JsonObject[]> => {
  if (facts.offset === 0) return [];
  const reading: ContractsRead = {
    remote,
    request: {
      activeAtOffset: facts.offset,
      eventFormat: createForkEventFormat(facts, options, true),
    },
    maxContracts: options.maxContracts ?? defaultMaxContracts,
  };
  if (!withoutPages.has(facts.apiVersion)) return readByPages(reading);
  const streamed = await readByStream(reading);
  if (streamed !== undefined) return streamed;
  return facts.apiVersion === "3.4" ? readAsOneList(reading) : readByTokens(reading);
};

interface ContractsRead {
  readonly remote: RemoteParticipantReader;
  readonly request: JsonObject;
  readonly maxContracts: number;
}

const readByPages = async ({ remote, request, maxContracts }: ContractsRead) => {
  const found = new CollectedContracts(maxContracts);
  let pageToken: string | undefined;
  let empty = 0;
  do {
    const page = await remote.postJson(pagePath, {
      ...request,
      maxPageSize: perPage,
      ...(pageToken !== undefined && { pageToken }),
    });
    const items = isJsonObject(page) ? page["activeContracts"] : undefined;
    const next = isJsonObject(page) ? (page["nextPageToken"] ?? undefined) : undefined;
    if (!Array.isArray(items) || (next !== undefined && typeof next !== "string")) {
      throw unexpectedParticipantResponseError(
        `POST ${pagePath}`,
        "its response is not a page of contracts",
      );
    }
    if (next === pageToken && next !== undefined) throw repeatedPartError(pagePath);
    found.addAll(items);
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > maxEmptyPages) {
      throw unexpectedParticipantResponseError(`POST ${pagePath}`, "its pages do not end");
    }
    pageToken = next === "" ? undefined : next;
  } while (pageToken !== undefined);
  return found.items;
};

/**
 * Reads a WebSocket stream. Returns undefined if no WebSocket is available. If the token expires
 * during the stream and can be renewed, starts again at the same pin; at most three attempts in all.
 */
const readByStream = async ({ remote, request, maxContracts }: ContractsRead) => {
  for (let attempt = 1; ; attempt++) {
    const found = new CollectedContracts(maxContracts);
    try {
      const isRead = await remote.readStreamItems(contractsPath, request, (item) =>
        found.add(item),
      );
      return isRead ? found.items : undefined;
    } catch (error) {
      const isExpired = isLedgerError(error) && expiryCodes.has(error.code);
      if (!isExpired || attempt === 3 || !remote.renewToken()) throw error;
    }
  }
};

const expiryCodes: ReadonlySet<string> = new Set([
  "ACCESS_TOKEN_EXPIRED",
  "STALE_STREAM_AUTHORIZATION",
  "UNAUTHENTICATED",
]);

/**
 * Reads lists until one is empty. A list that is shorter than the limit is not necessarily the last
 * one.
 */
const readByTokens = async ({ remote, request, maxContracts }: ContractsRead) => {
  const found = new CollectedContracts(maxContracts);
  let token: string | undefined;
  for (;;) {
    const items = await remote.postJson(`${contractsPath}?limit=${perList}`, {
      ...request,
      ...(token !== undefined && { streamContinuationToken: token }),
    });
    if (!Array.isArray(items)) throw notAListError();
    const last = found.addAll(items)?.["streamContinuationToken"];
    if (items.length === 0) return found.items;
    if (typeof last !== "string" || last === "") throw notAListError();
    if (last === token) throw repeatedPartError(contractsPath);
    token = last;
  }
};

/**
 * Reads all contracts as one list. The request must not set a wait time: without one, a participant
 * returns all active contracts or fails; with one, the list may be incomplete (ledger-api.md 4.1).
 */
const readAsOneList = async ({ remote, request, maxContracts }: ContractsRead) => {
  const found = new CollectedContracts(maxContracts);
  const items = await remote.postJson(contractsPath, request).catch((error: unknown) => {
    if (!isLedgerError(error)) throw error;
    if (error.code !== "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED") throw error;
    throw ledgerError("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", {
      cause:
        "The participant has more contracts than it returns in one list, and no WebSocket could be opened. Pass forkParticipant " +
        "a webSocket, such as the class of the package ws, or select templates.",
    });
  });
  if (!Array.isArray(items)) throw notAListError();
  found.addAll(items);
  return found.items;
};

/**
 * Returns these cached contracts. Raises INVALID_ARGUMENT if there are more than `maxContracts`.
 */
export const requireContractsWithinLimit = (
  items: readonly JsonObject[],
  { maxContracts }: Pick<ForkOptions, "maxContracts">,
): readonly JsonObject[] => {
  const found = new CollectedContracts(maxContracts ?? defaultMaxContracts);
  found.addAll(items);
  return found.items;
};

/** Collects contracts, up to a maximum number. */
class CollectedContracts {
  readonly items: JsonObject[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(item: JsonObject): void {
    if (this.items.length >= this.#max) throw tooManyContractsError(this.#max);
    this.items.push(item);
  }

  /** Adds the items and returns the last item collected. */
  addAll(items: readonly unknown[]): JsonObject | undefined {
    for (const item of items) {
      if (!isJsonObject(item)) throw notAListError();
      this.add(item);
    }
    return this.items.at(-1);
  }
}

const tooManyContractsError = (max: number) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The parties see more than ${max} contracts. Select parties or templates, or increase maxContracts.`,
    path: "maxContracts",
  });

const notAListError = () =>
  unexpectedParticipantResponseError(
    `POST ${contractsPath}`,
    "its response is not a list of contracts",
  );

const repeatedPartError = (path: string) =>
  unexpectedParticipantResponseError(`POST ${path}`, "it returned the same part again");
