import type { Ledger } from "../../lib/index.ts";
import { findMostSimilarText } from "../../lib/internal.ts";
import { type BodyKeyPath, formatJsonPointer, getBodyValueAtPath } from "./body-places.ts";
import type { FailedRequestForHint, RequestParameterValue } from "./failed-request-for-hint.ts";
import {
  createUnknownPackageIdFinding,
  createUnknownPartyFinding,
  describeExpectedTemplateOrInterface,
  type MistakeFinding,
  suggestIntendedType,
} from "./findings.ts";
import { findMisspeltField } from "./ignored-fields.ts";
import { readJsonChild } from "./json-pointer.ts";
import { replacePackageIdWithName, replacePackageNameWithId } from "./known-types.ts";
import { findMisspellingOfMissingField } from "./missing-field.ts";
import {
  canSeePackages,
  suggestIdentityProvider,
  suggestParty,
  suggestSynchronizer,
  suggestUser,
} from "./suggest-names.ts";
import { findMisnamedValuePart, findTemplateOrInterfaceSignature } from "./typed-values.ts";
import { findUnknownFields } from "./unknown-fields.ts";

/**
 * Returns what is valid at a place of the body, and the valid value nearest to its content.
 */
export const findMistakeAtBodyPath = (
  keys: BodyKeyPath,
  request: FailedRequestForHint,
): MistakeFinding => {
  const { body, ledger, caller } = request;
  const { state } = ledger;
  const key = keys.at(-1) ?? "";
  const holder = getBodyValueAtPath(body, keys.slice(0, -1));
  const value = readJsonChild(holder, key);
  if (key === "*" && keys.at(-2) === "filtersByParty") return partyWildcardFinding;
  const misnamed = canSeePackages(caller) ? findMisnamedValuePart(keys, body, state) : undefined;
  if (misnamed !== undefined) return misnamed;
  const created = createdInterface(keys, request);
  if (created !== undefined) return created;
  if (value === undefined && !Array.isArray(holder)) return findMisspelledField(keys, request);
  if (typeof value === "object") return findMisspeltInnerField(keys, request);
  if (typeof value !== "string") return {};
  const field = keys.findLast((each) => !/^\d+$/.test(each)) ?? "";
  switch (field) {
    case "templateId":
    case "interfaceId":
      return checkTypeName(keys, value, request);
    case "choice":
      return canSeePackages(caller) ? checkChoice(value, holder, ledger) : {};
    case "synchronizerId":
    case "synchronizer":
    case "source":
    case "target":
      return canSeePackages(caller) ? { nearest: suggestSynchronizer(value, state) } : {};
    case "actAs":
    case "readAs":
    case "party":
    case "parties":
    case "submitter": {
      const suggestion = suggestParty(value, caller, state);
      return suggestion === undefined
        ? {}
        : createUnknownPartyFinding({ party: value, keys }, suggestion, caller);
    }
    case "identityProviderId":
    case "sourceIdentityProviderId":
    case "targetIdentityProviderId":
      return { nearest: suggestIdentityProvider(value, caller, state) };
    case "userId":
    case "id":
      return { nearest: suggestUser(value, caller, state) };
    default:
      return {};
  }
};

/**
 * Returns what is valid in a parameter of the URL, and the valid value nearest to its content.
 */
export const findMistakeInParameter = (
  { name, text }: RequestParameterValue,
  { ledger, caller }: FailedRequestForHint,
): MistakeFinding => {
  if (!canSeePackages(caller)) return {};
  switch (name) {
    case "package-id":
      return createUnknownPackageIdFinding(text, { ledger, caller });
    case "synchronizerId":
      return { nearest: suggestSynchronizer(text, ledger.state) };
    default:
      return {};
  }
};

const partyWildcardFinding: MistakeFinding = {
  expected: "the full id of a party of this ledger, <hint>::<fingerprint>",
  advice:
    "Parties have no wildcards; filtersForAnyParty, beside filtersByParty, matches all parties.",
};

const checkChoice = (choice: string, command: unknown, { state }: Ledger): MistakeFinding => {
  const signature = findTemplateOrInterfaceSignature(readJsonChild(command, "templateId"), state);
  if (signature === undefined) return {};
  const choices = [...signature.choices.keys()];
  const expected = `one of ${choices.join(", ")}`;
  const suggestion = findMostSimilarText(choice, choices);
  const holder =
    suggestion === undefined ? findTypeWithChoice(choice, signature, state) : undefined;
  if (holder === undefined) return { expected, nearest: suggestion };
  return { expected, advice: `${choice} is a choice of ${holder}: use that as the templateId.` };
};

