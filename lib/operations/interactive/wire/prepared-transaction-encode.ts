import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { hexToBytes } from "@noble/hashes/utils.js";

import { runWithinQuota } from "../../../contracts/engine/suspension.ts";
import { BoundedWriter, type WriterByteLimit } from "./bounded-writer.ts";
import { countStepsForBytes } from "./count-steps-for-bytes.ts";
import { writeValue } from "./enriched-value-encode.ts";
import type {
  PreparedCreateNode,
  PreparedExerciseNode,
  PreparedFetchNode,
  PreparedInput,
  PreparedKey,
  PreparedMetadata,
  PreparedNode,
  PreparedNodes,
  PreparedQueryByKeyNode,
  PreparedTransaction,
} from "./prepared-transaction.ts";
import {
  writeBoolField,
  writeBytes,
  writeIdentifier,
  writeMessageField,
  writeText,
  writeTexts,
} from "./wire-fields.ts";

/**
 * Returns the protobuf message `com.daml.ledger.api.v2.interactive.PreparedTransaction`
 * (interactive-submission.md 3), with fields in the order of their numbers.
 */
export const encodePreparedTransaction = (prepared: PreparedTransaction): Uint8Array =>
  runWithinQuota(encodePreparedTransactionInSteps(prepared));

/**
 * Like {@link encodePreparedTransaction}, but with a maximum size, and as a generator, so that
 * other work can run in between: after each node, yields the number of steps that it took.
 */
export function* encodePreparedTransactionInSteps(
  { transaction, metadata }: PreparedTransaction,
  bound?: WriterByteLimit,
): Generator<number, Uint8Array> {
  const writer = new BoundedWriter(bound);
  writer.tag(1, WireType.LengthDelimited).fork();
  yield* writingNodes(writer, transaction);
  writer.join();
  writer.tag(2, WireType.LengthDelimited).fork();
  yield* writingMetadata(writer, metadata);
  writer.join();
  const encoded = writer.finish();
  if (bound !== undefined && encoded.length > bound.bytes) throw bound.tooMany();
  return encoded;
}

function* writingNodes(
  writer: BoundedWriter,
  { version, roots, nodes, seeds }: PreparedNodes,
): Generator<number, void> {
  writeText(writer, 1, version);
  writeTexts(writer, 2, roots);
  for (const [nodeId, node] of nodes) {
    const before = writer.written;
    writeMessageField(writer, 3, () => {
      writeText(writer, 1, nodeId);
      writeMessageField(writer, 1000, () => {
        writeNode(writer, node);
      });
    });
    yield countStepsForBytes(writer.written - before);
  }
  for (const [nodeId, seed] of seeds) {
    writeMessageField(writer, 4, () => {
      const number = Number(nodeId);
      if (number !== 0) writer.tag(1, WireType.Varint).int32(number);
      writeBytes(writer, 2, seed);
    });
  }
}

const writeNode = (writer: BinaryWriter, node: PreparedNode): void => {
  switch (node.kind) {
    case "create":
      return writeMessageField(writer, 1, () => {
        writeCreate(writer, node);
      });
    case "fetch":
      return writeMessageField(writer, 2, () => {
        writeFetch(writer, node);
      });
    case "exercise":
      return writeMessageField(writer, 3, () => {
        writeExercise(writer, node);
      });
    case "rollback":
      return writeMessageField(writer, 4, () => {
        writeTexts(writer, 1, node.children);
      });
    case "queryByKey":
      return writeMessageField(writer, 5, () => {
        writeQueryByKey(writer, node);
      });
  }
};

/** Writes fields 1 to 4, which most kinds of nodes share. */
const writeContract = (
  writer: BinaryWriter,
  node: PreparedCreateNode | PreparedFetchNode | PreparedExerciseNode,
): void => {
  writeText(writer, 1, node.version);
  writeText(writer, 2, node.contractId);
  writeText(writer, 3, node.packageName);
  writeIdentifier(writer, 4, node.templateId);
};

