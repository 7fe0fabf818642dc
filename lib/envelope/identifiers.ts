import { ledgerError, type LedgerError } from "../errors/ledger-error.ts";
import type { ContractId, Party } from "../model/identifiers.ts";
import { invalidField, missingField, readText, type Reader } from "./readers.ts";

/** A kind of identifier string: its alphabet and length (ledger-api.md 1.1). */
export interface Grammar {
  /** As used in error texts. */
  readonly name: string;
  /** Matches one character at a time where the alphabet is the same everywhere. */
  readonly pattern: RegExp;
  readonly maxLength: number;
}

/** commandId, workflowId, submissionId, updateId, identityProviderId. */
export const ledgerString: Grammar = {
  name: "ledger string",
  pattern: /^[A-Za-z0-9._:\-#/ ]+$/,
  maxLength: 255,
};
export const partyString: Grammar = {
  name: "party",
  pattern: /^[A-Za-z0-9:\-_ ]+$/,
  maxLength: 255,
};
export const userIdString: Grammar = {
  name: "user id",
  pattern: /^[a-zA-Z0-9@^$.!`\-#+'~_|:()]+$/,
  maxLength: 128,
};
export const packageIdString: Grammar = {
  name: "package id",
  pattern: /^[A-Za-z0-9\-_ ]+$/,
  maxLength: 64,
};
export const packageNameString: Grammar = {
  name: "package name",
  pattern: /^[A-Za-z0-9\-_]+$/,
  maxLength: 255,
};
/** Choices, record fields, constructors. */
export const nameString: Grammar = {
  name: "name",
  pattern: /^[A-Za-z$_][A-Za-z0-9$_]*$/,
  maxLength: 1000,
};
/** Modules and entities. */
export const dottedNameString: Grammar = {
  name: "dotted name",
  pattern: /^[A-Za-z$_][A-Za-z0-9$_]*(\.[A-Za-z$_][A-Za-z0-9$_]*)*$/,
  maxLength: 1000,
};
/** `<name>::<fingerprint>`, as synchronizers and participants have it. */
export const uniqueIdentifier: Grammar = {
  name: "unique identifier of the form <name>::<fingerprint>",
  pattern: /^(?:(?!::)[A-Za-z0-9:\-_ ]){1,185}::[A-Za-z0-9\-_ ]{1,68}$/,
  maxLength: 255,
};
/** Whole bytes in lowercase hex. */
export const contractIdString: Grammar = {
  name: "contract id",
  pattern: /^(?:00(?:[0-9a-f]{2}){32,126}|01(?:[0-9a-f]{2}){12,45})$/,
  maxLength: 254,
};

/** Not empty, not too long, of the right alphabet. */
export const fits = (grammar: Grammar, text: string): boolean =>
  text.length <= grammar.maxLength && grammar.pattern.test(text);

/** The text of a required field. Raises MISSING_FIELD when empty, INVALID_FIELD when malformed. */
export const requireIdentifier = (grammar: Grammar, text: string, field: string): string => {
  if (text === "") throw missingField(field);
  return checkIdentifier(grammar, text, field);
};

/** The text of a field that may be empty. Raises INVALID_FIELD when malformed. */
export const checkIdentifier = (grammar: Grammar, text: string, field: string): string => {
  if (text === "" || fits(grammar, text)) return text;
  throw invalidField(field, misfit(grammar, text));
};

/** The text of a list element or an unnamed field. Raises INVALID_ARGUMENT when empty or malformed. */
export const argumentIdentifier = (grammar: Grammar, text: string, path: string): string => {
  if (fits(grammar, text)) return text;
  throw malformed(grammar, text, path);
};

/** A well-formed party, allocated or not. Raises INVALID_ARGUMENT. */
export const readParty: Reader<Party> = (json) => {
  const text = readText(json);
  if (fits(partyString, text)) return text;
  throw malformed(partyString, text);
};

/** A well-formed contract id. Raises MISSING_FIELD when empty, INVALID_FIELD when malformed. */
export const requireContractId = (text: string, field: string): ContractId =>
  requireIdentifier(contractIdString, text, field);

const malformed = (grammar: Grammar, text: string, path?: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: misfit(grammar, text),
    ...(path === undefined ? {} : { path }),
  });

const misfit = (grammar: Grammar, text: string): string => {
  if (text === "") return `A ${grammar.name} must not be empty.`;
  if (text.length > grammar.maxLength) {
    return `A ${grammar.name} has at most ${String(grammar.maxLength)} characters, this one has ${String(text.length)}.`;
  }
  return `${JSON.stringify(text)} is not a ${grammar.name}: expected ${grammar.pattern.source}.`;
};
