import { invalidArgument, invalidField, missingField } from "../../base/errors/argument-error.ts";
import { isLedgerError, LedgerError } from "../../base/errors/ledger-error.ts";
import {
  contractIdString,
  fits,
  formOf,
  type Grammar,
  partyString,
  userIdString,
} from "../../base/identifiers/identifier-syntax.ts";
import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import { type Reader, readText } from "./readers.ts";

/**
 * Checks the text of a required field. Raises MISSING_FIELD if empty, INVALID_FIELD if malformed.
 */
export const requireIdentifier = (grammar: Grammar, text: string, field: string): string => {
  if (text === "") throw missingField(field);
  return checkIdentifier(grammar, text, field);
};

/** Checks the text of a field that may be empty. Raises INVALID_FIELD if malformed. */
export const checkIdentifier = (grammar: Grammar, text: string, field: string): string => {
  if (text === "" || fits(grammar, text)) return text;
  throw invalidField({ field, expected: formOf(grammar), found: text });
};

/**
 * Checks the text of a list element or an unnamed field. Raises INVALID_ARGUMENT if empty or
 * malformed.
 */
export const argumentIdentifier = (grammar: Grammar, text: string, path: string): string => {
  if (fits(grammar, text)) return text;
  throw invalidArgument({ field: path, expected: formOf(grammar), found: text });
};

/**
 * Like {@link argumentIdentifier}, for a user id in a URL path, which a participant's JSON layer
 * itself checks.
 */
export const pathUser = (text: string): string => {
  try {
    return argumentIdentifier(userIdString, text, "user-id");
  } catch (error) {
    throw isLedgerError(error) ? new LedgerError({ ...error.details, layer: "json" }) : error;
  }
};

/** Reads a well-formed party, allocated or not. Raises INVALID_ARGUMENT. */
export const readParty: Reader<Party> = (json) => {
  const text = readText(json);
  if (fits(partyString, text)) return text;
  throw invalidArgument({ expected: formOf(partyString), found: text });
};

/** Checks a contract id. Raises MISSING_FIELD if empty, INVALID_FIELD if malformed. */
export const requireContractId = (text: string, field: string): ContractId =>
  requireIdentifier(contractIdString, text, field);
