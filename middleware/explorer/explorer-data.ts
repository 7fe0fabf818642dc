import type { Caller } from "../../lib/api.ts";
import { type Ledger, ledgerError, type UpdateExplanation } from "../../lib/index.ts";
import type { ExplorerOptions } from "./explorer-options.ts";
import { ledgerActivity, ledgerCounts, ledgerRefusals, storeFacts } from "./ledger-facts.ts";
import { packageFacts, packageSummary } from "./package-facts.ts";
import { peopleFacts } from "./party-facts.ts";
import { unseenSteps } from "./unseen-steps.ts";

/** What is asked of the data beside the ledger API. */
export interface DataRequest {
  readonly method: string;
  /** Below the data: `/packages`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * What the page needs and the ledger API does not tell. Everything but the packages is for callers who may read as
 * any party, or administer:
 *
 * - `GET /packages`, `GET /packages/{id}`: what forms are made from, as all users may know
 * - `GET /counts`, `GET /activity`, `GET /refusals`: how much there is, how much happened when, what was refused
 * - `GET /steps/{offset}`: what a transaction did that the ledger API has no event for
 * - `GET /store`: how far the journal has come, and how much room the ledger takes where it is kept
 * - `GET /people`: where parties are hosted and who signs for them, for administrators
 * - `GET /explanations/{update id}?party=…`: why a party sees, or does not see, each event. Who may read as that party
 *   only is told of the events that it sees.
 * - `POST /tokens/{user id}`: a token of that user, for administrators
 * - `GET /watched`, `POST /watched`, of the router: of a test that waits, until it is no more looked at, or is told to go on
 *
 * Raises UNAUTHENTICATED, PERMISSION_DENIED, UNKNOWN_RESOURCE, and what `explain` raises. May answer with a promise.
 */
export const explorerData = (
  ledger: Ledger,
  { tokenOf }: Pick<ExplorerOptions, "tokenOf">,
  { method, path, query }: DataRequest,
  caller: Caller,
): unknown => {
  const [what = "", name = "", ...more] = path.split("/").slice(1).map(unescaped);
  switch (more.length > 0 ? "" : `${method} ${what}`) {
    case "GET packages":
      return name === "" ? allPackages(ledger) : onePackage(ledger, name);
    case "GET counts":
      requireAllParties(caller);
      return ledgerCounts(ledger);
    case "GET store":
      requireAllParties(caller);
      return storeFacts(ledger);
    case "GET activity":
      requireAllParties(caller);
      return { bins: ledgerActivity(ledger) };
    case "GET refusals":
      requireAllParties(caller);
      return { refusals: ledgerRefusals(ledger) };
    case "GET steps":
      requireAllParties(caller);
      return { steps: unseenSteps(ledger, /^\d{1,15}$/.test(name) ? Number(name) : 0) };
    case "GET people":
      requireAdministrator(caller);
      return peopleFacts(ledger);
    case "GET explanations":
      return explanation(ledger, { updateId: name, party: query.get("party") ?? "" }, caller);
    case "POST tokens":
      requireAdministrator(caller);
      return { token: tokenOf?.(name) ?? refuse(`No token can be made of ${name} here.`) };
    default:
      return refuse(`There is no ${method} ${path} to explore.`);
  }
};

const allPackages = ({ state }: Ledger) => ({
  packages: Array.from(state.packages.packages(), packageSummary),
});

const onePackage = ({ state }: Ledger, packageId: string) => {
  const found = state.packages.get(packageId);
  return found === undefined
    ? refuse(`There is no package ${packageId}.`, [["PACKAGE", packageId]])
    : packageFacts(found);
};

interface Explained {
  readonly updateId: string;
  readonly party: string;
}

const explanation = (
  ledger: Ledger,
  { updateId, party }: Explained,
  caller: Caller,
): UpdateExplanation => {
  const isOwn = caller.kind === "user" && caller.claims.readAs.has(party);
  if (!isOwn) requireAllParties(caller);
  const told = ledger.explain(updateId, party);
  if (readsAll(caller)) return told;
  return { ...told, events: told.events.filter(({ shown }) => shown.ledgerEffects) };
};

const readsAll = (caller: Caller): boolean =>
  caller.kind === "trusted" || (caller.kind === "user" && caller.claims.readAsAnyParty);

const requireAllParties = (caller: Caller): void => {
  if (readsAll(caller)) return;
  throw ledgerError("PERMISSION_DENIED", {
    cause: "To look at the whole ledger needs the right CanReadAsAnyParty.",
    lacking: { anyOf: ["CanReadAsAnyParty"] },
  });
};

const requireAdministrator = (caller: Caller): void => {
  if (caller.kind === "trusted" || (caller.kind === "user" && caller.claims.admin)) return;
  throw ledgerError("PERMISSION_DENIED", {
    cause: "This needs the right ParticipantAdmin.",
    lacking: { anyOf: ["ParticipantAdmin"] },
  });
};

const refuse = (cause: string, resources: readonly [string, string][] = []): never => {
  throw ledgerError("UNKNOWN_RESOURCE", { cause, resources });
};

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
