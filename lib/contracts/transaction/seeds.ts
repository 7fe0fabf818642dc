import type { Micros, ParticipantId, Party } from "../../base/identifiers/identifiers.ts";
import { digestOf, keyedDigestOf, keyedHexDigestOf } from "../../base/values/digest.ts";
import { GrowingBytes } from "../../base/values/growing-bytes.ts";

/**
 * Derives all pseudo-random data of a transaction from the seed of its submission (daml-lf.md 17.1). The
 * same inputs always give the same bytes. Every seed has 32 bytes.
 */

const buffer = new GrowingBytes(1024);

/** Returns the seed of a transaction's root context. */
export const transactionSeed = (
  submissionSeed: Uint8Array,
  participantId: ParticipantId,
  preparationTime: Micros,
): Uint8Array => {
  buffer.clear();
  buffer.string(participantId);
  buffer.int64(preparationTime);
  return keyedDigestOf(submissionSeed, buffer.written());
};

/**
 * Seeds of the action nodes in one context (the roots, or the children of an exercise), in order of
 * execution. Rollback scopes use the seeds of the surrounding context, and a rollback does not return them.
 */
export class NodeSeeds {
  readonly #contextSeed: Uint8Array;
  #next = 0;

  constructor(contextSeed: Uint8Array) {
    this.#contextSeed = contextSeed;
  }

  next(): Uint8Array {
    return this.at(this.#next++);
  }

  /** Returns the seed of the action node with this index in the context, from 0. */
  at(index: number): Uint8Array {
    buffer.clear();
    buffer.int32(index);
    return keyedDigestOf(this.#contextSeed, buffer.written());
  }
}

/**
 * Returns the part of a version 1 contract id that is known when the create node is made; 64 hexadecimal
 * digits.
 */
export const contractDiscriminator = (
  nodeSeed: Uint8Array,
  preparationTime: Micros,
  stakeholders: readonly Party[],
): string => {
  buffer.clear();
  buffer.int64(preparationTime);
  buffer.int32(stakeholders.length);
  for (const stakeholder of stakeholders) buffer.string(stakeholder);
  return keyedHexDigestOf(nodeSeed, buffer.written());
};

/** Salts of the contracts of one submission, in order of creation. */
export class ContractSalts {
  readonly #submissionSeed: Uint8Array;
  #next = 0;

  constructor(submissionSeed: Uint8Array) {
    this.#submissionSeed = submissionSeed;
  }

  next(): Uint8Array {
    buffer.clear();
    buffer.raw(purpose);
    buffer.int32(this.#next++);
    return digestOf(this.#submissionSeed, buffer.written());
  }
}

// Separates salts from all other seeds derived from the submission seed.
const purpose = new TextEncoder().encode("contract salt");
