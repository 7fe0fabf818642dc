import { batch, computed, effect, signal } from "@preact/signals";

import type { LedgerEnd, ListPartiesResponse, RightJson, UserJson } from "../../../../lib/api.ts";
import type { PackageSummary } from "../../package-with-definitions.ts";
import { explorerPageConfig, ledgerApiUrl } from "./boot.ts";
import { ApiError, callLedgerApi, requestExplorerData, setTokenExpiryListener } from "./client.ts";
import { listHeldUserRights, listPartiesOfRightKind } from "./held-rights.ts";
import { token } from "./session.ts";
import { ledgerTransport } from "./transport.ts";

/** Rights of the user. */
export interface UserRights {
  readonly isAdmin: boolean;
  readonly readsAll: boolean;
  readonly actsAsAll: boolean;
  readonly readAs: readonly string[];
  readonly actAs: readonly string[];
}

const allRights: UserRights = {
  isAdmin: true,
  readsAll: true,
  actsAsAll: true,
  readAs: [],
  actAs: [],
};
const noRights: UserRights = {
  isAdmin: false,
  readsAll: false,
  actsAsAll: false,
  readAs: [],
  actAs: [],
};

/** User of the token; undefined if none is needed, or while it is not known. */
export const currentUser = signal<UserJson | undefined>(undefined);
export const currentUserRights = signal<UserRights>(
  explorerPageConfig.needsToken ? noRights : allRights,
);
/** State of authentication; the error if the token was refused. */
export const signInState = signal<"asking" | "in" | Error>("asking");

export const ledgerEnd = signal(0);
/** Counts changes other than the ledger end: packages, parties, users, reverts. */
export const ledgerContentChangeCount = signal(0);
export const ledgerConnectionState = signal<"connecting" | "live" | "lost" | "idle">("connecting");

export const knownParties = signal<readonly string[]>([]);
/** Parties that the page has shown to the user, who may have no right to list the parties. */
export const partyIdsShownToUser = new Set<string>();
export const packageSummaries = signal<readonly PackageSummary[]>([]);

/** Changes when there is something new to show. */
export const ledgerRefreshSignal = computed(
  () => `${ledgerEnd.value}/${ledgerContentChangeCount.value}`,
);

setTokenExpiryListener((error) => {
  if (signInState.peek() === "in") signInState.value = error;
});

/**
 * Loads the user and the content of the ledger. If the page was opened by the link that the command
 * line prints, an administrator without a right to read gets the right to read as any party.
 */
export const signIn = async ({ isByLink = false } = {}): Promise<void> => {
  signInState.value = "asking";
  partyIdsShownToUser.clear();
  try {
    if (isByLink && explorerPageConfig.needsToken) await grantReadRights();
    await reloadLedgerContent();
    signInState.value = "in";
  } catch (error) {
    signInState.value = error as Error;
  }
};

const grantReadRights = async (): Promise<void> => {
  await readRights();
  const { isAdmin, readsAll, readAs } = currentUserRights.peek();
  const userId = currentUser.peek()?.id;
  if (userId === undefined || !isAdmin || readsAll || readAs.length > 0) return;
  await grantRights(userId, [readAsAnyPartyRight]);
};

/**
 * Performs an action that can take the ledger back to a time before the right to read as any party was
 * granted. If an administrator had the right, it is granted again.
 */
export const runAndRestoreReadRights = async <Result>(
  action: () => Promise<Result>,
): Promise<Result> => {
  const { isAdmin, readsAll } = currentUserRights.peek();
  const userId = currentUser.peek()?.id;
  const result = await action();
  if (userId !== undefined && isAdmin && readsAll) await grantRights(userId, [readAsAnyPartyRight]);
  return result;
};

/** Loads the user and its rights. */
const readRights = async (): Promise<void> => {
  const { user: who } = (await callLedgerApi("/v2/authenticated-user")) as { user: UserJson };
  const held = await fetchRightsOfUser(who.id);
  batch(() => {
    if (JSON.stringify(who) !== JSON.stringify(currentUser.peek())) currentUser.value = who;
    if (JSON.stringify(held) !== JSON.stringify(currentUserRights.peek())) {
      currentUserRights.value = held;
    }
  });
};

