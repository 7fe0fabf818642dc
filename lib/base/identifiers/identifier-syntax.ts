import { formatArgumentFault } from "../errors/argument-error.ts";

/**
 * The form of an identifier string (ledger-api.md 1.1). `lib/views/envelope/identifier-readers.ts`
 * reads identifiers from requests and raises the errors.
 */
export interface IdentifierGrammar {
  /** Name of the form in error texts. */
  readonly name: string;
  /** Must be anchored, and match in linear time. */
  readonly pattern: RegExp;
  /** Maximum length in UTF-16 code units. Every alphabet is ASCII. */
  readonly maxLength: number;
  /** An additional condition on texts that match the pattern. */
  readonly holds?: (text: string) => boolean;
  /** Cache of recent valid texts, for forms with few frequent texts. */
  readonly recent?: Set<string>;
}

/**
 * The form of commandId, workflowId, submissionId, updateId and identityProviderId: 1 to 255
 * letters, digits, blanks and `. _ : - # /`.
 */
export const ledgerStringGrammar: IdentifierGrammar = {
  name: "ledger string",
  pattern: /^[A-Za-z0-9._:\-#/ ]+$/,
  maxLength: 255,
};

/**
 * The form of a party id in a request: 1 to 255 letters, digits, blanks and `: - _`. The party need
 * not exist.
 */
export const partyIdGrammar: IdentifierGrammar = {
  name: "party",
  pattern: /^[A-Za-z0-9:\-_ ]+$/,
  maxLength: 255,
  recent: new Set(),
};

/** The form of user ids: 1 to 128 of the characters that a participant accepts. */
export const userIdGrammar: IdentifierGrammar = {
  name: "user id",
  pattern: /^[a-zA-Z0-9@^$.!`\-#+'~_|:()]+$/,
  maxLength: 128,
};

export const packageIdGrammar: IdentifierGrammar = {
  name: "package id",
  pattern: /^[A-Za-z0-9\-_ ]+$/,
  maxLength: 64,
};

export const packageNameGrammar: IdentifierGrammar = {
  name: "package name",
  pattern: /^[A-Za-z0-9\-_]+$/,
  maxLength: 255,
};

/** Dotted decimal numbers without leading zeros. Each number fits a signed 32-bit integer. */
export const packageVersionGrammar: IdentifierGrammar = {
  name: "package version",
  pattern: /^(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*))*$/,
  maxLength: 255,
  holds: (text) => text.split(".").every((part) => Number(part) < 2 ** 31),
};

/** The form of names of choices, record fields and constructors. */
export const damlNameGrammar: IdentifierGrammar = {
  name: "name",
  pattern: /^[A-Za-z$_][A-Za-z0-9$_]*$/,
  maxLength: 1000,
};

/** The form of names of modules and entities. */
export const dottedNameGrammar: IdentifierGrammar = {
  name: "dotted name",
  pattern: /^[A-Za-z$_][A-Za-z0-9$_]*(?:\.[A-Za-z$_][A-Za-z0-9$_]*)*$/,
  maxLength: 1000,
};

/**
 * The part of a unique identifier before `::`, and the form of party hints. Must not end in a
 * colon, because then the identifier could not be split unambiguously.
 */
export const identifierPrefixGrammar: IdentifierGrammar = {
  name: "identifier without ::",
  pattern: /^(?:(?!::|:$)[A-Za-z0-9:\-_ ])+$/,
  maxLength: 185,
};

/** A SHA-256 multihash of a public key: its fingerprint. */
export const fingerprintGrammar: IdentifierGrammar = {
  name: "fingerprint",
  pattern: /^1220[0-9a-f]{64}$/,
  maxLength: 68,
};

/**
 * The form of the fingerprint of a key in a request. It is more lenient than
 * {@link fingerprintGrammar}.
 */
export const lenientKeyFingerprintGrammar: IdentifierGrammar = {
  name: "name of a key",
  pattern: /^(?:(?!::)[A-Za-z0-9:\-_ ])+$/,
  maxLength: 68,
};

/** `<name>::<fingerprint>`: the form of the ids of parties, synchronizers and participants. */
export const uniqueIdentifierGrammar: IdentifierGrammar = {
  name: "unique identifier of the form <name>::<fingerprint>",
  pattern: /^(?:(?!::)[A-Za-z0-9:\-_ ]){1,185}::[A-Za-z0-9\-_ ]{1,68}$/,
  maxLength: 255,
};

/** Lowercase hex of whole bytes: a contract id of version 1 or 2. */
export const contractIdGrammar: IdentifierGrammar = {
  name: "contract id",
  pattern: /^(?:00(?:[0-9a-f]{2}){32,126}|01(?:[0-9a-f]{2}){12,45})$/,
  maxLength: 254,
};

/** Lowercase hex of whole bytes: the version 00, then a hash of any length. */
export const reassignmentIdGrammar: IdentifierGrammar = {
  name: "reassignment id",
  pattern: /^00(?:[0-9a-f]{2})*$/,
  maxLength: 254,
};

/**
 * Returns true if the text is not empty, is not too long, and matches the grammar. Never throws.
 */
export const matchesGrammar = (grammar: IdentifierGrammar, text: string): boolean => {
  const { pattern, maxLength, holds, recent } = grammar;
  if (recent?.has(text) === true) return true;
  const isFit = text.length <= maxLength && pattern.test(text) && (holds?.(text) ?? true);
  if (isFit) cacheRecentText(recent, text);
  return isFit;
};

const maxRecent = 1_000;

const cacheRecentText = (recent: Set<string> | undefined, text: string): void => {
  if (recent === undefined) return;
  if (recent.size >= maxRecent) recent.clear();
  recent.add(text);
};

/** Returns a description of the form, for error texts. */
export const describeIdentifierGrammar = ({
  name,
  pattern,
  maxLength,
}: IdentifierGrammar): string =>
  `a valid ${name}, at most ${maxLength} characters like ${pattern.source}`;

/** Returns a sentence that explains which form the text must have. */
export const describeGrammarMismatch = (grammar: IdentifierGrammar, text: string): string =>
  formatArgumentFault({ expected: describeIdentifierGrammar(grammar), found: text });
