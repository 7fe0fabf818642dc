import type { BinaryReader } from "@bufbuild/protobuf/wire";

import { isLedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { partyIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { Micros, Party } from "../../../base/identifiers/identifiers.ts";
import { partySet } from "../../../base/model/party-set.ts";
import { defaultMaxNesting } from "../../../base/values/value-error.ts";
import {
  lengthDelimitedTag,
  malformedBytesError,
  varintTag,
} from "../../../base/values/wire-message.ts";
import { readCreate, readNode } from "./prepared-node-decode.ts";
import type {
  PreparedCreateNode,
  PreparedInput,
  PreparedMetadata,
  PreparedNode,
  PreparedNodeId,
  PreparedNodes,
  PreparedTransaction,
} from "./prepared-transaction.ts";
import { readMessage, requireForm, requireMessagePart } from "./wire-fields.ts";

/**
 * Raises INVALID_ARGUMENT unless the bytes are a protobuf message whose transaction and metadata
 * are messages, too. Their content is not checked. Separate, because a participant's JSON layer
 * makes this check before the caller's claims are checked.
 */
export const requireProtobufMessage = (bytes: Uint8Array): void => {
  try {
    readMessage(bytes, (tag, reader) => {
      if (tag !== lengthDelimitedTag(1) && tag !== lengthDelimitedTag(2)) return false;
      readMessage(reader.bytes(), () => false);
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
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(1)) transaction = readNodes(reader.bytes(), maxNesting);
    else if (tag === lengthDelimitedTag(2)) metadata = readMetadata(reader.bytes(), maxNesting);
    else return false;
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
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(1)) {
      version = reader.string(true);
    } else if (tag === lengthDelimitedTag(2)) {
      roots.push(reader.string(true));
    } else if (tag === lengthDelimitedTag(3)) {
      addOnce(nodes, "node", readIdAndNode(reader, maxNesting));
    } else if (tag === lengthDelimitedTag(4)) {
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
  if (items.has(id)) throw malformedBytesError(`the ${what} ${id} is present twice`);
  items.set(id, item);
};

const readIdAndNode = (
  reader: BinaryReader,
  maxNesting: number,
): readonly [PreparedNodeId, PreparedNode] => {
  let nodeId: PreparedNodeId | undefined;
  let node: PreparedNode | undefined;
  readMessage(reader.bytes(), (tag, inner) => {
    if (tag === lengthDelimitedTag(1)) nodeId = inner.string(true);
    else if (tag === lengthDelimitedTag(1000)) node = readNode(inner.bytes(), maxNesting);
    else return false;
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
  readMessage(bytes, (tag, reader) => {
    if (tag === varintTag(1)) nodeId = reader.int32();
    else if (tag === lengthDelimitedTag(2)) seed = reader.bytes().slice();
    else return false;
    return true;
  });
  if (seed?.length !== 32) {
    throw malformedBytesError(`the seed of node ${nodeId} does not have 32 bytes`);
  }
  return [String(nodeId), seed];
};

type ScalarMetadata = {
  -readonly [Property in keyof PreparedMetadata]?: PreparedMetadata[Property];
};

const readMetadata = (bytes: Uint8Array, maxNesting: number): PreparedMetadata => {
  const submitter: SubmitterInfo = { actAs: [], commandId: "" };
  const inputs = new Map<string, PreparedInput>();
  const terms: ScalarMetadata = {};
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(2)) {
      readSubmitter(reader.bytes(), submitter);
    } else if (tag === lengthDelimitedTag(7)) {
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
    actAs: partySet(submitter.actAs),
    commandId: submitter.commandId,
    inputContracts: [...inputs.values()].sort(compareByContractId),
  };
};

/** Reads a field that is a single number or text. Returns false for any other field. */
const readScalarField = (tag: number, reader: BinaryReader, terms: ScalarMetadata): boolean => {
  switch (tag) {
    case lengthDelimitedTag(3):
      terms.synchronizerId = reader.string(true);
      return true;
    case varintTag(4):
      terms.mediatorGroup = reader.uint32();
      return true;
    case lengthDelimitedTag(5):
      terms.transactionUuid = reader.string(true);
      return true;
    case varintTag(6):
      terms.preparationTime = readMicros(reader);
      return true;
    case varintTag(9):
      terms.minLedgerTime = readMicros(reader);
      return true;
    case varintTag(10):
      terms.maxLedgerTime = readMicros(reader);
      return true;
    case varintTag(11):
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
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(1)) {
      submitter.actAs.push(requireForm(partyIdGrammar, reader.string(true)));
    } else if (tag === lengthDelimitedTag(2)) {
      submitter.commandId = reader.string(true);
    } else {
      return false;
    }
    return true;
  });
};

const readInput = (bytes: Uint8Array, maxNesting: number): PreparedInput => {
  let contract: PreparedCreateNode | undefined;
  let createdAt = 0n;
  let eventBlob: Uint8Array = new Uint8Array();
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(1)) contract = readCreate(reader.bytes(), maxNesting);
    else if (tag === varintTag(1000)) createdAt = readMicros(reader);
    else if (tag === lengthDelimitedTag(1002)) eventBlob = reader.bytes();
    else return false;
    return true;
  });
  return { contract: requireMessagePart("an input contract", contract), createdAt, eventBlob };
};

const readMicros = (reader: BinaryReader): Micros => BigInt.asIntN(64, BigInt(reader.uint64()));

const compareByContractId = (left: PreparedInput, right: PreparedInput): number =>
  left.contract.contractId < right.contract.contractId ? -1 : 1;