const fetchRightsOfUser = async (userId: string): Promise<UserRights> => {
  const { rights: held } = (await callLedgerApi(
    `/v2/users/${encodeURIComponent(userId)}/rights`,
  )) as {
    rights: readonly RightJson[];
  };
  return summarizeRights(held);
};

export const readAsAnyPartyRight: RightJson["kind"] = { CanReadAsAnyParty: { value: {} } };

export const grantRights = (
  userId: string,
  kinds: readonly RightJson["kind"][],
): Promise<unknown> =>
  callLedgerApi(`/v2/users/${encodeURIComponent(userId)}/rights`, {
    body: { userId, identityProviderId: "", rights: kinds.map((kind) => ({ kind })) },
  });

const summarizeRights = (held: readonly RightJson[]): UserRights => {
  const rights = listHeldUserRights(held);
  const has = (name: string): boolean => rights.some(({ kind }) => kind === name);
  const actAs = listPartiesOfRightKind(rights, "CanActAs");
  return {
    isAdmin: has("ParticipantAdmin"),
    readsAll: has("CanReadAsAnyParty") || has("CanActAsAnyParty"),
    actsAsAll: has("CanActAsAnyParty"),
    readAs: [...new Set([...actAs, ...listPartiesOfRightKind(rights, "CanReadAs")])],
    actAs,
  };
};

const readLedgerContent = (): Promise<[LedgerEnd, readonly PackageSummary[], readonly string[]]> =>
  Promise.all([
    callLedgerApi("/v2/state/ledger-end") as Promise<LedgerEnd>,
    readPackages(),
    readParties(),
  ]);

/**
 * Loads the ledger again after an action of the page, so that its effect is visible immediately.
 */
export const reloadLedgerContent = async (): Promise<void> => {
  if (explorerPageConfig.needsToken) await readRights();
  const [end, known, all] = await readLedgerContent();
  batch(() => {
    packageSummaries.value = known;
    knownParties.value = all;
    ledgerEnd.value = end.offset;
    ledgerContentChangeCount.value++;
  });
};

/**
 * Updates after an idle disconnect. The visible content stays, unless the ledger was reverted
 * or replaced.
 */
const refreshAfterIdle = async (): Promise<void> => {
  const [end, known, all] = await readLedgerContent();
  const isSame =
    end.offset >= ledgerEnd.peek() &&
    JSON.stringify([known, all]) === JSON.stringify([packageSummaries.peek(), knownParties.peek()]);
  batch(() => {
    ledgerEnd.value = end.offset;
    if (isSame) return;
    packageSummaries.value = known;
    knownParties.value = all;
    ledgerContentChangeCount.value++;
  });
};

const readPackages = async (): Promise<readonly PackageSummary[]> => {
  const { packages: all } = (await requestExplorerData("packages")) as {
    packages: readonly PackageSummary[];
  };
  return all;
};

/** Maximum number of parties loaded; beyond it the user can type others. */
const maxParties = 20_000;

/** Counts the requests for parties: only the latest answer is used. */
let partyRequests = 0;

/**
 * Loads the parties. Only administrators can list them; for others they are those in their rights.
 * Waits for the first page only.
 */
const readParties = async (): Promise<readonly string[]> => {
  const mine = ++partyRequests;
  const found = new Set(currentUserRights.peek().readAs);
  const next = await readPartiesPage(found, "");
  if (next === "") return [...found].sort();
  void readRemainingParties(found, next, mine);
  return [...new Set([...found, ...knownParties.peek()])].sort();
};

const readRemainingParties = async (
  found: Set<string>,
  from: string,
  mine: number,
): Promise<void> => {
  for (let next = from; next !== "" && found.size < maxParties;) {
    next = await readPartiesPage(found, next).catch(() => "");
    if (mine !== partyRequests) return;
  }
  knownParties.value = [...found].sort();
};

/** Adds the parties of a page; returns the token of the next page, empty at the end. */
const readPartiesPage = async (found: Set<string>, pageToken: string): Promise<string> => {
  const page = new URLSearchParams({ pageSize: "1000", pageToken });
  try {
    const answer = (await callLedgerApi(`/v2/parties?${page.toString()}`)) as ListPartiesResponse;
    for (const { party } of answer.partyDetails) found.add(party);
    return answer.nextPageToken;
  } catch (error) {
    if (error instanceof ApiError) return "";
    throw error;
  }
};

