import type { BinaryReader } from "@bufbuild/protobuf/wire";

import { isLedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { partyIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { Micros, Party } from "../../../base/identifiers/identifiers.ts";
import { createPartySet } from "../../../base/model/party-set.ts";
import { defaultMaxNesting } from "../../../base/values/value-error.ts";
import {
  computeLengthDelimitedFieldTag,
  computeVarintFieldTag,
  createMalformedBytesError,
} from "../../../base/values/wire-message.ts";
import { decodePreparedNode, readPreparedCreateNode } from "./prepared-node-decode.ts";
import type {
  PreparedCreateNode,
  PreparedInputContract,
  PreparedMetadata,
  PreparedNode,
  PreparedNodeId,
  PreparedNodes,
  PreparedTransaction,
} from "./prepared-transaction.ts";
import {
  readProtobufMessage,
  requireMessagePart,
  requireTextMatchesGrammar,
} from "./wire-fields.ts";

/**
 * Raises INVALID_ARGUMENT unless the bytes are a protobuf message whose transaction and metadata
 * are messages, too. Their content is not checked. Separate, because a participant's JSON layer
 * makes this check before the caller's claims are checked.
 */
export const requirePreparedTransactionProtobuf = (bytes: Uint8Array): void => {
  try {
    readProtobufMessage(bytes, (tag, reader) => {
      if (tag !== computeLengthDelimitedFieldTag(1) && tag !== computeLengthDelimitedFieldTag(2)) {
        return false;
      }
      readProtobufMessage(reader.bytes(), () => false);
      return true;
    });
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    const { cause } = error.details;
    throw ledgerError("INVALID_ARGUMENT", { cause, path: "preparedTransaction", layer: "json" });
  }
};

/**
 * Reads a message PreparedTransaction, which any program may have written: skips unknown fields,
 * and accepts fields in any order. Returns acting parties and input contracts in the order in which
 * they are hashed. Does not check that the nodes form trees, or that values have the right types.
 * Linear.
 *
 * Raises INVALID_ARGUMENT, also for duplicate nodes and input contracts; VALUE_NESTING.
 */
export const decodePreparedTransaction = (
  bytes: Uint8Array,
  maxNesting: number = defaultMaxNesting,
): PreparedTransaction => {
  let transaction: PreparedNodes | undefined;
  let metadata: PreparedMetadata | undefined;
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      transaction = readNodes(reader.bytes(), maxNesting);
    } else if (tag === computeLengthDelimitedFieldTag(2)) {
      metadata = readMetadata(reader.bytes(), maxNesting);
    } else {
      return false;
    }
    return true;
  });
  return {
    transaction: requireMessagePart("the transaction", transaction),
    metadata: requireMessagePart("the metadata", metadata),
  };
};

const readNodes = (bytes: Uint8Array, maxNesting: number): PreparedNodes => {
  let version = "";
  const roots: PreparedNodeId[] = [];
  const nodes = new Map<PreparedNodeId, PreparedNode>();
  const seeds = new Map<PreparedNodeId, Uint8Array>();
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      version = reader.string(true);
    } else if (tag === computeLengthDelimitedFieldTag(2)) {
      roots.push(reader.string(true));
    } else if (tag === computeLengthDelimitedFieldTag(3)) {
      addOnce(nodes, "node", readIdAndNode(reader, maxNesting));
    } else if (tag === computeLengthDelimitedFieldTag(4)) {
      addOnce(seeds, "seed of node", readSeed(reader.bytes()));
    } else {
      return false;
    }
    return true;
  });
  return { version, roots, nodes, seeds };
};

const addOnce = <Item>(
  items: Map<string, Item>,
  what: string,
  [id, item]: readonly [string, Item],
): void => {
  if (items.has(id)) throw createMalformedBytesError(`the ${what} ${id} is present twice`);
  items.set(id, item);
};

const readIdAndNode = (
  reader: BinaryReader,
  maxNesting: number,
): readonly [PreparedNodeId, PreparedNode] => {
  let nodeId: PreparedNodeId | undefined;
  let node: PreparedNode | undefined;
  readProtobufMessage(reader.bytes(), (tag, inner) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      nodeId = inner.string(true);
    } else if (tag === computeLengthDelimitedFieldTag(1000)) {
      node = decodePreparedNode(inner.bytes(), maxNesting);
    } else {
      return false;
    }
    return true;
  });
  return [
    requireMessagePart("the id of a node", nodeId),
    requireMessagePart("the content of a node", node),
  ];
};

