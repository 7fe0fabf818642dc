import type { BinaryReader } from "@bufbuild/protobuf/wire";

import {
  contractIdGrammar,
  damlNameGrammar,
  packageNameGrammar,
  partyIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type {
  ContractId,
  PackageName,
  Party,
  TypeId,
} from "../../../base/identifiers/identifiers.ts";
import {
  computeLengthDelimitedFieldTag,
  computeVarintFieldTag,
} from "../../../base/values/wire-message.ts";
import type { EnrichedValue } from "./enriched-value.ts";
import { decodeEnrichedValue } from "./enriched-value-decode.ts";
import { readPreparedContractKey } from "./prepared-key-decode.ts";
import type {
  PreparedContractKey,
  PreparedCreateNode,
  PreparedExerciseNode,
  PreparedFetchNode,
  PreparedNode,
  PreparedNodeId,
  PreparedQueryByKeyNode,
} from "./prepared-transaction.ts";
import {
  readIdentifierMessage,
  readProtobufMessage,
  requireMessagePart,
  requireTextMatchesGrammar,
} from "./wire-fields.ts";

/** Reads the message `transaction.v1.Node`. Raises INVALID_ARGUMENT, VALUE_NESTING. */
export const decodePreparedNode = (bytes: Uint8Array, maxNesting: number): PreparedNode => {
  let node: PreparedNode | undefined;
  readProtobufMessage(bytes, (tag, reader) => {
    const found = readCase(tag, reader, maxNesting);
    if (found === undefined) return false;
    node = found;
    return true;
  });
  return requireMessagePart("the kind of a node", node);
};

const readCase = (
  tag: number,
  reader: BinaryReader,
  maxNesting: number,
): PreparedNode | undefined => {
  switch (tag) {
    case computeLengthDelimitedFieldTag(1):
      return readPreparedCreateNode(reader.bytes(), maxNesting);
    case computeLengthDelimitedFieldTag(2):
      return readFetch(reader.bytes(), maxNesting);
    case computeLengthDelimitedFieldTag(3):
      return readExercise(reader.bytes(), maxNesting);
    case computeLengthDelimitedFieldTag(4):
      return { kind: "rollback", children: readChildren(reader.bytes()) };
    case computeLengthDelimitedFieldTag(5):
      return readQueryByKey(reader.bytes(), maxNesting);
    default:
      return undefined;
  }
};

/** The fields that were read from a node message. No kind of node has all of them. */
interface NodeFields {
  version: string;
  contractId?: ContractId;
  packageName?: PackageName;
  templateId?: TypeId;
  interfaceId?: TypeId;
  key?: PreparedContractKey;
  argument?: EnrichedValue;
  result?: EnrichedValue;
  choice?: string;
  consuming: boolean;
  byKey: boolean;
  exhaustive: boolean;
  readonly signatories: Party[];
  readonly stakeholders: Party[];
  readonly actingParties: Party[];
  readonly choiceObservers: Party[];
  readonly children: PreparedNodeId[];
  readonly contractIds: ContractId[];
}

/** For each tag of a message, the function that reads the field. */
type FieldReaders = ReadonlyMap<
  number,
  (pieces: NodeFields, reader: BinaryReader, maxNesting: number) => void
>;

const readFields = (bytes: Uint8Array, table: FieldReaders, maxNesting: number): NodeFields => {
  const pieces: NodeFields = {
    version: "",
    consuming: false,
    byKey: false,
    exhaustive: false,
    signatories: [],
    stakeholders: [],
    actingParties: [],
    choiceObservers: [],
    children: [],
    contractIds: [],
  };
  readProtobufMessage(bytes, (tag, reader) => {
    const read = table.get(tag);
    read?.(pieces, reader, maxNesting);
    return read !== undefined;
  });
  return pieces;
};

type PartyList = "signatories" | "stakeholders" | "actingParties" | "choiceObservers";

const party =
  (list: PartyList) =>
  (pieces: NodeFields, reader: BinaryReader): void => {
    pieces[list].push(requireTextMatchesGrammar(partyIdGrammar, reader.string(true)));
  };

const value =
  (piece: "argument" | "result") =>
  (pieces: NodeFields, reader: BinaryReader, maxNesting: number): void => {
    pieces[piece] = decodeEnrichedValue(reader.bytes(), maxNesting);
  };

const flag =
  (piece: "consuming" | "byKey" | "exhaustive") =>
  (pieces: NodeFields, reader: BinaryReader): void => {
    pieces[piece] = reader.bool();
  };

const identifier =
  (piece: "templateId" | "interfaceId") =>
  (pieces: NodeFields, reader: BinaryReader): void => {
    pieces[piece] = readIdentifierMessage(reader.bytes());
  };

const readVersionField = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.version = reader.string(true);
};
const contractId = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.contractId = requireTextMatchesGrammar(contractIdGrammar, reader.string(true));
};
const packageName = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.packageName = requireTextMatchesGrammar(packageNameGrammar, reader.string(true));
};
const readChoiceField = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.choice = requireTextMatchesGrammar(damlNameGrammar, reader.string(true));
};
const readChildField = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.children.push(reader.string(true));
};
const foundContract = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.contractIds.push(requireTextMatchesGrammar(contractIdGrammar, reader.string(true)));
};
const readKeyField = (pieces: NodeFields, reader: BinaryReader, maxNesting: number): void => {
  pieces.key = readPreparedContractKey(reader.bytes(), maxNesting);
};

