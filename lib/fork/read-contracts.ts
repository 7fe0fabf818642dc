import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import type { ApiVersion } from "../ledger/port/api-version.ts";
import type { EventFormatInput, IdentifierFilterInput } from "../operations/requests/formats.ts";
import type { ForkOptions } from "./fork-options.ts";
import type { ParticipantFacts } from "./read-facts.ts";
import type { Remote } from "./remote.ts";
import { unexpected } from "./remote-error.ts";

const contractsPath = "/v2/state/active-contracts";
const pagePath = "/v2/state/active-contracts-page";

/** Number of items requested per list; no participant returns more than 200. */
const perList = 200;
const perPage = 1000;
/**
 * Maximum number of consecutive empty pages. Filters may leave a page empty, but not this many in a
 * row.
 */
const maxEmptyPages = 1_000;
const defaultMaxContracts = 200_000;
/**
 * Versions without a usable page endpoint: at best it takes a GET with a body, which few clients
 * can send.
 */
const withoutPages: ReadonlySet<ApiVersion> = new Set(["3.4", "3.5.1"]);

/**
 * Returns the event format that requests the contracts. With blobs, nothing else is needed, so
 * views are left out.
 */
export const formatOf = (
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
 * with continuation tokens, or one list. It prefers the method with the most reliable end of data.
 * Rejects with INVALID_ARGUMENT for more than `maxContracts`, and rejects if the contracts cannot
 * be read completely.
 */
export const readContracts = async (
  remote: Remote,
  facts: ParticipantFacts,
  options: ForkOptions,
): Promise<readonly JsonObject[]> => {
  if (facts.offset === 0) return [];
  const reading: Reading = {
    remote,
    request: { activeAtOffset: facts.offset, eventFormat: formatOf(facts, options, true) },
    maxContracts: options.maxContracts ?? defaultMaxContracts,
  };
  if (!withoutPages.has(facts.apiVersion)) return byPages(reading);
  const streamed = await byStream(reading);
  if (streamed !== undefined) return streamed;
  return facts.apiVersion === "3.4" ? asOneList(reading) : byTokens(reading);
};

interface Reading {
  readonly remote: Remote;
  readonly request: JsonObject;
  readonly maxContracts: number;
}

const byPages = async ({ remote, request, maxContracts }: Reading) => {
  const found = new Found(maxContracts);
  let pageToken: string | undefined;
  let empty = 0;
  do {
    const page = await remote.post(pagePath, {
      ...request,
      maxPageSize: perPage,
      ...(pageToken !== undefined && { pageToken }),
    });
    const items = isJsonObject(page) ? page["activeContracts"] : undefined;
    const next = isJsonObject(page) ? (page["nextPageToken"] ?? undefined) : undefined;
    if (!Array.isArray(items) || (next !== undefined && typeof next !== "string")) {
      throw unexpected(`POST ${pagePath}`, "its answer is not a page of contracts");
    }
    if (next === pageToken && next !== undefined) throw standsStill(pagePath);
    found.addAll(items);
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > maxEmptyPages) throw unexpected(`POST ${pagePath}`, "its pages do not end");
    pageToken = next === "" ? undefined : next;
  } while (pageToken !== undefined);
  return found.items;
};

/**
 * Reads a WebSocket stream. Returns undefined if no WebSocket is available. If the token expires
 * during the stream, starts again at the same pin, up to three times.
 */
const byStream = async ({ remote, request, maxContracts }: Reading) => {
  for (let attempt = 1; ; attempt++) {
    const found = new Found(maxContracts);
    try {
      const isRead = await remote.stream(contractsPath, request, (item) => found.add(item));
      return isRead ? found.items : undefined;
    } catch (error) {
      const isExpired = isLedgerError(error) && expiries.has(error.code);
      if (!isExpired || attempt === 3 || !remote.renewToken()) throw error;
    }
  }
};

const expiries: ReadonlySet<string> = new Set([
  "ACCESS_TOKEN_EXPIRED",
  "STALE_STREAM_AUTHORIZATION",
  "UNAUTHENTICATED",
]);

/**
 * Reads lists until one is empty. A list shorter than the limit does not prove that it was the
 * last.
 */
const byTokens = async ({ remote, request, maxContracts }: Reading) => {
  const found = new Found(maxContracts);
  let token: string | undefined;
  for (;;) {
    const items = await remote.post(`${contractsPath}?limit=${perList}`, {
      ...request,
      ...(token !== undefined && { streamContinuationToken: token }),
    });
    if (!Array.isArray(items)) throw notAList();
    const last = found.addAll(items)?.["streamContinuationToken"];
    if (items.length === 0) return found.items;
    if (typeof last !== "string" || last === "") throw notAList();
    if (last === token) throw standsStill(contractsPath);
    token = last;
  }
};

/**
 * Reads one list. Without a wait time in the request, a participant returns all active contracts or
 * fails; with one, the list may be incomplete (ledger-api.md 4.1).
 */
const asOneList = async ({ remote, request, maxContracts }: Reading) => {
  const found = new Found(maxContracts);
  const items = await remote.post(contractsPath, request).catch((error: unknown) => {
    if (!isLedgerError(error)) throw error;
    if (error.code !== "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED") throw error;
    throw ledgerError("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", {
      cause:
        "The participant has more contracts than it puts into one list, and no WebSocket could be opened: give forkParticipant " +
        "a webSocket, such as that of the package ws, or name templates.",
    });
  });
  if (!Array.isArray(items)) throw notAList();
  found.addAll(items);
  return found.items;
};

/** Returns the cached contracts. Raises INVALID_ARGUMENT if there are more than `maxContracts`. */
export const boundedContracts = (
  items: readonly JsonObject[],
  { maxContracts }: Pick<ForkOptions, "maxContracts">,
): readonly JsonObject[] => {
  const found = new Found(maxContracts ?? defaultMaxContracts);
  found.addAll(items);
  return found.items;
};

/** Collects the contracts read so far, up to a maximum. */
class Found {
  readonly items: JsonObject[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(item: JsonObject): void {
    if (this.items.length >= this.#max) throw tooMany(this.#max);
    this.items.push(item);
  }

  /** Adds the items and returns the last item collected. */
  addAll(items: readonly unknown[]): JsonObject | undefined {
    for (const item of items) {
      if (!isJsonObject(item)) throw notAList();
      this.add(item);
    }
    return this.items.at(-1);
  }
}

const tooMany = (max: number) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The parties see more than ${max} contracts: name the parties or templates that are wanted, or raise maxContracts.`,
    path: "maxContracts",
  });

const notAList = () => unexpected(`POST ${contractsPath}`, "its answer is not a list of contracts");

const standsStill = (path: string) => unexpected(`POST ${path}`, "it gives the same part again");
