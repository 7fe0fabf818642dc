import { type ErrorOptions, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  describeIdentifierGrammar,
  ledgerStringGrammar,
  matchesGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import type { IdentityProviderId, Party, UserId } from "../../base/identifiers/identifiers.ts";
import { computeRightKey, type Right } from "../../base/model/administration.ts";
import type { CallFactRecorder, RequiredRight } from "./call-fact-recorder.ts";
import type { Caller, Claims } from "./caller.ts";

/**
 * Returns the claims of a user with these rights. A user that may act for a party may also read and
 * execute for it. Never throws; O(rights) (ledger-api.md 5.3).
 */
export const deriveClaims = (rights: Iterable<Right>): Claims => {
  const actAs = new Set<Party>();
  const readAs = new Set<Party>();
  const executeAs = new Set<Party>();
  const kinds = new Set<Right["kind"]>();
  const keys = new Set<string>();
  for (const right of rights) {
    keys.add(computeRightKey(right));
    kinds.add(right.kind);
    if (!("party" in right)) continue;
    if (right.kind === "CanActAs") actAs.add(right.party);
    if (right.kind === "CanActAs" || right.kind === "CanReadAs") readAs.add(right.party);
    if (right.kind === "CanActAs" || right.kind === "CanExecuteAs") executeAs.add(right.party);
  }
  const actAsAnyParty = kinds.has("CanActAsAnyParty");
  return {
    rights: keys,
    admin: kinds.has("ParticipantAdmin"),
    identityProviderAdmin: kinds.has("IdentityProviderAdmin"),
    actAs,
    actAsAnyParty,
    readAs,
    readAsAnyParty: actAsAnyParty || kinds.has("CanReadAsAnyParty"),
    executeAs,
    executeAsAnyParty: actAsAnyParty || kinds.has("CanExecuteAsAnyParty"),
  };
};

/**
 * Requires a valid token of an active user. Like every `require…` function here, raises
 * UNAUTHENTICATED for an anonymous caller and PERMISSION_DENIED for a caller without the claim. A
 * trusted caller has every claim (ledger-api.md 3.0.2, 5.6).
 */
export const requireActiveUser = (caller: Caller): void => {
  requireClaims(
    caller,
    () => undefined,
    () => [{ anyOf: [], heldBy: "token" }],
  );
};

/** Requires the right ParticipantAdmin. */
export const requireParticipantAdmin = (caller: Caller): void => {
  requireClaims(
    caller,
    ({ admin }) =>
      admin ? undefined : missingRightPermission("This operation", "ParticipantAdmin"),
    () => [{ anyOf: ["ParticipantAdmin"] }],
  );
};

/** Requires ParticipantAdmin, or IdentityProviderAdmin of the caller's own identity provider. */
export const requireAnyAdminClaim = (caller: Caller): void => {
  requireClaims(
    caller,
    ({ admin, identityProviderAdmin }) =>
      admin || identityProviderAdmin
        ? undefined
        : missingRightPermission("This operation", "ParticipantAdmin", "IdentityProviderAdmin"),
    () => [{ anyOf: ["ParticipantAdmin", "IdentityProviderAdmin"] }],
  );
};

/** Requires the claim to act as each of the parties. */
export const requireActAs = (caller: Caller, parties: Iterable<Party>): void => {
  requireClaims(
    caller,
    ({ actAs, actAsAnyParty }) =>
      findMissingRightForParty("CanActAs", parties, (party) => actAsAnyParty || actAs.has(party)),
    () => createRightRequirements("CanActAs", parties),
  );
};

/** Requires the claim to read as each of the parties. */
export const requireReadAs = (caller: Caller, parties: Iterable<Party>): void => {
  requireClaims(
    caller,
    ({ readAs, readAsAnyParty }) =>
      findMissingRightForParty(
        "CanReadAs",
        parties,
        (party) => readAsAnyParty || readAs.has(party),
      ),
    () => createRightRequirements("CanReadAs", parties),
  );
};

/** Returns those of the parties that the caller may read as. */
export const filterReadableParties = (
  caller: Caller,
  parties: readonly Party[],
): readonly Party[] => {
  if (caller.kind !== "user") return caller.kind === "trusted" ? parties : [];
  const { readAs, readAsAnyParty } = caller.claims;
  return parties.filter((party) => readAsAnyParty || readAs.has(party));
};

/** Requires the right CanReadAsAnyParty. */
export const requireReadAsAnyParty = (caller: Caller): void => {
  requireClaims(
    caller,
    ({ readAsAnyParty }) =>
      readAsAnyParty
        ? undefined
        : missingRightPermission("Reading as any party", "CanReadAsAnyParty"),
    () => [{ anyOf: ["CanReadAsAnyParty"], wider: ["CanActAsAnyParty"] }],
  );
};

/** Requires the claim to execute prepared transactions of each of the parties. */
export const requireExecuteAsClaim = (caller: Caller, parties: Iterable<Party>): void => {
  requireClaims(
    caller,
    ({ executeAs, executeAsAnyParty }) =>
      findMissingRightForParty(
        "CanExecuteAs",
        parties,
        (party) => executeAsAnyParty || executeAs.has(party),
      ),
    () => createRightRequirements("CanExecuteAs", parties),
  );
};

/**
 * Requires an administrator, or a user with a right to act, read or execute as each of the parties
 * (ledger-api.md 3.17).
 */
export const requireAnyRightForParties = (caller: Caller, parties: Iterable<Party>): void => {
  requireClaims(
    caller,
    (claims) =>
      claims.admin || claims.identityProviderAdmin
        ? undefined
        : findMissingRightForParty("operate", parties, (party) => hasRightOverParty(claims, party)),
    () => createRightRequirements("operate", parties),
  );
};

/** Returns true if the claims include any right over the party. */
export const hasRightOverParty = (claims: Claims, party: Party): boolean =>
  claims.readAsAnyParty ||
  claims.executeAsAnyParty ||
  claims.readAs.has(party) ||
  claims.executeAs.has(party);

/**
 * Returns the user of a request: the user that the request names, otherwise the calling user. A
 * user may name only itself. Raises INVALID_TOKEN if the request names no user and the caller is
 * not a user.
 */
export const resolveRequestedUser = (caller: Caller, requested: UserId): UserId => {
  requireClaims(caller, () =>
    caller.kind !== "user" || requested === "" || requested === caller.userId
      ? undefined
      : {
          cause: `The caller is the user ${caller.userId} and may not name another one.`,
          path: "userId",
          expected: caller.userId,
        },
  );
  if (requested !== "") return requested;
  if (caller.kind === "user") return caller.userId;
  throw ledgerError("INVALID_TOKEN", {
    cause:
      "The submitted request is missing a user-id: neither it nor a token names a user. " +
      "Give userId in the request. Is authentication turned on for this ledger?",
    path: "userId",
  });
};

/**
 * Returns the identity provider that the request names. If it names none, returns the caller's own
 * provider, or the default provider if the caller is a participant administrator or not a user. A
 * user of the default provider may name any provider, other users only their own (ledger-api.md
 * 5.4).
 * Raises INVALID_TOKEN for a malformed id.
 */
export const determineIdentityProvider = (
  caller: Caller,
  requested: IdentityProviderId,
): IdentityProviderId => {
  const id = resolveIdentityProvider(caller, requested);
  if (caller.kind !== "anonymous" && id !== "" && !matchesGrammar(ledgerStringGrammar, id)) {
    throw ledgerError("INVALID_TOKEN", {
      cause: `The submitted request has an invalid field identity_provider_id: expected ${describeIdentifierGrammar(ledgerStringGrammar)}.`,
      path: "identityProviderId",
    });
  }
  requireClaims(caller, () =>
    caller.kind !== "user" || caller.identityProviderId === "" || id === caller.identityProviderId
      ? undefined
      : {
          cause: `A user of the identity provider ${caller.identityProviderId} may not name another identity provider.`,
          path: "identityProviderId",
          expected: caller.identityProviderId,
        },
  );
  return id;
};

const resolveIdentityProvider = (
  caller: Caller,
  requested: IdentityProviderId,
): IdentityProviderId =>
  requested === "" && caller.kind === "user" && !caller.claims.admin
    ? caller.identityProviderId
    : requested;

/** The reason why a caller is refused, for the error. */
type MissingPermission = Pick<ErrorOptions, "cause" | "path" | "expected" | "lacking">;

/**
 * Raises UNAUTHENTICATED for an anonymous caller, and PERMISSION_DENIED if the check of the claims
 * returns a missing permission. Records the required rights (`requirements`) in the caller's fact
 * recorder.
 */
const requireClaims = (
  caller: Caller,
  check: (claims: Claims) => MissingPermission | undefined,
  requirements: () => readonly RightRequirement[] = () => [],
): void => {
  switch (caller.kind) {
    case "trusted":
      return;
    case "anonymous":
      throw ledgerError("UNAUTHENTICATED", {
        cause: "This operation needs a valid token in the header Authorization: Bearer <token>.",
      });
    case "user": {
      const lack = check(caller.claims);
      if (caller.factRecorder !== undefined) {
        recordRequirements(caller.factRecorder, requirements(), caller.claims);
      }
      if (lack !== undefined) throw ledgerError("PERMISSION_DENIED", lack);
    }
  }
};

/** A required right, and further rights that also suffice but are not mentioned in errors. */
interface RightRequirement extends RequiredRight {
  readonly wider?: readonly string[];
}

const recordRequirements = (
  notes: CallFactRecorder,
  all: readonly RightRequirement[],
  { rights }: Claims,
): void => {
  for (const { wider = [], ...demand } of all) {
    const heldBy =
      demand.heldBy ??
      [...demand.anyOf, ...wider].find(
        (kind) => rights.has(kind) || rights.has(`${kind}/${demand.party ?? ""}`),
      );
    notes.recordRequiredRight(heldBy === undefined ? demand : { ...demand, heldBy });
  }
};

const missingRightPermission = (
  what: string,
  ...anyOf: readonly Right["kind"][]
): MissingPermission => ({
  cause: `${what} needs the right ${anyOf.join(" or ")}.`,
  lacking: { anyOf },
});

const authorityByRight = {
  CanActAs: { what: "act as", anyOf: ["CanActAs"], wider: ["CanActAsAnyParty"] },
  CanReadAs: {
    what: "read as",
    anyOf: ["CanReadAs", "CanActAs", "CanReadAsAnyParty"],
    wider: ["CanActAsAnyParty"],
  },
  CanExecuteAs: {
    what: "execute as",
    anyOf: ["CanExecuteAs", "CanActAs", "CanExecuteAsAnyParty"],
    wider: ["CanActAsAnyParty"],
  },
  operate: {
    what: "operate as",
    anyOf: ["CanReadAs", "CanActAs", "CanExecuteAs"],
    wider: [
      "CanActAsAnyParty",
      "CanReadAsAnyParty",
      "CanExecuteAsAnyParty",
      "ParticipantAdmin",
      "IdentityProviderAdmin",
    ],
  },
} as const;

const createRightRequirements = (
  authority: keyof typeof authorityByRight,
  parties: Iterable<Party>,
): readonly RightRequirement[] => {
  const { anyOf, wider } = authorityByRight[authority];
  return Array.from(parties, (party) => ({ anyOf, wider, party }));
};

const findMissingRightForParty = (
  authority: keyof typeof authorityByRight,
  parties: Iterable<Party>,
  holds: (party: Party) => boolean,
): MissingPermission | undefined => {
  const { what, anyOf } = authorityByRight[authority];
  for (const party of parties) {
    if (holds(party)) continue;
    const cause = `The caller has no right to ${what} the party ${party}.`;
    return { cause, lacking: { anyOf, party } };
  }
  return undefined;
};
