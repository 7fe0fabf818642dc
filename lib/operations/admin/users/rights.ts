import { createChangedCopy } from "../../../base/collections/immer.ts";
import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { partyIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import { computeRightKey, type Right, type User } from "../../../base/model/administration.ts";
import type { ApiVersionRules } from "../../../ledger/port/api-version.ts";
import { checkIdentifierOfUnnamedField } from "../../../views/envelope/identifier-readers.ts";
import {
  createTaggedVariantReader,
  createWrappedValueReader,
  type JsonObject,
  type JsonReader,
  readJsonObject,
  readObjectIgnoringContent,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
} from "../../../views/envelope/readers.ts";

/** A right as JSON of the ledger API: `{"kind": {"CanActAs": {"value": {"party": "…"}}}}` */
export interface RightJson {
  readonly kind: Readonly<Record<string, { readonly value: { readonly party?: string } }>>;
}

export const toRightJson = (right: Right): RightJson => ({
  kind: { [right.kind]: { value: "party" in right ? { party: right.party } : {} } },
});

/** A right in a request; undefined if its kind is not set. */
export type RequestedRight = Right | undefined;

/** Reads the list at `rights`. Checks only the JSON types. */
export const readRequestedRights = (request: JsonObject): readonly RequestedRight[] =>
  readOptionalList(request, "rights", readRequestedRight);

/**
 * Returns the rights by their keys (see `computeRightKey`), without duplicates. Raises INVALID_ARGUMENT
 * for a right without kind, a kind that the API version lacks, or a malformed party. The parties
 * need not exist (ledger-api.md 3.17.4).
 */
export const validateRequestedRights = (
  requested: readonly RequestedRight[],
  { unsupportedRights }: Pick<ApiVersionRules, "unsupportedRights">,
): ReadonlyMap<string, Right> => {
  const rights = requested.map((right, index) => {
    const path = `rights[${index}]`;
    if (right === undefined || !unsupportedRights.includes(right.kind)) {
      return validRight(right, path);
    }
    const expected = "a right that this version of the API has";
    throw createInvalidArgumentError({ field: `${path}.kind`, expected, found: right.kind });
  });
  return new Map(rights.map((right) => [computeRightKey(right), right]));
};

/**
 * Returns the user with these rights added; the same object if the user has them all. Raises
 * TOO_MANY_USER_RIGHTS.
 */
export const copyUserWithAddedRights = (
  user: User,
  added: ReadonlyMap<string, Right>,
  maxRights: number,
): User => {
  const changed = createChangedCopy(user, ({ rights }) => {
    for (const [key, right] of added) if (!rights.has(key)) rights.set(key, right);
  });
  const { size } = changed.rights;
  if (size <= maxRights) return changed;
  throw ledgerError("TOO_MANY_USER_RIGHTS", {
    cause: `The user ${user.id} would have ${size} rights, at most ${maxRights} are allowed.`,
    resources: [["USER", user.id]],
  });
};

const readPartyField: JsonReader<string> = (json) =>
  readOptionalText(readJsonObject(json), "party");

const readKind = createTaggedVariantReader({
  ParticipantAdmin: createWrappedValueReader(readObjectIgnoringContent),
  IdentityProviderAdmin: createWrappedValueReader(readObjectIgnoringContent),
  CanReadAsAnyParty: createWrappedValueReader(readObjectIgnoringContent),
  CanExecuteAsAnyParty: createWrappedValueReader(readObjectIgnoringContent),
  CanActAsAnyParty: createWrappedValueReader(readObjectIgnoringContent),
  CanActAs: createWrappedValueReader(readPartyField),
  CanReadAs: createWrappedValueReader(readPartyField),
  CanExecuteAs: createWrappedValueReader(readPartyField),
  Empty: readObjectIgnoringContent,
});

const readRequestedRight: JsonReader<RequestedRight> = (json) => {
  const choice = readOptionalJsonField(readJsonObject(json), "kind", readKind);
  if (choice === undefined || choice.kind === "Empty") return undefined;
  return choice.value === undefined
    ? { kind: choice.kind }
    : { kind: choice.kind, party: choice.value };
};

const validRight = (right: RequestedRight, path: string): Right => {
  if (right === undefined) {
    const expected = "the kind of the right, for example CanActAs or ParticipantAdmin";
    throw createInvalidArgumentError({ field: `${path}.kind`, expected, found: right });
  }
  if ("party" in right) {
    checkIdentifierOfUnnamedField(
      partyIdGrammar,
      right.party,
      `${path}.kind.${right.kind}.value.party`,
    );
  }
  return right;
};
