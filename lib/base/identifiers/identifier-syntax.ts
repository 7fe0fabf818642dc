import { faultText } from "../errors/argument-error.ts";

/**
 * What the identifier strings of the ledger look like (ledger-api.md 1.1). Pure predicates; reading
 * them out of requests, with the errors that takes, is `lib/views/envelope/identifier-readers.ts`.
 */
export interface Grammar {
  /** As used in error texts. */
  readonly name: string;
  /** Anchored, and linear in the length of the text. */
  readonly pattern: RegExp;
  /** In UTF-16 code units; every alphabet is ASCII. */
  readonly maxLength: number;
  /** What else must hold of a text of that form. */
  readonly holds?: (text: string) => boolean;
  /** Present where the same few texts come again and again: what was found to fit lately. */
  readonly recent?: Set<string>;
}

/** The form of commandId, workflowId, submissionId, updateId and identityProviderId: 1 to 255 letters, digits, blanks and `. _ : - # /`. */
export const ledgerString: Grammar = {
  name: "ledger string",
  pattern: /^[A-Za-z0-9._:\-#/ ]+$/,
  maxLength: 255,
};

/** The form of a party as requests may name it, allocated or not: 1 to 255 letters, digits, blanks and `: - _`. */
export const partyString: Grammar = {
  name: "party",
  pattern: /^[A-Za-z0-9:\-_ ]+$/,
  maxLength: 255,
  recent: new Set(),
};

/** The form of user ids: 1 to 128 characters of the ones that a participant takes. */
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

/** Dotted decimal without leading zeros; each number fits 32 bits, with a sign. */
export const packageVersionString: Grammar = {
  name: "package version",
  pattern: /^(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*))*$/,
  maxLength: 255,
  holds: (text) => text.split(".").every((part) => Number(part) < 2 ** 31),
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
  pattern: /^[A-Za-z$_][A-Za-z0-9$_]*(?:\.[A-Za-z$_][A-Za-z0-9$_]*)*$/,
  maxLength: 1000,
};

/**
 * The part of a unique identifier before `::`; what a party hint must be. Not ending in a colon
 * either, or the identifier could not be taken apart again.
 */
export const identifierString: Grammar = {
  name: "identifier without ::",
  pattern: /^(?:(?!::|:$)[A-Za-z0-9:\-_ ])+$/,
  maxLength: 185,
};

/** A SHA-256 multihash of a public key. */
export const fingerprintString: Grammar = {
  name: "fingerprint",
  pattern: /^1220[0-9a-f]{64}$/,
  maxLength: 68,
};

/** What may name a key, whether or not there can be such a key. */
export const keyNameString: Grammar = {
  name: "name of a key",
  pattern: /^(?:(?!::)[A-Za-z0-9:\-_ ])+$/,
  maxLength: 68,
};

/** `<name>::<fingerprint>`, as parties, synchronizers and participants have it. */
export const uniqueIdentifier: Grammar = {
  name: "unique identifier of the form <name>::<fingerprint>",
  pattern: /^(?:(?!::)[A-Za-z0-9:\-_ ]){1,185}::[A-Za-z0-9\-_ ]{1,68}$/,
  maxLength: 255,
};

/** Whole bytes in lowercase hex, of version 1 or 2. */
export const contractIdString: Grammar = {
  name: "contract id",
  pattern: /^(?:00(?:[0-9a-f]{2}){32,126}|01(?:[0-9a-f]{2}){12,45})$/,
  maxLength: 254,
};

/** Whole bytes in lowercase hex: the version 0, then a hash, whose length is not asked for. */
export const reassignmentIdString: Grammar = {
  name: "reassignment id",
  pattern: /^00(?:[0-9a-f]{2})*$/,
  maxLength: 254,
};

/** Whether the text has the form: not empty, not too long, and of its characters. Never throws. */
export const fits = (grammar: Grammar, text: string): boolean => {
  const { pattern, maxLength, holds, recent } = grammar;
  if (recent?.has(text) === true) return true;
  const isFit = text.length <= maxLength && pattern.test(text) && (holds?.(text) ?? true);
  if (isFit) remember(recent, text);
  return isFit;
};

const maxRecent = 1_000;

const remember = (recent: Set<string> | undefined, text: string): void => {
  if (recent === undefined) return;
  if (recent.size >= maxRecent) recent.clear();
  recent.add(text);
};

/** What a text must be to fit, as error texts have it. */
export const formOf = ({ name, pattern, maxLength }: Grammar): string =>
  `a valid ${name}, at most ${maxLength} characters like ${pattern.source}`;

/** A sentence on a text that does not fit. */
export const misfitText = (grammar: Grammar, text: string): string =>
  faultText({ expected: formOf(grammar), found: text });
