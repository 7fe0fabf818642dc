import type { Micros, ParticipantId, Party } from "../../base/identifiers/identifiers.ts";
import { digestOf, keyedDigestOf, keyedHexDigestOf } from "../../base/values/digest.ts";
import { GrowingBytes } from "../../base/values/growing-bytes.ts";

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
  return keyedDigestOf(submissionSeed, buffer.written());
};

/**
 * The seeds of the action nodes in one context (the roots, or the children of an exercise), in the
 * order of execution. Rollback scopes draw from the context around them and give nothing back.
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

  /** The seed of the action node with this index in the context: 0, 1, 2 … */
  at(index: number): Uint8Array {
    buffer.clear();
    buffer.int32(index);
    return keyedDigestOf(this.#contextSeed, buffer.written());
  }
}

/** The part of a version 1 contract id that is known when the create node is made; 64 hexadecimal digits. */
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

/** The salts of the contracts of one submission, in the order of their creation. */
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

// Keeps salts apart from every seed that is drawn from the same submission seed.
const purpose = new TextEncoder().encode("contract salt");
