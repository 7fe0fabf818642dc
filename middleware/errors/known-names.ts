import type { Caller } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import { type Comparing, comparing, nameBeforeNamespace, nearest } from "../../lib/internal.ts";
import type { User } from "../../lib/store.ts";

type State = Ledger["state"];

/** Names that are compared letter by letter; beyond them, only by what they begin with. */
const maxCompared = 10_000;

/** Whether the caller may know of all parties: it can list them, or see the contracts of any. */
const knowsAllParties = (caller: Caller): boolean =>
  caller.kind === "trusted" ||
  (caller.kind === "user" &&
    (caller.claims.admin ||
      caller.claims.identityProviderAdmin ||
      caller.claims.readAsAnyParty ||
      caller.claims.executeAsAnyParty));

/**
 * The parties that the caller may know of: all, or those it has rights over. Of others, whoever asks would
 * learn that they are here.
 */
const partiesKnownTo = (caller: Caller | undefined, { parties }: State): Iterable<string> => {
  if (caller === undefined || caller.kind === "anonymous") return [];
  if (knowsAllParties(caller)) return parties.keys();
  return caller.kind === "user"
    ? new Set([...caller.claims.readAs, ...caller.claims.executeAs])
    : [];
};

/**
 * The party that was meant by a text that is none: one that begins with the text, as parties are often
 * named by their hint, else the nearest; of those that the caller may know of. Undefined when there is none,
 * or the text is one of them.
 */
export const partyMeantBy = (
  text: string,
  caller: Caller | undefined,
  state: State,
  left: Comparing = comparing(),
): string | undefined => {
  if (text === "" || state.parties.has(text)) return undefined;
  const name = (text.includes("::") ? nameBeforeNamespace(text) : text).toLowerCase();
  const compared: string[] = [];
  for (const party of partiesKnownTo(caller, state)) {
    if (nameBeforeNamespace(party).toLowerCase() === name) return party;
    if (compared.length < maxCompared) compared.push(party);
  }
  const names = new Map(compared.map((party) => [nameBeforeNamespace(party), party]));
  const near = nearest(name, names.keys(), left);
  if (near !== undefined) return names.get(near);
  // Whole ids of one ledger are near to each other, whatever they begin with.
  return text.includes("::") ? undefined : nearest(text, compared, left);
};

/** The user that was meant; of those that the caller may list. */
export const userMeantBy = (
  text: string,
  caller: Caller | undefined,
  state: State,
): string | undefined => {
  if (caller === undefined || state.users.has(text)) return undefined;
  if (caller.kind === "trusted" || (caller.kind === "user" && caller.claims.admin)) {
    return nearestUser(text, state, () => true);
  }
  if (caller.kind !== "user") return undefined;
  const { identityProviderId, claims, userId } = caller;
  return claims.identityProviderAdmin
    ? nearestUser(text, state, (user) => user.identityProviderId === identityProviderId)
    : nearest(text, [userId]);
};

/** The user of an identity provider that was meant by one of its tokens. */
export const userOfProviderMeantBy = (
  text: string,
  identityProviderId: string,
  state: State,
): string | undefined =>
  nearestUser(text, state, (user) => user.identityProviderId === identityProviderId);

const nearestUser = (
  text: string,
  { users }: State,
  isEligible: (user: User) => boolean,
): string | undefined => nearest(text, firstOf(users.values(), isEligible));

function* firstOf(users: Iterable<User>, isEligible: (user: User) => boolean): Iterable<string> {
  let count = 0;
  for (const user of users) {
    if (++count > maxCompared) return;
    if (isEligible(user)) yield user.id;
  }
}

/** The identity provider that was meant; for callers that may list all. */
export const providerMeantBy = (
  text: string,
  caller: Caller | undefined,
  { identityProviders }: State,
): string | undefined =>
  caller?.kind === "trusted" || (caller?.kind === "user" && caller.claims.admin)
    ? nearest(text, identityProviders.keys())
    : undefined;

/** The synchronizer that was meant: by its alias, the beginning of its id, or the nearest id. */
export const synchronizerMeantBy = (text: string, { synchronizers }: State): string | undefined => {
  if (text === "" || synchronizers.some(({ id }) => id === text)) return undefined;
  const [name = ""] = text.split("::");
  const ids = synchronizers.map(({ id }) => id);
  return (
    synchronizers.find(({ alias }) => alias === text)?.id ??
    ids.find((id) => id.startsWith(`${name}::`)) ??
    (text.includes("::") ? undefined : nearest(text, ids))
  );
};

/** Whether names of packages and what is in them may be told: to all whom somebody vouches for. */
export const knowsPackages = (caller: Caller | undefined): boolean =>
  caller !== undefined && caller.kind !== "anonymous";
