import type { BinaryReader } from "@bufbuild/protobuf/wire";

import {
  fingerprintGrammar,
  uniqueIdentifierGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { Party } from "../../../base/identifiers/identifiers.ts";
import { getNamespace } from "../../../base/identifiers/identifiers.ts";
import type { SigningPublicKey } from "../../../base/model/signing-keys.ts";
import type { ParticipantPermission } from "../../../base/model/update.ts";
import {
  computeLengthDelimitedFieldTag,
  computeVarintFieldTag,
  createMalformedBytesError,
} from "../../../base/values/wire-message.ts";
import { parseRawSigningKey, parseSpkiKey } from "../keys/signing-key.ts";
import {
  findNameByWireNumber,
  keyFormatNumbers,
  keySpecProtobufNumbers,
  keyUsageNumbers,
  namespaceDelegationCode,
  participantPermissionNumbers,
  topologyMessageVersion,
  topologyOperationNumbers,
} from "./topology-numbers.ts";
import type {
  DecentralizedNamespace,
  NamespaceDelegation,
  PartyHostingParticipant,
  PartyToKeyMapping,
  PartyToParticipant,
  SigningKeysAndThreshold,
  TopologyMapping,
  TopologyTransaction,
} from "./topology-transaction.ts";
import {
  readProtobufMessage,
  requireMessagePart,
  requireTextMatchesGrammar,
} from "./wire-fields.ts";

/**
 * Reads a topology transaction from its versioned message. Raises INVALID_ARGUMENT for malformed
 * bytes, for other versions, and for mappings that the onboarding of a party does not need.
 */
export const decodeTopologyTransaction = (bytes: Uint8Array): TopologyTransaction => {
  let version = 0;
  let data: Uint8Array | undefined;
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) data = reader.bytes();
    else if (tag === computeVarintFieldTag(2)) version = reader.int32();
    else return false;
    return true;
  });
  if (version !== topologyMessageVersion) {
    throw createMalformedBytesError(`a topology transaction has version ${version}, not 30`);
  }
  return readTransaction(requireMessagePart("the content of a topology transaction", data));
};

const readTransaction = (bytes: Uint8Array): TopologyTransaction => {
  let operation = 0;
  let serial = 0;
  let mapping: TopologyMapping | undefined;
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeVarintFieldTag(1)) operation = reader.int32();
    else if (tag === computeVarintFieldTag(2)) serial = reader.uint32();
    else if (tag === computeLengthDelimitedFieldTag(3)) mapping = readMapping(reader.bytes());
    else return false;
    return true;
  });
  return {
    operation: requireMessagePart(
      "the operation",
      findNameByWireNumber(topologyOperationNumbers, operation),
    ),
    serial,
    mapping: requireMessagePart("the mapping of a topology transaction", mapping),
  };
};

const readMapping = (bytes: Uint8Array): TopologyMapping => {
  let mapping: TopologyMapping | undefined;
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      mapping = readDelegation(reader.bytes());
    } else if (tag === computeLengthDelimitedFieldTag(3)) {
      mapping = readDecentralized(reader.bytes());
    } else if (tag === computeLengthDelimitedFieldTag(9)) {
      mapping = readHosting(reader.bytes());
    } else if (tag === computeLengthDelimitedFieldTag(16)) {
      mapping = readKeyMapping(reader.bytes());
    } else {
      throw createMalformedBytesError(
        `the mapping ${tag >>> 3} is not among those that onboard a party: ` +
          "namespace delegation (1), decentralized namespace definition (3), " +
          "party to participant (9), party to key mapping (16)",
      );
    }
    return true;
  });
  return requireMessagePart("the mapping of a topology transaction", mapping);
};

const readDelegation = (bytes: Uint8Array): NamespaceDelegation => {
  let namespace = "";
  let targetKey: SigningPublicKey | undefined;
  let mayDelegate = false;
  readProtobufMessage(bytes, (tag, reader) => {
    const right = delegationRights.get(tag);
    if (right !== undefined) {
      mayDelegate = right(reader);
    } else if (tag === computeLengthDelimitedFieldTag(1)) {
      namespace = requireTextMatchesGrammar(fingerprintGrammar, reader.string(true));
    } else if (tag === computeLengthDelimitedFieldTag(2)) {
      targetKey = readKey(reader.bytes(), namespaceUsage);
    } else {
      return false;
    }
    return true;
  });
  return {
    kind: "namespaceDelegation",
    namespace,
    targetKey: requireMessagePart("the key of a namespace delegation", targetKey),
    mayDelegate,
  };
};

/**
 * For each tag of the field that restricts a key, the function that reads whether the key may sign
 * delegations. The fields are: the flag of a root key, no restriction, all mappings except
 * delegations, and specific mappings.
 */
const delegationRights: ReadonlyMap<number, (reader: BinaryReader) => boolean> = new Map([
  [computeVarintFieldTag(3), (reader) => reader.bool()],
  [computeLengthDelimitedFieldTag(4), (reader) => requireMessage(reader.bytes())],
  [computeLengthDelimitedFieldTag(5), (reader) => !requireMessage(reader.bytes())],
  [
    computeLengthDelimitedFieldTag(6),
    (reader) => readCodes(reader.bytes()).has(namespaceDelegationCode),
  ],
]);

/**
 * Returns true if the bytes are a protobuf message, of any content. Raises INVALID_ARGUMENT
 * otherwise.
 */
const requireMessage = (bytes: Uint8Array): true => {
  readProtobufMessage(bytes, () => false);
  return true;
};

