import { produce } from "../../../base/collections/immer.ts";
import { invalidArgument } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { partyIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import { type Right, rightKey, type User } from "../../../base/model/administration.ts";
import type { ApiRules } from "../../../ledger/port/api-version.ts";
import { checkUnnamedIdentifier } from "../../../views/envelope/identifier-readers.ts";
import {
  type JsonObject,
  type JsonReader,
  readerOfTagged,
  readerOfWrappedValue,
  readNothing,
  readObject,
  readOptional,
  readOptionalList,
  readOptionalText,
} from "../../../views/envelope/readers.ts";

/** A right as JSON of the ledger API: `{"kind": {"CanActAs": {"value": {"party": "…"}}}}` */
export interface RightJson {
  readonly kind: Readonly<Record<string, { readonly value: { readonly party?: string } }>>;
}

export const rightJson = (right: Right): RightJson => ({
  kind: { [right.kind]: { value: "party" in right ? { party: right.party } : {} } },
});

/** A right in a request; undefined if its kind is not set. */
export type RequestedRight = Right | undefined;

/** Reads the list at `rights`. Checks only the JSON types. */
export const readRequestedRights = (request: JsonObject): readonly RequestedRight[] =>
  readOptionalList(request, "rights", readRequestedRight);

/**
 * Returns the rights by their keys (see `rightKey`), without duplicates. Raises INVALID_ARGUMENT
 * for a right without kind, a kind that the API version lacks, or a malformed party. The parties
 * need not exist (ledger-api.md 3.17.4).
 */
export const validateRequestedRights = (
  requested: readonly RequestedRight[],
  { unsupportedRights }: Pick<ApiRules, "unsupportedRights">,
): ReadonlyMap<string, Right> => {
  const rights = requested.map((right, index) => {
    const path = `rights[${index}]`;
    if (right === undefined || !unsupportedRights.includes(right.kind)) {
      return validRight(right, path);
    }
    const expected = "a right that this version of the API has";
    throw invalidArgument({ field: `${path}.kind`, expected, found: right.kind });
  });
  return new Map(rights.map((right) => [rightKey(right), right]));
};

/**
 * Returns the user with these rights added; the same object if the user has them all. Raises
 * TOO_MANY_USER_RIGHTS.
 */
export const addRights = (
  user: User,
  added: ReadonlyMap<string, Right>,
  maxRights: number,
): User => {
  const changed = produce(user, ({ rights }) => {
    for (const [key, right] of added) if (!rights.has(key)) rights.set(key, right);
  });
  const { size } = changed.rights;
  if (size <= maxRights) return changed;
  throw ledgerError("TOO_MANY_USER_RIGHTS", {
    cause: `The user ${user.id} would have ${size} rights, at most ${maxRights} are allowed.`,
    resources: [["USER", user.id]],
  });
};

const readPartyField: JsonReader<string> = (json) => readOptionalText(readObject(json), "party");

const readKind = readerOfTagged({
  ParticipantAdmin: readerOfWrappedValue(readNothing),
  IdentityProviderAdmin: readerOfWrappedValue(readNothing),
  CanReadAsAnyParty: readerOfWrappedValue(readNothing),
  CanExecuteAsAnyParty: readerOfWrappedValue(readNothing),
  CanActAsAnyParty: readerOfWrappedValue(readNothing),
  CanActAs: readerOfWrappedValue(readPartyField),
  CanReadAs: readerOfWrappedValue(readPartyField),
  CanExecuteAs: readerOfWrappedValue(readPartyField),
  Empty: readNothing,
});

const readRequestedRight: JsonReader<RequestedRight> = (json) => {
  const choice = readOptional(readObject(json), "kind", readKind);
  if (choice === undefined || choice.kind === "Empty") return undefined;
  return choice.value === undefined
    ? { kind: choice.kind }
    : { kind: choice.kind, party: choice.value };
};

const validRight = (right: RequestedRight, path: string): Right => {
  if (right === undefined) {
    const expected = "the kind of the right, for example CanActAs or ParticipantAdmin";
    throw invalidArgument({ field: `${path}.kind`, expected, found: right });
  }
  if ("party" in right) {
    checkUnnamedIdentifier(partyIdGrammar, right.party, `${path}.kind.${right.kind}.value.party`);
  }
  return right;
};
