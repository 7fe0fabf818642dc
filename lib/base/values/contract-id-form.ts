import { ledgerError } from "../errors/ledger-error.ts";
import { contractIdGrammar, matchesGrammar } from "../identifiers/identifier-syntax.ts";
import type { ContractId } from "../identifiers/identifiers.ts";

/** The parts of a contract id, in hex (daml-lf.md 17.2). */
export interface ContractIdParts {
  readonly version: "V1" | "V2";
  /** Version 1: the discriminator, 32 bytes. Version 2: the local part, 12 bytes. */
  readonly local: string;
  /**
   * Version 1: up to 94 bytes. Version 2: up to 33 bytes. Empty for a contract whose transaction is
   * not finished.
   */
  readonly suffix: string;
}

const localEnd = { V1: 2 + 2 * 32, V2: 2 + 2 * 12 } as const;

/**
 * Splits a contract id of version 1 or 2 in lowercase hex. Returns undefined for any other text.
 */
export const splitContractId = (written: string): ContractIdParts | undefined => {
  if (!matchesGrammar(contractIdGrammar, written)) return undefined;
  const version = written.startsWith("00") ? "V1" : "V2";
  const end = localEnd[version];
  return { version, local: written.slice(2, end), suffix: written.slice(end) };
};

/**
 * Returns true if a well-formed id is final, because its transaction is finished: then it has a
 * suffix, which in version 2 must be absolute.
 */
export const isFinalContractId = (contractId: ContractId): boolean => {
  const version = contractId.startsWith("00") ? "V1" : "V2";
  const end = localEnd[version];
  return contractId.length > end && (version === "V1" || isAbsolute(contractId.slice(end)));
};

/**
 * Returns true if a final id has a format that ledgers use. In version 1, the suffix must have a
 * known hash version and a SHA-256 hash; in version 2, it must have a known first byte (daml-lf.md
 * 17.2).
 */
export const hasKnownContractIdFormat = (contractId: ContractId): boolean =>
  /^00[0-9a-f]{64}ca1[0-2]1220[0-9a-f]{64}$|^01[0-9a-f]{24}[08]0/.test(contractId);

/**
 * Compares contract ids: version 1 before version 2, then by bytes (daml-lf.md 10.4–10.5). Raises
 * CONTRACT_ID_COMPARABILITY if the result would depend on a suffix that is not known yet.
 */
export const compareContractIds = (left: ContractId, right: ContractId): number => {
  if (left === right) return 0;
  const a = getContractIdParts(left);
  const b = getContractIdParts(right);
  if (a.version !== b.version) return a.version < b.version ? -1 : 1;
  if (a.local !== b.local) return a.local < b.local ? -1 : 1;
  if (isNotFinal(a) || isNotFinal(b)) throw incomparableIdsError(left, right);
  return a.suffix < b.suffix ? -1 : 1;
};

/** Returns true if the id is not final, so that its suffix will still change. */
const isNotFinal = ({ version, suffix }: ContractIdParts): boolean =>
  suffix === "" || (version === "V2" && !isAbsolute(suffix));

/**
 * Returns true for an absolute suffix of version 2. Until the transaction is finished, suffixes are
 * relative.
 */
const isAbsolute = (suffix: string): boolean => Number.parseInt(suffix.slice(0, 2), 16) >= 0x80;

const getContractIdParts = (contractId: ContractId): ContractIdParts =>
  splitContractId(contractId) ?? { version: "V1", local: contractId, suffix: "ff" };

const incomparableIdsError = (left: ContractId, right: ContractId) =>
  ledgerError("CONTRACT_ID_COMPARABILITY", {
    cause: `The contract ids ${left} and ${right} cannot be compared: one of them is not final.`,
    resources: [
      ["CONTRACT_ID", left],
      ["CONTRACT_ID", right],
    ],
  });
