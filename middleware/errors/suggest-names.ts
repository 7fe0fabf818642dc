import type { Caller } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import {
  createTextComparisonBudget,
  findMostSimilarText,
  getNameBeforeNamespace,
  type TextComparisonBudget,
} from "../../lib/internal.ts";
import type { User } from "../../lib/store.ts";

type LedgerState = Ledger["state"];

/**
 * Maximum number of names that are compared by edit distance; the others are compared by prefix.
 */
const maxCompared = 10_000;

/** Returns true if the caller may know all parties: it can list them, or read as any party. */
const canKnowAllParties = (caller: Caller): boolean =>
  caller.kind === "trusted" ||
  (caller.kind === "user" &&
    (caller.claims.admin ||
      caller.claims.identityProviderAdmin ||
      caller.claims.readAsAnyParty ||
      caller.claims.executeAsAnyParty));

/**
 * Returns the parties that the caller may know: all, or those it has rights for. A hint must not
 * reveal the existence of others.
 */
const listPartiesKnownTo = (
  caller: Caller | undefined,
  { parties }: LedgerState,
): Iterable<string> => {
  if (caller === undefined || caller.kind === "anonymous") return [];
  if (canKnowAllParties(caller)) return parties.keys();
  return caller.kind === "user"
    ? new Set([...caller.claims.readAs, ...caller.claims.executeAs])
    : [];
};

/**
 * Returns the known party nearest to an unknown one: one with this prefix, because parties are
 * often named by their hint, otherwise by edit distance. Only parties that the caller may know.
 * Undefined if there is none, or the text is a party.
 */
export const suggestParty = (
  text: string,
  caller: Caller | undefined,
  state: LedgerState,
  left: TextComparisonBudget = createTextComparisonBudget(),
): string | undefined => {
  if (text === "" || state.parties.has(text)) return undefined;
  const name = (text.includes("::") ? getNameBeforeNamespace(text) : text).toLowerCase();
  const compared: string[] = [];
  for (const party of listPartiesKnownTo(caller, state)) {
    if (getNameBeforeNamespace(party).toLowerCase() === name) return party;
    if (compared.length < maxCompared) compared.push(party);
  }
  const names = new Map(compared.map((party) => [getNameBeforeNamespace(party), party]));
  const near = findMostSimilarText(name, names.keys(), left);
  if (near !== undefined) return names.get(near);
  // Full ids of one ledger share the namespace, so all of them are near to each other.
  return text.includes("::") ? undefined : findMostSimilarText(text, compared, left);
};

/** Returns the nearest user, if the caller may list users. */
export const suggestUser = (
  text: string,
  caller: Caller | undefined,
  state: LedgerState,
): string | undefined => {
  if (caller === undefined || state.users.has(text)) return undefined;
  if (caller.kind === "trusted" || (caller.kind === "user" && caller.claims.admin)) {
    return nearestUser(text, state, () => true);
  }
  if (caller.kind !== "user") return undefined;
  const { identityProviderId, claims, userId } = caller;
  return claims.identityProviderAdmin
    ? nearestUser(text, state, (user) => user.identityProviderId === identityProviderId)
    : findMostSimilarText(text, [userId]);
};

/** Returns the nearest user of the identity provider, for a token of that provider. */
export const suggestUserOfIdentityProvider = (
  text: string,
  identityProviderId: string,
  state: LedgerState,
): string | undefined =>
  nearestUser(text, state, (user) => user.identityProviderId === identityProviderId);

const nearestUser = (
  text: string,
  { users }: LedgerState,
  isEligible: (user: User) => boolean,
): string | undefined => findMostSimilarText(text, listEligibleUsers(users.values(), isEligible));

function* listEligibleUsers(
  users: Iterable<User>,
  isEligible: (user: User) => boolean,
): Iterable<string> {
  let count = 0;
  for (const user of users) {
    if (++count > maxCompared) return;
    if (isEligible(user)) yield user.id;
  }
}

/** Returns the nearest identity provider, if the caller may list them. */
export const suggestIdentityProvider = (
  text: string,
  caller: Caller | undefined,
  { identityProviders }: LedgerState,
): string | undefined =>
  caller?.kind === "trusted" || (caller?.kind === "user" && caller.claims.admin)
    ? findMostSimilarText(text, identityProviders.keys())
    : undefined;

/** Returns the nearest synchronizer: by alias, by prefix of the id, or by edit distance. */
export const suggestSynchronizer = (
  text: string,
  { synchronizers }: LedgerState,
): string | undefined => {
  if (text === "" || synchronizers.some(({ id }) => id === text)) return undefined;
  const [name = ""] = text.split("::");
  const ids = synchronizers.map(({ id }) => id);
  return (
    synchronizers.find(({ alias }) => alias === text)?.id ??
    ids.find((id) => id.startsWith(`${name}::`)) ??
    (text.includes("::") ? undefined : findMostSimilarText(text, ids))
  );
};

/** Returns true if the caller may know packages and their content: all authenticated callers. */
export const canSeePackages = (caller: Caller | undefined): boolean =>
  caller !== undefined && caller.kind !== "anonymous";
