import { ledgerError } from "../errors/ledger-error.ts";
import { contractIdString, fits } from "../identifiers/identifier-syntax.ts";
import type { ContractId } from "../identifiers/identifiers.ts";

/** The parts of a contract id, in hex (daml-lf.md 17.2). */
export interface ContractIdParts {
  readonly version: "V1" | "V2";
  /** V1: the 32-byte discriminator; V2: the 12-byte local part. */
  readonly local: string;
  /** V1: up to 94 bytes; V2: up to 33 bytes; empty for a contract that has left no transaction yet. */
  readonly suffix: string;
}

const localEnd = { V1: 2 + 2 * 32, V2: 2 + 2 * 12 } as const;

/** Undefined for anything but the lowercase hex of a version 1 or version 2 contract id. */
export const parseContractId = (written: string): ContractIdParts | undefined => {
  if (!fits(contractIdString, written)) return undefined;
  const version = written.startsWith("00") ? "V1" : "V2";
  const end = localEnd[version];
  return { version, local: written.slice(2, end), suffix: written.slice(end) };
};

/**
 * Whether a well-formed contract id is one of a contract that has left its transaction: it has a
 * suffix, and of version 2 an absolute one.
 */
export const isFinal = (contractId: ContractId): boolean => {
  const version = contractId.startsWith("00") ? "V1" : "V2";
  const end = localEnd[version];
  return contractId.length > end && (version === "V1" || isAbsolute(contractId.slice(end)));
};

/**
 * Whether a final id is of a kind that ledgers have given to contracts: of version 1 by what is hashed,
 * with a hash of SHA-256; of version 2 by how its suffix begins (daml-lf.md 17.2).
 */
export const isOfKnownKind = (contractId: ContractId): boolean =>
  /^00[0-9a-f]{64}ca1[0-2]1220[0-9a-f]{64}$|^01[0-9a-f]{24}[08]0/.test(contractId);

/**
 * Version 1 before version 2, then by bytes (daml-lf.md 10.4–10.5). Raises CONTRACT_ID_COMPARABILITY
 * where the answer would depend on a suffix that is not known yet.
 */
export const compareContractIds = (left: ContractId, right: ContractId): number => {
  if (left === right) return 0;
  const a = parts(left);
  const b = parts(right);
  if (a.version !== b.version) return a.version < b.version ? -1 : 1;
  if (a.local !== b.local) return a.local < b.local ? -1 : 1;
  if (isOpen(a) || isOpen(b)) throw incomparable(left, right);
  return a.suffix < b.suffix ? -1 : 1;
};

/** Another suffix may replace this one when the contract gets its final id. */
const isOpen = ({ version, suffix }: ContractIdParts): boolean =>
  suffix === "" || (version === "V2" && !isAbsolute(suffix));

/** Suffixes of version 2 are relative to the transaction before they are absolute. */
const isAbsolute = (suffix: string): boolean => Number.parseInt(suffix.slice(0, 2), 16) >= 0x80;

const parts = (contractId: ContractId): ContractIdParts =>
  parseContractId(contractId) ?? { version: "V1", local: contractId, suffix: "ff" };

const incomparable = (left: ContractId, right: ContractId) =>
  ledgerError("CONTRACT_ID_COMPARABILITY", {
    cause: `The contract ids ${left} and ${right} cannot be compared: one of them is not final.`,
    resources: [
      ["CONTRACT_ID", left],
      ["CONTRACT_ID", right],
    ],
  });
