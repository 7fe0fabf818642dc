import {
  createInvalidArgumentError,
  invalidFieldError,
  missingFieldError,
} from "../../base/errors/argument-error.ts";
import { isLedgerError, LedgerError } from "../../base/errors/ledger-error.ts";
import {
  contractIdGrammar,
  describeIdentifierGrammar,
  dottedNameGrammar,
  type IdentifierGrammar,
  matchesGrammar,
  packageIdGrammar,
  packageNameGrammar,
  partyIdGrammar,
  userIdGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import type { ContractId, Party, TypeReference } from "../../base/identifiers/identifiers.ts";
import { type JsonReader, readJsonString } from "./readers.ts";

/**
 * Checks the text of a required field. Raises MISSING_FIELD if empty, INVALID_FIELD if malformed.
 */
export const requireIdentifier = (
  grammar: IdentifierGrammar,
  text: string,
  field: string,
): string => {
  if (text === "") throw missingFieldError(field);
  return checkOptionalIdentifier(grammar, text, field);
};

/** Checks the text of a field that may be empty. Raises INVALID_FIELD if malformed. */
export const checkOptionalIdentifier = (
  grammar: IdentifierGrammar,
  text: string,
  field: string,
): string => {
  if (text === "" || matchesGrammar(grammar, text)) return text;
  throw invalidFieldError({ field, expected: describeIdentifierGrammar(grammar), found: text });
};

/**
 * Checks the text of a list element or an unnamed field. Raises INVALID_ARGUMENT if empty or
 * malformed.
 */
export const checkIdentifierOfUnnamedField = (
  grammar: IdentifierGrammar,
  text: string,
  path: string,
): string => {
  if (matchesGrammar(grammar, text)) return text;
  throw createInvalidArgumentError({
    field: path,
    expected: describeIdentifierGrammar(grammar),
    found: text,
  });
};

/**
 * Like {@link checkIdentifierOfUnnamedField}, but for a user id in a URL path: the error is one of a
 * participant's JSON layer.
 */
export const checkUserIdFormatInPath = (text: string): string => {
  try {
    return checkIdentifierOfUnnamedField(userIdGrammar, text, "user-id");
  } catch (error) {
    throw isLedgerError(error) ? new LedgerError({ ...error.details, layer: "json" }) : error;
  }
};

/** Reads a well-formed party id. The party need not exist. Raises INVALID_ARGUMENT. */
export const readPartyIdentifier: JsonReader<Party> = (json) => {
  const text = readJsonString(json);
  if (matchesGrammar(partyIdGrammar, text)) return text;
  throw createInvalidArgumentError({
    expected: describeIdentifierGrammar(partyIdGrammar),
    found: text,
  });
};

/** Checks a contract id. Raises MISSING_FIELD if empty, INVALID_FIELD if malformed. */
export const requireContractId = (text: string, field: string): ContractId =>
  requireIdentifier(contractIdGrammar, text, field);

/** Cache of well-formed references, because most requests name one of a few types. */
const wellFormed = new Set<TypeReference>();
const maxRemembered = 1000;

/**
 * Reads a template or interface reference, `<package id>:<Module>:<Entity>` or
 * `#<package name>:<Module>:<Entity>`. Does not check that the type exists (ledger-api.md 1.2).
 * Raises INVALID_ARGUMENT.
 */
export const readTemplateOrInterfaceReference: JsonReader<TypeReference> = (json) => {
  const reference = readJsonString(json);
  if (wellFormed.has(reference)) return reference;
  checkForm(reference);
  if (wellFormed.size >= maxRemembered) wellFormed.clear();
  wellFormed.add(reference);
  return reference;
};

const checkForm = (reference: string): void => {
  const [packagePart, module, entity, ...rest] = reference.split(":");
  if (
    packagePart === undefined ||
    module === undefined ||
    entity === undefined ||
    rest.length > 0
  ) {
    throw createInvalidArgumentError({
      expected:
        "a template or interface as <package>:<Module>:<Entity>, " +
        "where <package> is a package id or #<package name>",
      found: reference,
    });
  }
  if (packagePart.startsWith("#")) checkPart(packageNameGrammar, packagePart.slice(1));
  else checkPart(packageIdGrammar, packagePart);
  checkPart(dottedNameGrammar, module);
  checkPart(dottedNameGrammar, entity);
};

const checkPart = (grammar: IdentifierGrammar, part: string): void => {
  if (!matchesGrammar(grammar, part)) {
    throw createInvalidArgumentError({ expected: describeIdentifierGrammar(grammar), found: part });
  }
};