const writeCreate = (writer: BinaryWriter, node: PreparedCreateNode): void => {
  writeContract(writer, node);
  writeValue(writer, 5, node.argument);
  writeTexts(writer, 6, node.signatories);
  writeTexts(writer, 7, node.stakeholders);
  if (node.key !== undefined) writeKey(writer, 8, node.key);
};

const writeFetch = (writer: BinaryWriter, node: PreparedFetchNode): void => {
  writeContract(writer, node);
  writeTexts(writer, 5, node.signatories);
  writeTexts(writer, 6, node.stakeholders);
  writeTexts(writer, 7, node.actingParties);
  if (node.interfaceId !== undefined) writeIdentifier(writer, 8, node.interfaceId);
  if (node.key !== undefined) writeKey(writer, 9, node.key);
  writeBoolField(writer, 10, node.byKey);
};

const writeExercise = (writer: BinaryWriter, node: PreparedExerciseNode): void => {
  writeContract(writer, node);
  writeTexts(writer, 5, node.signatories);
  writeTexts(writer, 6, node.stakeholders);
  writeTexts(writer, 7, node.actingParties);
  if (node.interfaceId !== undefined) writeIdentifier(writer, 8, node.interfaceId);
  writeText(writer, 9, node.choice);
  writeValue(writer, 10, node.argument);
  writeBoolField(writer, 11, node.consuming);
  writeTexts(writer, 12, node.children);
  if (node.result !== undefined) writeValue(writer, 13, node.result);
  writeTexts(writer, 14, node.choiceObservers);
  if (node.key !== undefined) writeKey(writer, 15, node.key);
  writeBoolField(writer, 16, node.byKey);
};

const writeQueryByKey = (writer: BinaryWriter, node: PreparedQueryByKeyNode): void => {
  writeText(writer, 1, node.version);
  writeText(writer, 2, node.packageName);
  writeIdentifier(writer, 3, node.templateId);
  writeBoolField(writer, 4, node.exhaustive);
  writeKey(writer, 5, node.key);
  writeTexts(writer, 6, node.result);
};

const writeKey = (writer: BinaryWriter, fieldNumber: number, key: PreparedKey): void => {
  writeMessageField(writer, fieldNumber, () => {
    writeMessageField(writer, 1, () => {
      writeIdentifier(writer, 1, key.templateId);
      writeText(writer, 2, key.packageName);
      writeValue(writer, 3, key.value);
      writeBytes(writer, 4, hexToBytes(key.hash));
    });
    writeTexts(writer, 2, key.maintainers);
  });
};

function* writingMetadata(
  writer: BoundedWriter,
  metadata: PreparedMetadata,
): Generator<number, void> {
  writeMessageField(writer, 2, () => {
    writeTexts(writer, 1, metadata.actAs);
    writeText(writer, 2, metadata.commandId);
  });
  writeText(writer, 3, metadata.synchronizerId);
  if (metadata.mediatorGroup !== 0) writer.tag(4, WireType.Varint).uint32(metadata.mediatorGroup);
  writeText(writer, 5, metadata.transactionUuid);
  writeMicros(writer, 6, metadata.preparationTime || undefined);
  for (const input of metadata.inputContracts) {
    const before = writer.written;
    writeMessageField(writer, 7, () => {
      writeInput(writer, input);
    });
    yield countStepsForBytes(writer.written - before);
  }
  writeMicros(writer, 9, metadata.minLedgerTime);
  writeMicros(writer, 10, metadata.maxLedgerTime);
  writeMicros(writer, 11, metadata.maxRecordTime);
}

const writeInput = (
  writer: BinaryWriter,
  { contract, createdAt, eventBlob }: PreparedInput,
): void => {
  writeMessageField(writer, 1, () => {
    writeCreate(writer, contract);
  });
  writeMicros(writer, 1000, createdAt || undefined);
  writeBytes(writer, 1002, eventBlob);
};

/** Writes a time. A negative time (before 1970) is written as the unsigned number with the same bits. */
const writeMicros = (
  writer: BinaryWriter,
  fieldNumber: number,
  micros: bigint | undefined,
): void => {
  if (micros === undefined) return;
  writer.tag(fieldNumber, WireType.Varint).uint64(BigInt.asUintN(64, micros));
};
