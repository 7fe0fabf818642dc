import { isLedgerError } from "../../base/errors/ledger-error.ts";
import {
  type ContractId,
  type KeyHash,
  type Micros,
  type Party,
  splitTypeId,
} from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { splitContractId } from "../../base/values/contract-id-form.ts";
import { computeSha256HexDigest } from "../../base/values/digest.ts";
import { GrowingByteWriter } from "../../base/values/growing-bytes.ts";
import type { ValueShape } from "../../base/values/shape.ts";
import { concatFlatString } from "../../base/values/text.ts";
import {
  computeContractHash,
  computeContractKeyHash,
  computeUntypedContractHash,
} from "./contract-hash.ts";
import type { UntypedHashingScheme } from "./untyped-hashing.ts";

/** The properties of a contract that its id contains a hash of (daml-lf.md 17.4). */
export interface ContractIdHashContent {
  /** 32 bytes. */
  readonly contractHash: Uint8Array;
  /** 32 bytes. */
  readonly salt: Uint8Array;
  readonly createdAt: Micros;
  /** Sorted. */
  readonly signatories: readonly Party[];
  /** Stakeholders that are not signatories; sorted. */
  readonly observers: readonly Party[];
  readonly key?: { readonly hash: KeyHash; readonly maintainers: readonly Party[] } | undefined;
}

/** The types that are needed to check a contract against its id. */
export interface ContractIdCheckShapes {
  readonly argument: ValueShape;
  /** Needed for contracts with a key. */
  readonly key?: ValueShape;
}

/** Prefix of ids that contain the TypedNormalForm hash. */
const typedNormalFormPrefix = "ca12";
/** Id formats before protocol version 34. */
const untypedSchemeByPrefix: ReadonlyMap<string, UntypedHashingScheme> = new Map([
  ["ca10", "legacy"],
  ["ca11", "upgradeFriendly"],
]);
const sha256Multihash = "1220";
const unicumPurpose = 29;

const contractIdInputBuffer = new GrowingByteWriter(1024);

/**
 * Returns a version 1 contract id: the discriminator, in hexadecimal digits, followed by the unicum,
 * which is a hash of the commitment (daml-lf.md 17.2).
 */
export const createContractId = (
  discriminator: string,
  commitment: ContractIdHashContent,
): ContractId =>
  concatFlatString(
    "00",
    discriminator,
    typedNormalFormPrefix,
    sha256Multihash,
    computeUnicum(commitment),
  );

/**
 * Returns true if the contract matches its id. The unicum covers neither the package id nor the
 * discriminator. So the caller must look up the types by the template id, and must check that a
 * contract with this id is active. Returns false for contracts of other types and for ids of other
 * formats, such as version 2, because participants do not accept them. Never throws.
 */
export const isContractIdAuthentic = (
  contract: Contract,
  shapes: ContractIdCheckShapes,
): boolean => {
  const parts = splitContractId(contract.contractId);
  if (parts?.version !== "V1") return false;
  const format = parts.suffix.slice(0, typedNormalFormPrefix.length);
  try {
    return (
      hasAuthenticKey(contract, shapes) &&
      parts.suffix ===
        `${format}${sha256Multihash}${computeExpectedUnicum(contract, shapes, format)}`
    );
  } catch (error) {
    if (isLedgerError(error)) return false;
    throw error;
  }
};

/** Returns the unicum of the contract; undefined for unknown formats. */
const computeExpectedUnicum = (
  contract: Contract,
  shapes: ContractIdCheckShapes,
  format: string,
): string | undefined => {
  const { qualifiedName } = splitTypeId(contract.templateId);
  // Compute this hash even if the id contains another one: it throws for an argument of another
  // type, and then the contract is invalid.
  const typed = computeContractHash({ ...contract, qualifiedName, shape: shapes.argument });
  if (format === typedNormalFormPrefix) return computeUnicum({ ...contract, contractHash: typed });
  const scheme = untypedSchemeByPrefix.get(format);
  return (
    scheme &&
    computeUnicum({ ...contract, contractHash: computeUntypedContractHash(scheme, contract) })
  );
};

/** Returns true if the key's hash matches the key. The unicum depends only on the hash. */
const hasAuthenticKey = (contract: Contract, shapes: ContractIdCheckShapes): boolean => {
  const { key, packageName, templateId } = contract;
  if (key === undefined) return true;
  if (shapes.key === undefined) return false;
  const { qualifiedName } = splitTypeId(templateId);
  return (
    key.hash ===
    computeContractKeyHash({ packageName, qualifiedName, key: key.value, shape: shapes.key })
  );
};

const computeUnicum = (commitment: ContractIdHashContent): string => {
  const { salt, createdAt, signatories, observers, key } = commitment;
  contractIdInputBuffer.clear();
  contractIdInputBuffer.writeInt32(unicumPurpose);
  contractIdInputBuffer.writeRawBytes(salt);
  writeTime(createdAt);
  writePartiesWithLength(signatories);
  writePartiesWithLength(observers);
  contractIdInputBuffer.writeByte(key === undefined ? 0 : 1);
  if (key !== undefined) contractIdInputBuffer.writeRawHex(key.hash);
  const start = contractIdInputBuffer.beginLength();
  contractIdInputBuffer.writeByte(key === undefined ? 0 : 1);
  if (key !== undefined) writeParties(key.maintainers);
  contractIdInputBuffer.endLength(start);
  contractIdInputBuffer.writeRawBytes(commitment.contractHash);
  return computeSha256HexDigest(contractIdInputBuffer.getWrittenBytes());
};

/** Writes the time as whole seconds, rounded down, and remaining nanoseconds. */
const writeTime = (time: Micros): void => {
  if (time !== latest.time) {
    const seconds = floorDivide(time, 1_000_000n);
    latest = { time, seconds, nanos: Number(time - seconds * 1_000_000n) * 1000 };
  }
  contractIdInputBuffer.writeInt64(latest.seconds);
  contractIdInputBuffer.writeInt32(latest.nanos);
};

/** Cache of the last result, because consecutive contracts often have the same time. */
let latest: { readonly time: Micros; readonly seconds: bigint; readonly nanos: number } = {
  time: 0n,
  seconds: 0n,
  nanos: 0,
};

const writeParties = (names: readonly Party[]): void => {
  contractIdInputBuffer.writeInt32(names.length);
  for (const name of names) contractIdInputBuffer.writeString(name);
};

const writePartiesWithLength = (names: readonly Party[]): void => {
  const start = contractIdInputBuffer.beginLength();
  writeParties(names);
  contractIdInputBuffer.endLength(start);
};

const floorDivide = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
};
