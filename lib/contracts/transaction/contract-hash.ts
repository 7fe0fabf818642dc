import { ledgerError } from "../../base/errors/ledger-error.ts";
import {
  type KeyHash,
  type PackageName,
  type QualifiedName,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import { digestOf, hexDigestOf } from "../../base/values/digest.ts";
import { findContractId } from "../../base/values/find-contract-id.ts";
import { GrowingBytes } from "../../base/values/growing-bytes.ts";
import type { Shape } from "../../base/values/shape.ts";
import type { Value } from "../../base/values/value.ts";
import { type UntypedScheme, writeUntyped } from "./untyped-hashing.ts";
import { hashWriterOf, qualifiedNameBytes } from "./value-hashing.ts";

/** The content that the hash of a contract commits to. */
export interface ContractContent {
  readonly packageName: PackageName;
  /** The template's name. */
  readonly qualifiedName: QualifiedName;
  readonly argument: Value;
  readonly shape: Shape;
}

/** The content that the hash of a contract key commits to. */
export interface KeyContent {
  readonly packageName: PackageName;
  /** The template's name. */
  readonly qualifiedName: QualifiedName;
  readonly key: Value;
  readonly shape: Shape;
}

/**
 * The content that contract hashes before protocol version 34 commit to: also the package id, but no types.
 */
export interface UntypedContent {
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly argument: Value;
}

const contractPurpose = Uint8Array.of(0x03, 0x05);
const keyPurpose = Uint8Array.of(0x03, 0x09, 0x01);

// Hashing is synchronous and not reentrant, so one buffer is enough.
const buffer = new GrowingBytes(4096);

/**
 * Returns the TypedNormalForm hash of a contract: 32 bytes (daml-lf.md 17.3). It depends on the package
 * name but not on the package id or on trailing None, so upgrading a contract does not change it.
 */
export const contractHash = (content: ContractContent): Uint8Array => {
  begin(contractPurpose, content);
  hashWriterOf(content.shape)(content.argument, buffer);
  return digestOf(buffer.written());
};

/**
 * Returns the hash of a contract as participants computed it before protocol version 34: 32 bytes
 * (daml-lf.md 17.3).
 */
export const untypedContractHash = (scheme: UntypedScheme, content: UntypedContent): Uint8Array => {
  const { packageId, qualifiedName } = splitTypeId(content.templateId);
  buffer.clear();
  buffer.raw(untypedPurposes[scheme]);
  buffer.string(content.packageName);
  buffer.string(packageId);
  buffer.raw(qualifiedNameBytes(qualifiedName));
  writeUntyped(scheme, content.argument, buffer);
  return digestOf(buffer.written());
};

const untypedPurposes: Readonly<Record<UntypedScheme, Uint8Array>> = {
  legacy: Uint8Array.of(0x00, 0x05),
  upgradeFriendly: Uint8Array.of(0x01, 0x05),
};

/** Returns the hash by which a contract key is looked up. Raises CONTRACT_ID_IN_CONTRACT_KEY. */
export const contractKeyHash = (content: KeyContent): KeyHash => {
  if (findContractId(content.key, () => true) !== undefined) {
    throw ledgerError("CONTRACT_ID_IN_CONTRACT_KEY", {
      cause: `A contract id is part of a key of ${content.qualifiedName}; keys may hold none.`,
    });
  }
  begin(keyPurpose, content);
  hashWriterOf(content.shape)(content.key, buffer);
  return hexDigestOf(buffer.written());
};

const begin = (
  purpose: Uint8Array,
  template: { readonly packageName: PackageName; readonly qualifiedName: QualifiedName },
): void => {
  buffer.clear();
  buffer.raw(purpose);
  buffer.string(template.packageName);
  buffer.raw(qualifiedNameBytes(template.qualifiedName));
};
