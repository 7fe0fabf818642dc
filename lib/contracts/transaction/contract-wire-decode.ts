import type { BinaryReader } from "@bufbuild/protobuf/wire";
import { bytesToHex } from "@noble/hashes/utils.js";

import {
  contractIdGrammar,
  describeGrammarMismatch,
  dottedNameGrammar,
  type IdentifierGrammar,
  matchesGrammar,
  packageIdGrammar,
  packageNameGrammar,
  partyIdGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import {
  type ContractId,
  createTypeId,
  type Party,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { Contract, ContractKey } from "../../base/model/contract.ts";
import { maxTimestampMicros, minTimestampMicros } from "../../base/values/time.ts";
import type { Value } from "../../base/values/value.ts";
import { decodeValueFromProtobuf } from "../../base/values/wire-decode.ts";
import {
  computeFixed64FieldTag,
  computeLengthDelimitedFieldTag,
  computeVarintFieldTag,
  createMalformedBytesError,
  readProtobufFields,
} from "../../base/values/wire-message.ts";
import { hmacSha256Code, saltMessageVersion } from "./contract-wire-encode.ts";

/**
 * Decodes the output of `encodeContractProtobuf`. Raises INVALID_ARGUMENT, and for the argument and the key the
 * errors of `decodeValueFromProtobuf`.
 */
export const decodeContractProtobuf = (bytes: Uint8Array): Contract =>
  toContract(readContractFields(bytes));

/** The decoded fields of a contract. If a field occurs several times, the last one counts. */
interface ContractFields {
  contractId?: string;
  packageName?: string;
  templateId?: TypeId;
  argument?: Value;
  readonly signatories: Party[];
  readonly observers: Party[];
  createdAt?: bigint;
  salt?: Uint8Array;
  key?: ContractKey;
}

const toContract = (fields: ContractFields): Contract => {
  const signatories = [...fields.signatories, ...(fields.key?.maintainers ?? [])].sort();
  if (signatories.length === 0) throw createMalformedBytesError("it has no signatory");
  return {
    contractId: requireField("contract id", fields.contractId),
    templateId: requireField("template id", fields.templateId),
    packageName: requireField("package name", fields.packageName),
    argument: requireField("argument", fields.argument),
    signatories: requireAscending(signatories),
    observers: requireAscending(fields.observers),
    createdAt: requireField("creation time", fields.createdAt),
    salt: requireField("salt", fields.salt),
    ...(fields.key === undefined ? {} : { key: fields.key }),
  };
};

const readContractFields = (bytes: Uint8Array): ContractFields => {
  const fields: ContractFields = { signatories: [], observers: [] };
  readProtobufFields(bytes, (tag, reader) => {
    switch (tag) {
      case computeLengthDelimitedFieldTag(1):
        fields.contractId = readContractId(reader);
        return true;
      case computeLengthDelimitedFieldTag(2):
        fields.packageName = requireGrammarMatch(packageNameGrammar, reader.string(true));
        return true;
      case computeLengthDelimitedFieldTag(3):
        fields.templateId = readTypeId(reader.bytes());
        return true;
      case computeLengthDelimitedFieldTag(4):
        fields.argument = decodeValueFromProtobuf(reader.bytes());
        return true;
      case computeLengthDelimitedFieldTag(5):
        fields.signatories.push(readParty(reader));
        return true;
      case computeLengthDelimitedFieldTag(6):
        fields.observers.push(readParty(reader));
        return true;
      case computeFixed64FieldTag(7):
        fields.createdAt = readCreatedAt(reader);
        return true;
      case computeLengthDelimitedFieldTag(8):
        fields.salt = readAuthenticationData(reader.bytes());
        return true;
      case computeLengthDelimitedFieldTag(1001):
        fields.key = readKey(reader.bytes());
        return true;
      default:
        return false;
    }
  });
  return fields;
};

/**
 * Reads a version 1 id. Participants neither create nor authenticate version 2 ids yet, and contracts
 * with such ids have another form.
 */
const readContractId = (reader: BinaryReader): ContractId => {
  const contractId = requireGrammarMatch(contractIdGrammar, bytesToHex(reader.bytes()));
  if (!contractId.startsWith("00")) {
    throw createMalformedBytesError("its contract id is of version 2");
  }
  return contractId;
};

const readCreatedAt = (reader: BinaryReader): bigint => {
  const micros = BigInt(reader.sfixed64());
  if (micros < minTimestampMicros || micros > maxTimestampMicros) {
    throw createMalformedBytesError("its creation time is out of range");
  }
  return micros;
};

const readTypeId = (bytes: Uint8Array): TypeId => {
  let packageId = "";
  const module: string[] = [];
  const entity: string[] = [];
  readProtobufFields(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      packageId = requireGrammarMatch(packageIdGrammar, reader.string(true));
    } else if (tag === computeLengthDelimitedFieldTag(2)) {
      module.push(reader.string(true));
    } else if (tag === computeLengthDelimitedFieldTag(3)) {
      entity.push(reader.string(true));
    } else {
      return false;
    }
    return true;
  });
  const names = [module, entity].map((segments) =>
    requireGrammarMatch(dottedNameGrammar, segments.join(".")),
  );
  return createTypeId(requireField("package id", packageId || undefined), names.join(":"));
};