/** Returns the codes of mappings that a key may sign. */
const readCodes = (bytes: Uint8Array): ReadonlySet<number> => {
  const codes = new Set<number>();
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeVarintFieldTag(1)) codes.add(reader.int32());
    else if (tag === computeLengthDelimitedFieldTag(1)) readPacked(reader, codes);
    else return false;
    return true;
  });
  return codes;
};

const readDecentralized = (bytes: Uint8Array): DecentralizedNamespace => {
  let namespace = "";
  let threshold = 0;
  const owners: string[] = [];
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      namespace = requireTextMatchesGrammar(fingerprintGrammar, reader.string(true));
    } else if (tag === computeVarintFieldTag(2)) {
      threshold = reader.int32();
    } else if (tag === computeLengthDelimitedFieldTag(3)) {
      owners.push(requireTextMatchesGrammar(fingerprintGrammar, reader.string(true)));
    } else {
      return false;
    }
    return true;
  });
  return { kind: "decentralizedNamespace", namespace, threshold, owners };
};

const readHosting = (bytes: Uint8Array): PartyToParticipant => {
  let party: string | undefined;
  let threshold = 0;
  let signing: Uint8Array | undefined;
  const hosts: PartyHostingParticipant[] = [];
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      party = requireTextMatchesGrammar(uniqueIdentifierGrammar, reader.string(true));
    } else if (tag === computeVarintFieldTag(2)) {
      threshold = reader.uint32();
    } else if (tag === computeLengthDelimitedFieldTag(3)) {
      hosts.push(readHost(reader.bytes()));
    } else if (tag === computeLengthDelimitedFieldTag(6)) {
      signing = reader.bytes();
    } else {
      return false;
    }
    return true;
  });
  const hosted = requireMessagePart("the party", party);
  return {
    kind: "partyToParticipant",
    party: hosted,
    threshold,
    hosts,
    ...(signing && { signing: readSigning(signing, { threshold: 2, keys: 1 }, hosted) }),
  };
};

const readHost = (bytes: Uint8Array): PartyHostingParticipant => {
  let participantId: string | undefined;
  let permission: ParticipantPermission | undefined;
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      participantId = requireTextMatchesGrammar(uniqueIdentifierGrammar, reader.string(true));
    } else if (tag === computeVarintFieldTag(2)) {
      permission = findNameByWireNumber(participantPermissionNumbers, reader.int32());
    } else {
      return false;
    }
    return true;
  });
  return {
    participantId: requireMessagePart("the participant that hosts a party", participantId),
    permission: requireMessagePart("the permission of a participant", permission),
  };
};

const readKeyMapping = (bytes: Uint8Array): PartyToKeyMapping => {
  let party: string | undefined;
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag !== computeLengthDelimitedFieldTag(1)) return false;
    party = requireTextMatchesGrammar(uniqueIdentifierGrammar, reader.string(true));
    return true;
  });
  const owner = requireMessagePart("the party", party);
  const signing = readSigning(bytes, { threshold: 3, keys: 4 }, owner);
  return { kind: "partyToKeyMapping", party: owner, signing };
};

/** Reads the keys of a party. `numbers` are the field numbers. */
const readSigning = (
  bytes: Uint8Array,
  numbers: { readonly threshold: number; readonly keys: number },
  party: Party,
): SigningKeysAndThreshold => {
  let threshold = 0;
  const keys: SigningPublicKey[] = [];
  const namespace = getNamespace(party);
  const usagesOf: RequiredUsages = ({ fingerprint }) =>
    fingerprint === namespace
      ? [keyUsageNumbers.namespace, keyUsageNumbers.protocol]
      : [keyUsageNumbers.protocol];
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(numbers.keys)) {
      keys.push(readKey(reader.bytes(), usagesOf));
    } else if (tag === computeVarintFieldTag(numbers.threshold)) {
      threshold = reader.uint32();
    } else {
      return false;
    }
    return true;
  });
  return { keys, threshold };
};

/** A function that returns the usages that a key must have. */
type RequiredUsages = (key: SigningPublicKey) => readonly number[];

const namespaceUsage: RequiredUsages = () => [keyUsageNumbers.namespace];

const readKey = (bytes: Uint8Array, usagesOf: RequiredUsages): SigningPublicKey => {
  let form = 0;
  let spec = 0;
  let data: Uint8Array = new Uint8Array();
  const allowed = new Set<number>();
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeVarintFieldTag(2)) form = reader.int32();
    else if (tag === computeLengthDelimitedFieldTag(3)) data = reader.bytes();
    else if (tag === computeVarintFieldTag(5)) allowed.add(reader.int32());
    else if (tag === computeLengthDelimitedFieldTag(5)) readPacked(reader, allowed);
    else if (tag === computeVarintFieldTag(6)) spec = reader.int32();
    else return false;
    return true;
  });
  const curve = requireMessagePart(
    "a known curve of a key",
    findNameByWireNumber(keySpecProtobufNumbers, spec),
  );
  const key =
    form === keyFormatNumbers.raw && curve === "ed25519"
      ? parseRawSigningKey(curve, data)
      : parseSpkiKey(curve, data);
  if (key === undefined) {
    throw createMalformedBytesError(`a key is not a key of its curve, ${curve}`);
  }
  if (usagesOf(key).every((usage) => allowed.has(usage))) return key;
  throw createMalformedBytesError(`the key ${key.fingerprint} lacks a usage that it needs here`);
};

const readPacked = (reader: BinaryReader, numbers: Set<number>): void => {
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) numbers.add(reader.int32());
};