const readSeed = (bytes: Uint8Array): readonly [PreparedNodeId, Uint8Array] => {
  let nodeId = 0;
  let seed: Uint8Array | undefined;
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeVarintFieldTag(1)) nodeId = reader.int32();
    else if (tag === computeLengthDelimitedFieldTag(2)) seed = reader.bytes().slice();
    else return false;
    return true;
  });
  if (seed?.length !== 32) {
    throw createMalformedBytesError(`the seed of node ${nodeId} does not have 32 bytes`);
  }
  return [String(nodeId), seed];
};

type ScalarMetadata = {
  -readonly [Property in keyof PreparedMetadata]?: PreparedMetadata[Property];
};

const readMetadata = (bytes: Uint8Array, maxNesting: number): PreparedMetadata => {
  const submitter: SubmitterInfo = { actAs: [], commandId: "" };
  const inputs = new Map<string, PreparedInputContract>();
  const terms: ScalarMetadata = {};
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(2)) {
      readSubmitter(reader.bytes(), submitter);
    } else if (tag === computeLengthDelimitedFieldTag(7)) {
      const input = readInput(reader.bytes(), maxNesting);
      addOnce(inputs, "input contract", [input.contract.contractId, input]);
    } else {
      return readScalarField(tag, reader, terms);
    }
    return true;
  });
  return {
    synchronizerId: "",
    mediatorGroup: 0,
    transactionUuid: "",
    preparationTime: 0n,
    ...terms,
    actAs: createPartySet(submitter.actAs),
    commandId: submitter.commandId,
    inputContracts: [...inputs.values()].sort(compareByContractId),
  };
};

/** Reads a field that is a single number or text. Returns false for any other field. */
const readScalarField = (tag: number, reader: BinaryReader, terms: ScalarMetadata): boolean => {
  switch (tag) {
    case computeLengthDelimitedFieldTag(3):
      terms.synchronizerId = reader.string(true);
      return true;
    case computeVarintFieldTag(4):
      terms.mediatorGroup = reader.uint32();
      return true;
    case computeLengthDelimitedFieldTag(5):
      terms.transactionUuid = reader.string(true);
      return true;
    case computeVarintFieldTag(6):
      terms.preparationTime = readMicros(reader);
      return true;
    case computeVarintFieldTag(9):
      terms.minLedgerTime = readMicros(reader);
      return true;
    case computeVarintFieldTag(10):
      terms.maxLedgerTime = readMicros(reader);
      return true;
    case computeVarintFieldTag(11):
      terms.maxRecordTime = readMicros(reader);
      return true;
    default:
      return false;
  }
};

interface SubmitterInfo {
  actAs: Party[];
  commandId: string;
}

const readSubmitter = (bytes: Uint8Array, submitter: SubmitterInfo): void => {
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      submitter.actAs.push(requireTextMatchesGrammar(partyIdGrammar, reader.string(true)));
    } else if (tag === computeLengthDelimitedFieldTag(2)) {
      submitter.commandId = reader.string(true);
    } else {
      return false;
    }
    return true;
  });
};

const readInput = (bytes: Uint8Array, maxNesting: number): PreparedInputContract => {
  let contract: PreparedCreateNode | undefined;
  let createdAt = 0n;
  let eventBlob: Uint8Array = new Uint8Array();
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      contract = readPreparedCreateNode(reader.bytes(), maxNesting);
    } else if (tag === computeVarintFieldTag(1000)) {
      createdAt = readMicros(reader);
    } else if (tag === computeLengthDelimitedFieldTag(1002)) {
      eventBlob = reader.bytes();
    } else {
      return false;
    }
    return true;
  });
  return { contract: requireMessagePart("an input contract", contract), createdAt, eventBlob };
};

const readMicros = (reader: BinaryReader): Micros => BigInt.asIntN(64, BigInt(reader.uint64()));

const compareByContractId = (left: PreparedInputContract, right: PreparedInputContract): number =>
  left.contract.contractId < right.contract.contractId ? -1 : 1;