const contractFields = [
  [computeLengthDelimitedFieldTag(1), readVersionField],
  [computeLengthDelimitedFieldTag(2), contractId],
  [computeLengthDelimitedFieldTag(3), packageName],
  [computeLengthDelimitedFieldTag(4), identifier("templateId")],
] as const;

const createFields: FieldReaders = new Map([
  ...contractFields,
  [computeLengthDelimitedFieldTag(5), value("argument")],
  [computeLengthDelimitedFieldTag(6), party("signatories")],
  [computeLengthDelimitedFieldTag(7), party("stakeholders")],
  [computeLengthDelimitedFieldTag(8), readKeyField],
]);

const useFields = [
  ...contractFields,
  [computeLengthDelimitedFieldTag(5), party("signatories")],
  [computeLengthDelimitedFieldTag(6), party("stakeholders")],
  [computeLengthDelimitedFieldTag(7), party("actingParties")],
  [computeLengthDelimitedFieldTag(8), identifier("interfaceId")],
] as const;

const fetchFields: FieldReaders = new Map([
  ...useFields,
  [computeLengthDelimitedFieldTag(9), readKeyField],
  [computeVarintFieldTag(10), flag("byKey")],
]);

const exerciseFields: FieldReaders = new Map([
  ...useFields,
  [computeLengthDelimitedFieldTag(9), readChoiceField],
  [computeLengthDelimitedFieldTag(10), value("argument")],
  [computeVarintFieldTag(11), flag("consuming")],
  [computeLengthDelimitedFieldTag(12), readChildField],
  [computeLengthDelimitedFieldTag(13), value("result")],
  [computeLengthDelimitedFieldTag(14), party("choiceObservers")],
  [computeLengthDelimitedFieldTag(15), readKeyField],
  [computeVarintFieldTag(16), flag("byKey")],
]);

const rollbackFields: FieldReaders = new Map([[computeLengthDelimitedFieldTag(1), readChildField]]);

const queryFields: FieldReaders = new Map([
  [computeLengthDelimitedFieldTag(1), readVersionField],
  [computeLengthDelimitedFieldTag(2), packageName],
  [computeLengthDelimitedFieldTag(3), identifier("templateId")],
  [computeVarintFieldTag(4), flag("exhaustive")],
  [computeLengthDelimitedFieldTag(5), readKeyField],
  [computeLengthDelimitedFieldTag(6), foundContract],
]);

/** Returns the data of a node about its contract. */
const requireContractData = (pieces: NodeFields) => ({
  version: pieces.version,
  contractId: requireMessagePart("the contract id of a node", pieces.contractId),
  packageName: requireMessagePart("the package name of a node", pieces.packageName),
  templateId: requireMessagePart("the template id of a node", pieces.templateId),
  signatories: pieces.signatories,
  stakeholders: pieces.stakeholders,
  ...(pieces.key === undefined ? {} : { key: pieces.key }),
});

/** Reads the message `transaction.v1.Create`. Raises INVALID_ARGUMENT, VALUE_NESTING. */
export const readPreparedCreateNode = (
  bytes: Uint8Array,
  maxNesting: number,
): PreparedCreateNode => {
  const pieces = readFields(bytes, createFields, maxNesting);
  const argument = requireMessagePart("the argument of a create", pieces.argument);
  return { kind: "create", ...requireContractData(pieces), argument };
};

const readFetch = (bytes: Uint8Array, maxNesting: number): PreparedFetchNode => {
  const pieces = readFields(bytes, fetchFields, maxNesting);
  const { actingParties, interfaceId, byKey } = pieces;
  return {
    kind: "fetch",
    ...requireContractData(pieces),
    actingParties,
    byKey,
    ...(interfaceId === undefined ? {} : { interfaceId }),
  };
};

const readExercise = (bytes: Uint8Array, maxNesting: number): PreparedExerciseNode => {
  const pieces = readFields(bytes, exerciseFields, maxNesting);
  const { actingParties, choiceObservers, interfaceId, consuming, children, result, byKey } =
    pieces;
  return {
    kind: "exercise",
    ...requireContractData(pieces),
    actingParties,
    choice: requireMessagePart("the choice of an exercise", pieces.choice),
    argument: requireMessagePart("the argument of an exercise", pieces.argument),
    consuming,
    children,
    choiceObservers,
    byKey,
    ...(interfaceId === undefined ? {} : { interfaceId }),
    ...(result === undefined ? {} : { result }),
  };
};

const readChildren = (bytes: Uint8Array): readonly PreparedNodeId[] =>
  readFields(bytes, rollbackFields, 0).children;

const readQueryByKey = (bytes: Uint8Array, maxNesting: number): PreparedQueryByKeyNode => {
  const pieces = readFields(bytes, queryFields, maxNesting);
  return {
    kind: "queryByKey",
    version: pieces.version,
    packageName: requireMessagePart("the package name of a query", pieces.packageName),
    templateId: requireMessagePart("the template id of a query", pieces.templateId),
    exhaustive: pieces.exhaustive,
    key: requireMessagePart("the key of a query", pieces.key),
    result: pieces.contractIds,
  };
};