/** Returns the salt from the authentication data: a message with a version, which contains a message with the salt. */
const readAuthenticationData = (bytes: Uint8Array): Uint8Array => {
  let data: Uint8Array | undefined;
  let found = 0;
  readProtobufFields(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) data = reader.bytes();
    else if (tag === computeVarintFieldTag(2)) found = reader.uint32();
    else return false;
    return true;
  });
  if (found !== saltMessageVersion) {
    throw createMalformedBytesError("its authentication data has another version");
  }
  let salt: Uint8Array | undefined;
  readProtobufFields(requireField("authentication data", data), (tag, reader) => {
    if (tag !== computeLengthDelimitedFieldTag(1)) return false;
    salt = readSalt(reader.bytes());
    return true;
  });
  return requireField("salt", salt);
};

const readSalt = (bytes: Uint8Array): Uint8Array => {
  let algorithm = 0;
  let salt: Uint8Array | undefined;
  readProtobufFields(bytes, (tag, reader) => {
    if (tag === computeVarintFieldTag(1)) algorithm = reader.uint32();
    else if (tag === computeLengthDelimitedFieldTag(2)) salt = reader.bytes().slice();
    else return false;
    return true;
  });
  if (algorithm !== hmacSha256Code || salt?.length !== 32) {
    throw createMalformedBytesError("its salt is not a salt of 32 bytes for HMAC-SHA256");
  }
  return salt;
};

const readKey = (bytes: Uint8Array): ContractKey => {
  let value: Value | undefined;
  const maintainers: Party[] = [];
  let hash = "";
  readProtobufFields(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) value = decodeValueFromProtobuf(reader.bytes());
    else if (tag === computeLengthDelimitedFieldTag(2)) maintainers.push(readParty(reader));
    else if (tag === computeLengthDelimitedFieldTag(3)) hash = bytesToHex(reader.bytes());
    else return false;
    return true;
  });
  if (hash.length !== 64) throw createMalformedBytesError("its key hash does not have 32 bytes");
  return { value: requireField("key", value), maintainers: requireAscending(maintainers), hash };
};

const readParty = (reader: BinaryReader): Party =>
  requireGrammarMatch(partyIdGrammar, reader.string(true));

/**
 * Returns the parties after checking that they are sorted and without duplicates, as the encoder writes
 * them.
 */
const requireAscending = (parties: readonly Party[]): readonly Party[] => {
  parties.forEach((party, index) => {
    const before = parties[index - 1];
    if (before !== undefined && before >= party) {
      throw createMalformedBytesError("its parties are out of order");
    }
  });
  return parties;
};

const requireGrammarMatch = (grammar: IdentifierGrammar, written: string): string => {
  if (!matchesGrammar(grammar, written)) {
    throw createMalformedBytesError(describeGrammarMismatch(grammar, written));
  }
  return written;
};

const requireField = <T>(what: string, field: T | undefined): T => {
  if (field === undefined) throw createMalformedBytesError(`its ${what} is missing`);
  return field;
};
