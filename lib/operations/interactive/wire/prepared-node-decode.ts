import type { BinaryReader } from "@bufbuild/protobuf/wire";

import {
  contractIdGrammar,
  nameGrammar,
  packageNameGrammar,
  partyIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type {
  ContractId,
  PackageName,
  Party,
  TypeId,
} from "../../../base/identifiers/identifiers.ts";
import { lengthDelimitedTag, varintTag } from "../../../base/values/wire-message.ts";
import type { EnrichedValue } from "./enriched-value.ts";
import { readValue } from "./enriched-value-decode.ts";
import { readPreparedKey } from "./prepared-key-decode.ts";
import type {
  PreparedCreateNode,
  PreparedExerciseNode,
  PreparedFetchNode,
  PreparedKey,
  PreparedNode,
  PreparedNodeId,
  PreparedQueryByKeyNode,
} from "./prepared-transaction.ts";
import {
  readIdentifierMessage,
  readMessage,
  requireForm,
  requireMessagePart,
} from "./wire-fields.ts";

/** Reads the message `transaction.v1.Node`. Raises INVALID_ARGUMENT, VALUE_NESTING. */
export const readNode = (bytes: Uint8Array, maxNesting: number): PreparedNode => {
  let node: PreparedNode | undefined;
  readMessage(bytes, (tag, reader) => {
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
    case lengthDelimitedTag(1):
      return readCreate(reader.bytes(), maxNesting);
    case lengthDelimitedTag(2):
      return readFetch(reader.bytes(), maxNesting);
    case lengthDelimitedTag(3):
      return readExercise(reader.bytes(), maxNesting);
    case lengthDelimitedTag(4):
      return { kind: "rollback", children: readChildren(reader.bytes()) };
    case lengthDelimitedTag(5):
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
  key?: PreparedKey;
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
  readMessage(bytes, (tag, reader) => {
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
    pieces[list].push(requireForm(partyIdGrammar, reader.string(true)));
  };

const value =
  (piece: "argument" | "result") =>
  (pieces: NodeFields, reader: BinaryReader, maxNesting: number): void => {
    pieces[piece] = readValue(reader.bytes(), maxNesting);
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
  pieces.contractId = requireForm(contractIdGrammar, reader.string(true));
};
const packageName = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.packageName = requireForm(packageNameGrammar, reader.string(true));
};
const readChoiceField = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.choice = requireForm(nameGrammar, reader.string(true));
};
const readChildField = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.children.push(reader.string(true));
};
const foundContract = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.contractIds.push(requireForm(contractIdGrammar, reader.string(true)));
};
const readKeyField = (pieces: NodeFields, reader: BinaryReader, maxNesting: number): void => {
  pieces.key = readPreparedKey(reader.bytes(), maxNesting);
};

const contractFields = [
  [lengthDelimitedTag(1), readVersionField],
  [lengthDelimitedTag(2), contractId],
  [lengthDelimitedTag(3), packageName],
  [lengthDelimitedTag(4), identifier("templateId")],
] as const;

const createFields: FieldReaders = new Map([
  ...contractFields,
  [lengthDelimitedTag(5), value("argument")],
  [lengthDelimitedTag(6), party("signatories")],
  [lengthDelimitedTag(7), party("stakeholders")],
  [lengthDelimitedTag(8), readKeyField],
]);

const useFields = [
  ...contractFields,
  [lengthDelimitedTag(5), party("signatories")],
  [lengthDelimitedTag(6), party("stakeholders")],
  [lengthDelimitedTag(7), party("actingParties")],
  [lengthDelimitedTag(8), identifier("interfaceId")],
] as const;

const fetchFields: FieldReaders = new Map([
  ...useFields,
  [lengthDelimitedTag(9), readKeyField],
  [varintTag(10), flag("byKey")],
]);

const exerciseFields: FieldReaders = new Map([
  ...useFields,
  [lengthDelimitedTag(9), readChoiceField],
  [lengthDelimitedTag(10), value("argument")],
  [varintTag(11), flag("consuming")],
  [lengthDelimitedTag(12), readChildField],
  [lengthDelimitedTag(13), value("result")],
  [lengthDelimitedTag(14), party("choiceObservers")],
  [lengthDelimitedTag(15), readKeyField],
  [varintTag(16), flag("byKey")],
]);

const rollbackFields: FieldReaders = new Map([[lengthDelimitedTag(1), readChildField]]);

const queryFields: FieldReaders = new Map([
  [lengthDelimitedTag(1), readVersionField],
  [lengthDelimitedTag(2), packageName],
  [lengthDelimitedTag(3), identifier("templateId")],
  [varintTag(4), flag("exhaustive")],
  [lengthDelimitedTag(5), readKeyField],
  [lengthDelimitedTag(6), foundContract],
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
export const readCreate = (bytes: Uint8Array, maxNesting: number): PreparedCreateNode => {
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