interface StreamAccess {
  /** Empty if no token is needed. */
  readonly bearer: string;
  readonly held: UserRights;
}

/**
 * Time without messages, in milliseconds, after which a disconnect counts as an idle timeout of the
 * server, as a participant's after a minute.
 */
const idleTimeoutMillis = 5_000;

/** Close code of a connection without a close frame. */
const connectionCutCode = 1006;

/** Follows the ledger until the returned function is called. */
const followLedger = (follower: StreamAccess): (() => void) => {
  const stop = ledgerTransport.current.follow?.(scheduleLedgerEndUpdate);
  if (stop === undefined) return followStream(follower);
  ledgerConnectionState.value = "live";
  return stop;
};

/** Follows a stream of the ledger API, and reconnects until the returned function is called. */
const followStream = ({ bearer, held }: StreamAccess): (() => void) => {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let failures = 0;

  const connect = (): void => {
    const url = new URL("v2/updates", ledgerApiUrl);
    url.protocol = url.protocol.replace("http", "ws");
    const protocols = [...(bearer === "" ? [] : [`jwt.token.${bearer}`]), "daml.ws.auth"];
    const opened = new WebSocket(url, protocols);
    let heardAt: number | undefined;
    socket = opened;
    opened.addEventListener("open", () => {
      heardAt = Date.now();
      failures = 0;
      ledgerConnectionState.value = "live";
      opened.send(JSON.stringify(streamRequest(held)));
    });
    opened.addEventListener("message", ({ data }) => {
      heardAt = Date.now();
      const offset = /"offset":(\d+)/.exec(String(data))?.[1];
      if (offset !== undefined) scheduleLedgerEndUpdate(Number(offset));
    });
    opened.addEventListener("close", ({ code }) => {
      if (isOver) return;
      // An idle timeout: nothing was missed.
      if (
        code === connectionCutCode &&
        heardAt !== undefined &&
        Date.now() - heardAt > idleTimeoutMillis
      ) {
        void comeBack(refreshAfterIdle);
        return;
      }
      ledgerConnectionState.value = "lost";
      failures++;
      timer = setTimeout(
        () => void comeBack(reloadLedgerContent),
        Math.min(10_000, 250 * 2 ** failures),
      );
    });
  };
  /** Loads what was missed, even if the ledger was reverted meanwhile. */
  const comeBack = async (read: () => Promise<void>): Promise<void> => {
    await read().catch(() => undefined);
    if (!isOver) connect();
  };
  connect();
  return () => {
    isOver = true;
    clearTimeout(timer);
    socket?.close();
  };
};

/** Requests only that something happened; each view loads the content itself. */
const streamRequest = ({ readsAll, readAs }: UserRights) => {
  const all = { cumulative: [] };
  const eventFormat = readsAll
    ? { filtersForAnyParty: all, verbose: false }
    : { filtersByParty: Object.fromEntries(readAs.map((party) => [party, all])), verbose: false };
  const shape = "TRANSACTION_SHAPE_LEDGER_EFFECTS";
  return {
    beginExclusive: ledgerEnd.peek(),
    updateFormat: {
      includeTransactions: { eventFormat, transactionShape: shape },
      includeReassignments: eventFormat,
    },
  };
};

let newestHeardOffset = 0;
let isUpdateScheduled = false;

/** Updates the ledger end at most twice a second. */
const scheduleLedgerEndUpdate = (offset: number): void => {
  newestHeardOffset = Math.max(newestHeardOffset, offset);
  if (isUpdateScheduled) return;
  isUpdateScheduled = true;
  setTimeout(() => {
    isUpdateScheduled = false;
    if (newestHeardOffset > ledgerEnd.peek()) ledgerEnd.value = newestHeardOffset;
    newestHeardOffset = 0;
  }, 400);
};

/** Follows the ledger with the present token; starts anew when the token changes. */
export const followLedgerWithCurrentToken = (): (() => void) =>
  effect(() => {
    const who = { bearer: token.value, held: currentUserRights.value };
    if (signInState.value !== "in") return undefined;
    const { readsAll, readAs } = who.held;
    if (readsAll || readAs.length > 0) return followLedger(who);
    ledgerConnectionState.value = "idle";
    return undefined;
  });
