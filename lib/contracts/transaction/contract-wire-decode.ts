import type { BinaryReader } from "@bufbuild/protobuf/wire";
import { bytesToHex } from "@noble/hashes/utils.js";

import {
  contractIdString,
  dottedNameString,
  fits,
  type Grammar,
  mismatchText,
  packageIdString,
  packageNameString,
  partyString,
} from "../../base/identifiers/identifier-syntax.ts";
import {
  type ContractId,
  type Party,
  type TypeId,
  typeId,
} from "../../base/identifiers/identifiers.ts";
import type { Contract, ContractKey } from "../../base/model/contract.ts";
import { maxMicros, minMicros } from "../../base/values/time.ts";
import type { Value } from "../../base/values/value.ts";
import { decodeValue } from "../../base/values/wire-decode.ts";
import {
  fixed64,
  lengthDelimited,
  malformed,
  readFields,
  varint,
} from "../../base/values/wire-message.ts";
import { authenticationVersion, hmacSha256 } from "./contract-wire-encode.ts";

/**
 * Decodes the output of `encodeContract`. Raises INVALID_ARGUMENT, and for the argument and the key the
 * errors of `decodeValue`.
 */
export const decodeContract = (bytes: Uint8Array): Contract => contractOf(readPieces(bytes));

/** The fields of the payload. If a field occurs several times, the last one counts. */
interface Pieces {
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

const contractOf = (pieces: Pieces): Contract => {
  const signatories = [...pieces.signatories, ...(pieces.key?.maintainers ?? [])].sort();
  if (signatories.length === 0) throw malformed("it has no signatory");
  return {
    contractId: required("contract id", pieces.contractId),
    templateId: required("template id", pieces.templateId),
    packageName: required("package name", pieces.packageName),
    argument: required("argument", pieces.argument),
    signatories: ascending(signatories),
    observers: ascending(pieces.observers),
    createdAt: required("creation time", pieces.createdAt),
    salt: required("salt", pieces.salt),
    ...(pieces.key === undefined ? {} : { key: pieces.key }),
  };
};

const readPieces = (bytes: Uint8Array): Pieces => {
  const pieces: Pieces = { signatories: [], observers: [] };
  readFields(bytes, (tag, reader) => {
    switch (tag) {
      case lengthDelimited(1):
        pieces.contractId = readContractId(reader);
        return true;
      case lengthDelimited(2):
        pieces.packageName = matching(packageNameString, reader.string(true));
        return true;
      case lengthDelimited(3):
        pieces.templateId = readTypeId(reader.bytes());
        return true;
      case lengthDelimited(4):
        pieces.argument = decodeValue(reader.bytes());
        return true;
      case lengthDelimited(5):
        pieces.signatories.push(readParty(reader));
        return true;
      case lengthDelimited(6):
        pieces.observers.push(readParty(reader));
        return true;
      case fixed64(7):
        pieces.createdAt = readCreatedAt(reader);
        return true;
      case lengthDelimited(8):
        pieces.salt = readAuthenticationData(reader.bytes());
        return true;
      case lengthDelimited(1001):
        pieces.key = readKey(reader.bytes());
        return true;
      default:
        return false;
    }
  });
  return pieces;
};

/**
 * Reads a version 1 id. Participants neither make nor authenticate version 2 ids yet; their contracts have
 * another form.
 */
const readContractId = (reader: BinaryReader): ContractId => {
  const contractId = matching(contractIdString, bytesToHex(reader.bytes()));
  if (!contractId.startsWith("00")) throw malformed("its contract id is of version 2");
  return contractId;
};

const readCreatedAt = (reader: BinaryReader): bigint => {
  const micros = BigInt(reader.sfixed64());
  if (micros < minMicros || micros > maxMicros) throw malformed("its creation time is unknown");
  return micros;
};

const readTypeId = (bytes: Uint8Array): TypeId => {
  let packageId = "";
  const module: string[] = [];
  const entity: string[] = [];
  readFields(bytes, (tag, reader) => {
    if (tag === lengthDelimited(1)) packageId = matching(packageIdString, reader.string(true));
    else if (tag === lengthDelimited(2)) module.push(reader.string(true));
    else if (tag === lengthDelimited(3)) entity.push(reader.string(true));
    else return false;
    return true;
  });
  const names = [module, entity].map((segments) => matching(dottedNameString, segments.join(".")));
  return typeId(required("package id", packageId || undefined), names.join(":"));
};

/** Reads a message with the version, around a message with the salt. */
const readAuthenticationData = (bytes: Uint8Array): Uint8Array => {
  let data: Uint8Array | undefined;
  let found = 0;
  readFields(bytes, (tag, reader) => {
    if (tag === lengthDelimited(1)) data = reader.bytes();
    else if (tag === varint(2)) found = reader.uint32();
    else return false;
    return true;
  });
  if (found !== authenticationVersion) {
    throw malformed("its authentication data is of another version");
  }
  let salt: Uint8Array | undefined;
  readFields(required("authentication data", data), (tag, reader) => {
    if (tag !== lengthDelimited(1)) return false;
    salt = readSalt(reader.bytes());
    return true;
  });
  return required("salt", salt);
};

const readSalt = (bytes: Uint8Array): Uint8Array => {
  let algorithm = 0;
  let salt: Uint8Array | undefined;
  readFields(bytes, (tag, reader) => {
    if (tag === varint(1)) algorithm = reader.uint32();
    else if (tag === lengthDelimited(2)) salt = reader.bytes().slice();
    else return false;
    return true;
  });
  if (algorithm !== hmacSha256 || salt?.length !== 32) {
    throw malformed("its salt is not one of 32 bytes for HMAC-SHA256");
  }
  return salt;
};

const readKey = (bytes: Uint8Array): ContractKey => {
  let value: Value | undefined;
  const maintainers: Party[] = [];
  let hash = "";
  readFields(bytes, (tag, reader) => {
    if (tag === lengthDelimited(1)) value = decodeValue(reader.bytes());
    else if (tag === lengthDelimited(2)) maintainers.push(readParty(reader));
    else if (tag === lengthDelimited(3)) hash = bytesToHex(reader.bytes());
    else return false;
    return true;
  });
  if (hash.length !== 64) throw malformed("its key hash has not 32 bytes");
  return { value: required("key", value), maintainers: ascending(maintainers), hash };
};

const readParty = (reader: BinaryReader): Party => matching(partyString, reader.string(true));

/** Checks that the parties are sorted and without duplicates, as they are written. */
const ascending = (parties: readonly Party[]): readonly Party[] => {
  parties.forEach((party, index) => {
    const before = parties[index - 1];
    if (before !== undefined && before >= party) throw malformed("its parties are out of order");
  });
  return parties;
};

const matching = (grammar: Grammar, written: string): string => {
  if (!fits(grammar, written)) throw malformed(mismatchText(grammar, written));
  return written;
};

const required = <T>(what: string, piece: T | undefined): T => {
  if (piece === undefined) throw malformed(`its ${what} is missing`);
  return piece;
};
