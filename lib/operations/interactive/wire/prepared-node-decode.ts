import type { BinaryReader } from "@bufbuild/protobuf/wire";

import {
  contractIdString,
  nameString,
  packageNameString,
  partyString,
} from "../../../base/identifiers/identifier-syntax.ts";
import type {
  ContractId,
  PackageName,
  Party,
  TypeId,
} from "../../../base/identifiers/identifiers.ts";
import { lengthDelimited, varint } from "../../../base/values/wire-message.ts";
import type { EnrichedValue } from "./enriched-value.ts";
import { readValue } from "./enriched-value-decode.ts";
import { readKey } from "./prepared-key-decode.ts";
import type {
  PreparedCreate,
  PreparedExercise,
  PreparedFetch,
  PreparedKey,
  PreparedNode,
  PreparedNodeId,
  PreparedQueryByKey,
} from "./prepared-transaction.ts";
import { matching, present, readIdentifier, readMessage } from "./wire-fields.ts";

/** Reads the message `transaction.v1.Node`. Raises INVALID_ARGUMENT, VALUE_NESTING. */
export const readNode = (bytes: Uint8Array, maxNesting: number): PreparedNode => {
  let node: PreparedNode | undefined;
  readMessage(bytes, (tag, reader) => {
    const found = readCase(tag, reader, maxNesting);
    if (found === undefined) return false;
    node = found;
    return true;
  });
  return present("the kind of a node", node);
};

const readCase = (
  tag: number,
  reader: BinaryReader,
  maxNesting: number,
): PreparedNode | undefined => {
  switch (tag) {
    case lengthDelimited(1):
      return readCreate(reader.bytes(), maxNesting);
    case lengthDelimited(2):
      return readFetch(reader.bytes(), maxNesting);
    case lengthDelimited(3):
      return readExercise(reader.bytes(), maxNesting);
    case lengthDelimited(4):
      return { kind: "rollback", children: readChildren(reader.bytes()) };
    case lengthDelimited(5):
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
    pieces[list].push(matching(partyString, reader.string(true)));
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
    pieces[piece] = readIdentifier(reader.bytes());
  };

const version = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.version = reader.string(true);
};
const contractId = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.contractId = matching(contractIdString, reader.string(true));
};
const packageName = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.packageName = matching(packageNameString, reader.string(true));
};
const choice = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.choice = matching(nameString, reader.string(true));
};
const child = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.children.push(reader.string(true));
};
const foundContract = (pieces: NodeFields, reader: BinaryReader): void => {
  pieces.contractIds.push(matching(contractIdString, reader.string(true)));
};
const key = (pieces: NodeFields, reader: BinaryReader, maxNesting: number): void => {
  pieces.key = readKey(reader.bytes(), maxNesting);
};

const contractFields = [
  [lengthDelimited(1), version],
  [lengthDelimited(2), contractId],
  [lengthDelimited(3), packageName],
  [lengthDelimited(4), identifier("templateId")],
] as const;

const createFields: FieldReaders = new Map([
  ...contractFields,
  [lengthDelimited(5), value("argument")],
  [lengthDelimited(6), party("signatories")],
  [lengthDelimited(7), party("stakeholders")],
  [lengthDelimited(8), key],
]);

const useFields = [
  ...contractFields,
  [lengthDelimited(5), party("signatories")],
  [lengthDelimited(6), party("stakeholders")],
  [lengthDelimited(7), party("actingParties")],
  [lengthDelimited(8), identifier("interfaceId")],
] as const;

const fetchFields: FieldReaders = new Map([
  ...useFields,
  [lengthDelimited(9), key],
  [varint(10), flag("byKey")],
]);

const exerciseFields: FieldReaders = new Map([
  ...useFields,
  [lengthDelimited(9), choice],
  [lengthDelimited(10), value("argument")],
  [varint(11), flag("consuming")],
  [lengthDelimited(12), child],
  [lengthDelimited(13), value("result")],
  [lengthDelimited(14), party("choiceObservers")],
  [lengthDelimited(15), key],
  [varint(16), flag("byKey")],
]);

const rollbackFields: FieldReaders = new Map([[lengthDelimited(1), child]]);

const queryFields: FieldReaders = new Map([
  [lengthDelimited(1), version],
  [lengthDelimited(2), packageName],
  [lengthDelimited(3), identifier("templateId")],
  [varint(4), flag("exhaustive")],
  [lengthDelimited(5), key],
  [lengthDelimited(6), foundContract],
]);

/** Returns the data of a node about its contract. */
const contractOf = (pieces: NodeFields) => ({
  version: pieces.version,
  contractId: present("the contract id of a node", pieces.contractId),
  packageName: present("the package name of a node", pieces.packageName),
  templateId: present("the template id of a node", pieces.templateId),
  signatories: pieces.signatories,
  stakeholders: pieces.stakeholders,
  ...(pieces.key === undefined ? {} : { key: pieces.key }),
});

/** Reads the message `transaction.v1.Create`. Raises INVALID_ARGUMENT, VALUE_NESTING. */
export const readCreate = (bytes: Uint8Array, maxNesting: number): PreparedCreate => {
  const pieces = readFields(bytes, createFields, maxNesting);
  const argument = present("the argument of a create", pieces.argument);
  return { kind: "create", ...contractOf(pieces), argument };
};

const readFetch = (bytes: Uint8Array, maxNesting: number): PreparedFetch => {
  const pieces = readFields(bytes, fetchFields, maxNesting);
  const { actingParties, interfaceId, byKey } = pieces;
  return {
    kind: "fetch",
    ...contractOf(pieces),
    actingParties,
    byKey,
    ...(interfaceId === undefined ? {} : { interfaceId }),
  };
};

const readExercise = (bytes: Uint8Array, maxNesting: number): PreparedExercise => {
  const pieces = readFields(bytes, exerciseFields, maxNesting);
  const { actingParties, choiceObservers, interfaceId, consuming, children, result, byKey } =
    pieces;
  return {
    kind: "exercise",
    ...contractOf(pieces),
    actingParties,
    choice: present("the choice of an exercise", pieces.choice),
    argument: present("the argument of an exercise", pieces.argument),
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

const readQueryByKey = (bytes: Uint8Array, maxNesting: number): PreparedQueryByKey => {
  const pieces = readFields(bytes, queryFields, maxNesting);
  return {
    kind: "queryByKey",
    version: pieces.version,
    packageName: present("the package name of a query", pieces.packageName),
    templateId: present("the template id of a query", pieces.templateId),
    exhaustive: pieces.exhaustive,
    key: present("the key of a query", pieces.key),
    result: pieces.contractIds,
  };
};
