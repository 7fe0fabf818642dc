import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { Micros, ParticipantId, Party, UpdateId } from "../../base/identifiers/identifiers.ts";
import {
  computeSha256Digest,
  computeSha256HexDigest,
  computeSha256HexHmac,
  computeSha256Hmac,
} from "../../base/values/digest.ts";
import { GrowingByteWriter } from "../../base/values/growing-bytes.ts";
import { concatFlatString } from "../../base/values/text.ts";

/*
 * The functions below derive the pseudo-random data of a transaction from the seed of its submission
 * (daml-lf.md 17.1): the same inputs always give the same bytes. Every seed has 32 bytes.
 */

/** Buffer for the seeds, discriminators and salts below. */
const hashInputBuffer = new GrowingByteWriter(1024);

/** Returns the seed of a transaction's root context. */
export const deriveTransactionSeed = (
  submissionSeed: Uint8Array,
  participantId: ParticipantId,
  preparationTime: Micros,
): Uint8Array => {
  hashInputBuffer.clear();
  hashInputBuffer.writeString(participantId);
  hashInputBuffer.writeInt64(preparationTime);
  return computeSha256Hmac(submissionSeed, hashInputBuffer.getWrittenBytes());
};

/**
 * Seeds of the action nodes in one context (the roots, or the children of an exercise), in order of
 * execution. Rollback scopes use the seeds of the surrounding context. A rolled-back node's seed is not
 * used again.
 */
export class NodeSeeds {
  readonly #contextSeed: Uint8Array;
  #next = 0;

  constructor(contextSeed: Uint8Array) {
    this.#contextSeed = contextSeed;
  }

  next(): Uint8Array {
    return this.deriveSeed(this.#next++);
  }

  /** Returns the seed of the action node with this index in the context, from 0. */
  deriveSeed(index: number): Uint8Array {
    hashInputBuffer.clear();
    hashInputBuffer.writeInt32(index);
    return computeSha256Hmac(this.#contextSeed, hashInputBuffer.getWrittenBytes());
  }
}

/** Returns the discriminator of a version 1 contract id: 64 hexadecimal digits. */
export const deriveContractIdDiscriminator = (
  nodeSeed: Uint8Array,
  preparationTime: Micros,
  stakeholders: readonly Party[],
): string => {
  hashInputBuffer.clear();
  hashInputBuffer.writeInt64(preparationTime);
  hashInputBuffer.writeInt32(stakeholders.length);
  for (const stakeholder of stakeholders) hashInputBuffer.writeString(stakeholder);
  return computeSha256HexHmac(nodeSeed, hashInputBuffer.getWrittenBytes());
};

/** Salts of the contracts of one submission, in order of creation. */
export class ContractSalts {
  readonly #submissionSeed: Uint8Array;
  #next = 0;

  constructor(submissionSeed: Uint8Array) {
    this.#submissionSeed = submissionSeed;
  }

  next(): Uint8Array {
    hashInputBuffer.clear();
    hashInputBuffer.writeRawBytes(contractSaltPurpose);
    hashInputBuffer.writeInt32(this.#next++);
    return computeSha256Digest(this.#submissionSeed, hashInputBuffer.getWrittenBytes());
  }
}

// Makes salts differ from all other values that are derived from the submission seed.
const contractSaltPurpose = new TextEncoder().encode("contract salt");

/*
 * The functions below derive ids from the seed of a decision. Different purposes give unrelated ids,
 * and no id reveals the seed. Callers pass one of a few constant purposes.
 */

/** Returns a UUID with the format of version 4. */
export const deriveUuid = (seed: Uint8Array, purpose: string): string => {
  const hex = deriveHexDigits(seed, purpose);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return concatFlatString(
    `${hex.slice(0, 8)}-`,
    `${hex.slice(8, 12)}-4`,
    `${hex.slice(13, 16)}-${variant}`,
    `${hex.slice(17, 20)}-`,
    hex.slice(20, 32),
  );
};

/** Returns the id of the update that the decision adds to the ledger. */
export const deriveUpdateId = (seed: Uint8Array, purpose: string): UpdateId =>
  concatFlatString("1220", deriveHexDigits(seed, purpose));

/** Returns the id of the reassignment that the decision begins: the version 0, then a hash. */
export const deriveReassignmentId = (seed: Uint8Array): string =>
  concatFlatString("001220", deriveHexDigits(seed, "reassignment id"));

/** Returns 64 hexadecimal digits. */
const deriveHexDigits = (seed: Uint8Array, purpose: string): string =>
  computeSha256HexDigest(seed, encodePurpose(purpose));

const purposeBytesCache = new Map<string, Uint8Array>();

const encodePurpose = (purpose: string): Uint8Array => {
  let bytes = purposeBytesCache.get(purpose);
  if (bytes === undefined) {
    bytes = utf8ToBytes(purpose);
    purposeBytesCache.set(purpose, bytes);
  }
  return bytes;
};
