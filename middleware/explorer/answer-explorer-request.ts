import type { Caller } from "../../lib/api.ts";
import { type Ledger, ledgerError, type UpdateExplanation } from "../../lib/index.ts";
import { collectLocalnetFacts } from "../../lib/localnet/index.ts";
import type { ExplorerOptions } from "./explorer-options.ts";
import {
  countLedgerActivityByInterval,
  countLedgerContents,
  listRefusedCommands,
  readStorePositionAndSize,
} from "./ledger-facts.ts";
import { listStepsWithoutEvent } from "./list-steps-without-event.ts";
import { createPackageSummary, createPackageWithDefinitions } from "./package-with-definitions.ts";
import { summarizeHostedParties } from "./party-hosting-and-keys.ts";
import { readCompletionsOfAllUsers } from "./read-completions-of-all-users.ts";

/** A request for data that the ledger API does not provide. */
export interface ExplorerDataRequest {
  readonly method: string;
  /** Path below the data: `/packages`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Answers the page's requests for data that the ledger API does not provide. All except the
 * packages require the right to read as any party, or to administer:
 *
 * - `GET /packages`, `GET /packages/{id}`: definitions for forms; for all users
 * - `GET /counts`, `GET /activity`, `GET /refusals`: number of contracts, updates over time, refused commands
 * - `GET /completions?begin=…&end=…`: completions of all users, at most of 5,000 offsets
 * - `GET /localnet`: rounds, balances, offers and automation of a LocalNet
 * - `GET /steps/{offset}`: steps of a transaction without an event in the ledger API
 * - `GET /store`: position of the journal, and disk space of a stored ledger
 * - `GET /people`: hosting of parties and keys of external parties; for administrators
 * - `GET /explanations/{update id}?party=…`: why a party sees, or does not see, each event. A user who can read as that party
 *   only gets the events that it sees.
 * - `POST /tokens/{user id}`: a token of that user; for administrators
 * - `GET /watched`, `POST /watched`, of the router: keeps a waiting test alive until no page is open, or lets it end
 *
 * Raises UNAUTHENTICATED, PERMISSION_DENIED, UNKNOWN_RESOURCE, and errors of `explain`. May return
 * a promise.
 */
export const answerExplorerRequest = (
  ledger: Ledger,
  { tokenOf }: Pick<ExplorerOptions, "tokenOf">,
  { method, path, query }: ExplorerDataRequest,
  caller: Caller,
): unknown => {
  const [what = "", name = "", ...more] = path.split("/").slice(1).map(percentDecode);
  switch (more.length > 0 ? "" : `${method} ${what}`) {
    case "GET packages":
      return name === "" ? listAllPackages(ledger) : findPackageFacts(ledger, name);
    case "GET counts":
      requireAllParties(caller);
      return countLedgerContents(ledger);
    case "GET store":
      requireAllParties(caller);
      return readStorePositionAndSize(ledger);
    case "GET activity":
      requireAllParties(caller);
      return { bins: countLedgerActivityByInterval(ledger) };
    case "GET completions":
      requireAllParties(caller);
      return { completions: readCompletionsOfAllUsers(ledger, readOffsetRange(query, ledger)) };
    case "GET localnet":
      requireAllParties(caller);
      return collectLocalnetFacts(ledger);
    case "GET refusals":
      requireAllParties(caller);
      return { refusals: listRefusedCommands(ledger) };
    case "GET steps":
      requireAllParties(caller);
      return { steps: listStepsWithoutEvent(ledger, /^\d{1,15}$/.test(name) ? Number(name) : 0) };
    case "GET people":
      requireAdministrator(caller);
      return summarizeHostedParties(ledger);
    case "GET explanations":
      return explainUpdate(ledger, { updateId: name, party: query.get("party") ?? "" }, caller);
    case "POST tokens":
      requireAdministrator(caller);
      return {
        token:
          tokenOf?.(name) ?? throwUnknownResource(`This server cannot sign a token of ${name}.`),
      };
    default:
      return throwUnknownResource(`There is no ${method} ${path} to explore.`);
  }
};

const readOffsetRange = (query: URLSearchParams, { state }: Ledger) => {
  const numberIn = (name: string, otherwise: number): number => {
    const text = query.get(name) ?? "";
    return /^\d{1,15}$/.test(text) ? Number(text) : otherwise;
  };
  return { begin: numberIn("begin", 0), end: numberIn("end", state.ledgerEnd) };
};

const listAllPackages = ({ state }: Ledger) => ({
  packages: Array.from(state.packages.packages(), createPackageSummary),
});

const findPackageFacts = ({ state }: Ledger, packageId: string) => {
  const found = state.packages.get(packageId);
  return found === undefined
    ? throwUnknownResource(`There is no package ${packageId}.`, [["PACKAGE", packageId]])
    : createPackageWithDefinitions(found);
};

interface ExplainUpdateRequest {
  readonly updateId: string;
  readonly party: string;
}

const explainUpdate = (
  ledger: Ledger,
  { updateId, party }: ExplainUpdateRequest,
  caller: Caller,
): UpdateExplanation => {
  const isOwn = caller.kind === "user" && caller.claims.readAs.has(party);
  if (!isOwn) requireAllParties(caller);
  const told = ledger.explain(updateId, party);
  if (canReadAllParties(caller)) return told;
  return { ...told, events: told.events.filter(({ shown }) => shown.ledgerEffects) };
};

const canReadAllParties = (caller: Caller): boolean =>
  caller.kind === "trusted" || (caller.kind === "user" && caller.claims.readAsAnyParty);

const requireAllParties = (caller: Caller): void => {
  if (canReadAllParties(caller)) return;
  throw ledgerError("PERMISSION_DENIED", {
    cause: "Reading the whole ledger requires the right CanReadAsAnyParty.",
    lacking: { anyOf: ["CanReadAsAnyParty"] },
  });
};

const requireAdministrator = (caller: Caller): void => {
  if (caller.kind === "trusted" || (caller.kind === "user" && caller.claims.admin)) return;
  throw ledgerError("PERMISSION_DENIED", {
    cause: "This requires the right ParticipantAdmin.",
    lacking: { anyOf: ["ParticipantAdmin"] },
  });
};

const throwUnknownResource = (
  cause: string,
  resources: readonly [string, string][] = [],
): never => {
  throw ledgerError("UNKNOWN_RESOURCE", { cause, resources });
};

const percentDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
