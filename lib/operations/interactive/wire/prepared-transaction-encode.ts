import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { hexToBytes } from "@noble/hashes/utils.js";

import { runSuspendableGenerator } from "../../../contracts/engine/suspension.ts";
import { countStepsForBytes } from "./count-steps-for-bytes.ts";
import { writeEnrichedValue } from "./enriched-value-encode.ts";
import type {
  PreparedContractKey,
  PreparedCreateNode,
  PreparedExerciseNode,
  PreparedFetchNode,
  PreparedInputContract,
  PreparedMetadata,
  PreparedNode,
  PreparedNodes,
  PreparedQueryByKeyNode,
  PreparedTransaction,
} from "./prepared-transaction.ts";
import { SizeLimitedMessageWriter, type WriterByteLimit } from "./size-limited-message-writer.ts";
import {
  writeBoolField,
  writeBytesField,
  writeIdentifierField,
  writeMessageField,
  writeTextField,
  writeTextFields,
} from "./wire-fields.ts";

/**
 * Returns the protobuf message `com.daml.ledger.api.v2.interactive.PreparedTransaction`
 * (interactive-submission.md 3), with fields in the order of their numbers.
 */
export const encodePreparedTransaction = (prepared: PreparedTransaction): Uint8Array =>
  runSuspendableGenerator(encodePreparedTransactionInSteps(prepared));

/**
 * Like {@link encodePreparedTransaction}, but with a maximum size, and as a generator, so that
 * other work can run in between: after each node, yields the number of steps that it took.
 */
export function* encodePreparedTransactionInSteps(
  { transaction, metadata }: PreparedTransaction,
  bound?: WriterByteLimit,
): Generator<number, Uint8Array> {
  const writer = new SizeLimitedMessageWriter(bound);
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
  writer: SizeLimitedMessageWriter,
  { version, roots, nodes, seeds }: PreparedNodes,
): Generator<number, void> {
  writeTextField(writer, 1, version);
  writeTextFields(writer, 2, roots);
  for (const [nodeId, node] of nodes) {
    const before = writer.written;
    writeMessageField(writer, 3, () => {
      writeTextField(writer, 1, nodeId);
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
      writeBytesField(writer, 2, seed);
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
        writeTextFields(writer, 1, node.children);
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
  writeTextField(writer, 1, node.version);
  writeTextField(writer, 2, node.contractId);
  writeTextField(writer, 3, node.packageName);
  writeIdentifierField(writer, 4, node.templateId);
};

const writeCreate = (writer: BinaryWriter, node: PreparedCreateNode): void => {
  writeContract(writer, node);
  writeEnrichedValue(writer, 5, node.argument);
  writeTextFields(writer, 6, node.signatories);
  writeTextFields(writer, 7, node.stakeholders);
  if (node.key !== undefined) writeKey(writer, 8, node.key);
};

const writeFetch = (writer: BinaryWriter, node: PreparedFetchNode): void => {
  writeContract(writer, node);
  writeTextFields(writer, 5, node.signatories);
  writeTextFields(writer, 6, node.stakeholders);
  writeTextFields(writer, 7, node.actingParties);
  if (node.interfaceId !== undefined) writeIdentifierField(writer, 8, node.interfaceId);
  if (node.key !== undefined) writeKey(writer, 9, node.key);
  writeBoolField(writer, 10, node.byKey);
};

const writeExercise = (writer: BinaryWriter, node: PreparedExerciseNode): void => {
  writeContract(writer, node);
  writeTextFields(writer, 5, node.signatories);
  writeTextFields(writer, 6, node.stakeholders);
  writeTextFields(writer, 7, node.actingParties);
  if (node.interfaceId !== undefined) writeIdentifierField(writer, 8, node.interfaceId);
  writeTextField(writer, 9, node.choice);
  writeEnrichedValue(writer, 10, node.argument);
  writeBoolField(writer, 11, node.consuming);
  writeTextFields(writer, 12, node.children);
  if (node.result !== undefined) writeEnrichedValue(writer, 13, node.result);
  writeTextFields(writer, 14, node.choiceObservers);
  if (node.key !== undefined) writeKey(writer, 15, node.key);
  writeBoolField(writer, 16, node.byKey);
};

const writeQueryByKey = (writer: BinaryWriter, node: PreparedQueryByKeyNode): void => {
  writeTextField(writer, 1, node.version);
  writeTextField(writer, 2, node.packageName);
  writeIdentifierField(writer, 3, node.templateId);
  writeBoolField(writer, 4, node.exhaustive);
  writeKey(writer, 5, node.key);
  writeTextFields(writer, 6, node.result);
};

const writeKey = (writer: BinaryWriter, fieldNumber: number, key: PreparedContractKey): void => {
  writeMessageField(writer, fieldNumber, () => {
    writeMessageField(writer, 1, () => {
      writeIdentifierField(writer, 1, key.templateId);
      writeTextField(writer, 2, key.packageName);
      writeEnrichedValue(writer, 3, key.value);
      writeBytesField(writer, 4, hexToBytes(key.hash));
    });
    writeTextFields(writer, 2, key.maintainers);
  });
};

function* writingMetadata(
  writer: SizeLimitedMessageWriter,
  metadata: PreparedMetadata,
): Generator<number, void> {
  writeMessageField(writer, 2, () => {
    writeTextFields(writer, 1, metadata.actAs);
    writeTextField(writer, 2, metadata.commandId);
  });
  writeTextField(writer, 3, metadata.synchronizerId);
  if (metadata.mediatorGroup !== 0) writer.tag(4, WireType.Varint).uint32(metadata.mediatorGroup);
  writeTextField(writer, 5, metadata.transactionUuid);
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
  { contract, createdAt, eventBlob }: PreparedInputContract,
): void => {
  writeMessageField(writer, 1, () => {
    writeCreate(writer, contract);
  });
  writeMicros(writer, 1000, createdAt || undefined);
  writeBytesField(writer, 1002, eventBlob);
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
