import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Micros, ParticipantId, Party } from "../model/identifiers.ts";
import { GrowingBytes } from "../values/growing-bytes.ts";

/**
 * From the seed of a submission to all that looks random in its transaction (daml-lf.md 17.1). The
 * same inputs always give the same bytes. Every seed has 32 bytes.
 */

const buffer = new GrowingBytes(1024);

/** The seed of a transaction's root context. */
export const transactionSeed = (
  submissionSeed: Uint8Array,
  participantId: ParticipantId,
  preparationTime: Micros,
): Uint8Array => {
  buffer.clear();
  buffer.string(participantId);
  buffer.int64(preparationTime);
  return hmac(sha256, submissionSeed, buffer.written());
};

/**
 * The seeds of the action nodes in one context (the roots, or the children of an exercise), in the
 * order of execution. Rollback scopes draw from the context around them and give nothing back.
 */
export class NodeSeeds {
  readonly #mac: ReturnType<typeof hmac.create>;
  #next = 0;

  constructor(contextSeed: Uint8Array) {
    this.#mac = hmac.create(sha256, contextSeed);
  }

  next(): Uint8Array {
    return this.at(this.#next++);
  }

  /** The seed of the action node with this index in the context: 0, 1, 2 … */
  at(index: number): Uint8Array {
    buffer.clear();
    buffer.int32(index);
    return this.#mac.clone().update(buffer.written()).digest();
  }
}

/** The part of a version 1 contract id that is known when the create node is made; 32 bytes. */
export const contractDiscriminator = (
  nodeSeed: Uint8Array,
  preparationTime: Micros,
  stakeholders: readonly Party[],
): Uint8Array => {
  buffer.clear();
  buffer.int64(preparationTime);
  buffer.int32(stakeholders.length);
  for (const stakeholder of stakeholders) buffer.string(stakeholder);
  return hmac(sha256, nodeSeed, buffer.written());
};

/** The salts of the contracts of one submission, in the order of their creation. */
export class ContractSalts {
  readonly #mac: ReturnType<typeof hmac.create>;
  #next = 0;

  constructor(submissionSeed: Uint8Array) {
    this.#mac = hmac.create(sha256, submissionSeed).update(purpose);
  }

  next(): Uint8Array {
    buffer.clear();
    buffer.int32(this.#next++);
    return this.#mac.clone().update(buffer.written()).digest();
  }
}

// Keeps salts apart from every seed that is drawn from the same submission seed.
const purpose = new TextEncoder().encode("contract salt");