/**
 * Returns a related type that has the choice: choices of interfaces are exercised through the
 * interface, choices of templates through the template.
 */
const findTypeWithChoice = (
  choice: string,
  signature: NonNullable<ReturnType<typeof findTemplateOrInterfaceSignature>>,
  { packages }: Ledger["state"],
): string | undefined => {
  for (const { name, templates, interfaces } of packages.packages()) {
    for (const [entity, other] of [...templates, ...interfaces]) {
      const [one, its] = "payload" in signature ? [signature, other] : [other, signature];
      const isRelated = "implements" in one && one.implements.has(its.id);
      if (isRelated && other.choices.has(choice)) return `#${name}:${entity}`;
    }
  }
  return undefined;
};

const checkTypeName = (
  keys: BodyKeyPath,
  text: string,
  request: FailedRequestForHint,
): MistakeFinding => {
  const expected = `the name of ${describeExpectedTemplateOrInterface(keys)}`;
  const suggestion = suggestIntendedType(text, request);
  // Key prefetching accepts package ids only; filters accept package names only.
  if (keys.includes("prefetchContractKeys")) {
    return {
      expected,
      nearest: replacePackageNameWithId(suggestion.nearest ?? text, request.ledger),
    };
  }
  const byName = keys.includes("identifierFilter")
    ? replacePackageIdWithName(text, request.ledger)
    : undefined;
  return byName === undefined ? { expected, ...suggestion } : { expected, nearest: byName };
};

/** Returns the finding for an unknown field of this object that is probably a misspelt field of the object. */
const findMisspeltInnerField = (
  keys: BodyKeyPath,
  request: FailedRequestForHint,
): MistakeFinding => {
  const found = findMisspeltField(keys, request);
  if (found?.nearest === undefined) return {};
  return { ...found, keys: [...keys, found.nearest] };
};

/** Returns the finding for a create command that names an interface instead of a template. */
const createdInterface = (
  keys: BodyKeyPath,
  { body, caller, ledger: { state } }: FailedRequestForHint,
): MistakeFinding | undefined => {
  const at = keys.findIndex((key) => key === "CreateCommand" || key === "CreateAndExerciseCommand");
  if (at < 0 || !canSeePackages(caller)) return undefined;
  const place = [...keys.slice(0, at + 1), "templateId"];
  const name = getBodyValueAtPath(body, place);
  const signature = findTemplateOrInterfaceSignature(name, state);
  if (signature === undefined || "payload" in signature) return undefined;
  const [suggestion] = listImplementingTemplates(signature.id, state);
  return {
    keys: place,
    expected: "the name of a template, not of an interface",
    nearest: suggestion,
    advice: `${String(name)} is an interface; create a contract of a template that implements it${suggestion === undefined ? "" : `, such as ${suggestion}`}.`,
  };
};

function* listImplementingTemplates(
  interfaceId: string,
  { packages }: Ledger["state"],
): Iterable<string> {
  for (const { name, templates } of packages.packages()) {
    for (const [entity, template] of templates) {
      if (template.implements.has(interfaceId)) yield `#${name}:${entity}`;
    }
  }
}

const formatFields = new Set(["eventFormat", "transactionFormat", "updateFormat"]);

/** Returns the finding for a missing field if an unknown field beside it probably is that field. */
const findMisspelledField = (keys: BodyKeyPath, request: FailedRequestForHint): MistakeFinding => {
  const { body, schema } = request;
  const key = keys.at(-1) ?? "";
  const holder = formatJsonPointer(keys.slice(0, -1));
  const beside = (schema === undefined ? [] : findUnknownFields(body, schema))
    .filter((stranger) => formatJsonPointer(stranger.keys.slice(0, -1)) === holder)
    .map((stranger) => stranger.keys.at(-1) ?? "");
  const found = findMisspellingOfMissingField(key, beside);
  // If one of several format fields is required, the error names the newest field, but the request
  // may contain another of them, misspelt.
  if (found === undefined) {
    return formatFields.has(key) ? (findMisspeltField(keys.slice(0, -1), request) ?? {}) : {};
  }
  return {
    expected: `the field ${key}, not ${found}`,
    nearest: key,
    advice: `Name it ${key}, not ${found}.`,
  };
};
