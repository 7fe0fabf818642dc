import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

import type { SigningPublicKey } from "../../../base/model/signing-keys.ts";
import {
  keyFormatNumbers,
  keySpecProtobufNumbers,
  keyUsageNumbers,
  participantPermissionNumbers,
  topologyMessageVersion,
  topologyOperationNumbers,
} from "./topology-numbers.ts";
import type {
  PartyToParticipant,
  SigningKeysAndThreshold,
  TopologyMapping,
  TopologyTransaction,
} from "./topology-transaction.ts";
import {
  writeBytesField,
  writeMessageField,
  writeTextField,
  writeTextFields,
} from "./wire-fields.ts";

/** Returns the transaction in its versioned message, which is hashed and signed. */
export const encodeTopologyTransaction = (transaction: TopologyTransaction): Uint8Array => {
  const writer = new BinaryWriter();
  writeMessageField(writer, 1, () => {
    writeNumber(writer, 1, topologyOperationNumbers[transaction.operation]);
    writeNumber(writer, 2, transaction.serial);
    writeMessageField(writer, 3, () => {
      writeMapping(writer, transaction.mapping);
    });
  });
  writeNumber(writer, 2, topologyMessageVersion);
  return writer.finish();
};

const writeMapping = (writer: BinaryWriter, mapping: TopologyMapping): void => {
  switch (mapping.kind) {
    case "namespaceDelegation":
      return writeMessageField(writer, 1, () => {
        writeTextField(writer, 1, mapping.namespace);
        writeKey(writer, 2, mapping.targetKey);
        if (mapping.mayDelegate) writeMessageField(writer, 4, () => undefined);
      });
    case "decentralizedNamespace":
      return writeMessageField(writer, 3, () => {
        writeTextField(writer, 1, mapping.namespace);
        if (mapping.threshold !== 0) writer.tag(2, WireType.Varint).int32(mapping.threshold);
        writeTextFields(writer, 3, mapping.owners);
      });
    case "partyToParticipant":
      return writeMessageField(writer, 9, () => {
        writeHosting(writer, mapping);
      });
    case "partyToKeyMapping":
      return writeMessageField(writer, 16, () => {
        writeTextField(writer, 1, mapping.party);
        writeNumber(writer, 3, mapping.signing.threshold);
        for (const key of mapping.signing.keys) writeKey(writer, 4, key);
      });
  }
};

const writeHosting = (
  writer: BinaryWriter,
  { party, threshold, hosts, signing }: PartyToParticipant,
): void => {
  writeTextField(writer, 1, party);
  writeNumber(writer, 2, threshold);
  for (const { participantId, permission } of hosts) {
    writeMessageField(writer, 3, () => {
      writeTextField(writer, 1, participantId);
      writeNumber(writer, 2, participantPermissionNumbers[permission]);
    });
  }
  if (signing !== undefined) writeSigning(writer, signing);
};

const writeSigning = (writer: BinaryWriter, { keys, threshold }: SigningKeysAndThreshold): void => {
  writeMessageField(writer, 6, () => {
    for (const key of keys) writeKey(writer, 1, key);
    writeNumber(writer, 2, threshold);
  });
};

const writeKey = (writer: BinaryWriter, fieldNumber: number, key: SigningPublicKey): void => {
  writeMessageField(writer, fieldNumber, () => {
    writeNumber(writer, 2, keyFormatNumbers.spki);
    writeBytesField(writer, 3, key.spki);
    writeBytesField(
      writer,
      5,
      Uint8Array.of(
        keyUsageNumbers.namespace,
        keyUsageNumbers.proofOfOwnership,
        keyUsageNumbers.protocol,
      ),
    );
    writeNumber(writer, 6, keySpecProtobufNumbers[key.spec]);
  });
};

const writeNumber = (writer: BinaryWriter, fieldNumber: number, number: number): void => {
  if (number !== 0) writer.tag(fieldNumber, WireType.Varint).uint32(number);
};
