import { BinaryWriter, WireType, type BinaryReader } from "@bufbuild/protobuf/wire";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { isLedgerError, ledgerError } from "../errors/ledger-error.ts";
import type { Contract, ContractKey } from "../model/contract.ts";
import {
  contractIdString,
  dottedNameString,
  fits,
  misfit,
  packageIdString,
  packageNameString,
  partyString,
  type Grammar,
} from "../model/identifier-syntax.ts";
import { splitTypeId, typeId, type Party, type TypeId } from "../model/identifiers.ts";
import { decodeBase64, encodeBase64 } from "../values/base64.ts";
import { maxMicros, minMicros } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { decodeValue } from "../values/wire-decode.ts";
import { encodeValue } from "../values/wire-encode.ts";
import { fixed64, lengthDelimited, malformed, readFields, varint } from "../values/wire-message.ts";

/** The serialization version of contracts with a key, and of those without. */
const version = { withKey: "2", withoutKey: "2.1" } as const;

/** The version of the message around the salt. */
const authenticationVersion = 30;
const hmacSha256 = 1;

/**
 * The contract in the form that is handed to other participants (daml-lf.md 17.6), in base64. Equal
 * contracts give equal blobs.
 */
export const encodeCreatedEventBlob = (contract: Contract): string =>
  encodeBase64(versionedBytes(contract));

/**
 * The contract that a blob describes. It claims to be that contract: `isAuthentic` tells, once the
 * types of the template are at hand. Nothing but what {@link encodeCreatedEventBlob} writes is
 * accepted, byte for byte. Raises INVALID_ARGUMENT.
 */
export const decodeCreatedEventBlob = (blob: string): Contract => {
  const bytes = decodeBase64(blob);
  if (bytes === undefined) throw notABlob("it is not base64 with padding");
  try {
    const contract = readVersioned(bytes);
    if (!equalBytes(versionedBytes(contract), bytes))
      throw malformed("it is not in canonical form");
    return contract;
  } catch (error) {
    if (isLedgerError(error)) throw notABlob(error.details.cause);
    throw error;
  }
};

const notABlob = (reason: string) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The created event blob is not one that a ledger has issued: ${reason}`,
  });

const equalBytes = (left: Uint8Array, right: Uint8Array): boolean => {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (left[index] !== right[index]) return false;
  }
  return true;
};

const versionedBytes = (contract: Contract): Uint8Array => {
  const writer = new BinaryWriter();
  string(writer, 1, contract.key === undefined ? version.withoutKey : version.withKey);
  writer.tag(2, WireType.LengthDelimited).fork();
  writeContract(writer, contract);
  writer.join();
  return writer.finish();
};

const writeContract = (writer: BinaryWriter, contract: Contract): void => {
  const maintainers = contract.key?.maintainers ?? [];
  writer.tag(1, WireType.LengthDelimited).bytes(hexToBytes(contract.contractId));
  string(writer, 2, contract.packageName);
  writeTypeId(writer, contract.templateId);
  writer.tag(4, WireType.LengthDelimited).bytes(encodeValue(contract.argument));
  for (const party of contract.signatories) {
    if (!maintainers.includes(party)) string(writer, 5, party);
  }
  for (const party of contract.observers) string(writer, 6, party);
  writer.tag(7, WireType.Bit64).sfixed64(contract.createdAt);
  writer.tag(8, WireType.LengthDelimited).fork();
  writeAuthenticationData(writer, contract.salt);
  writer.join();
  if (contract.key !== undefined) writeKey(writer, contract.key);
};

const writeTypeId = (writer: BinaryWriter, id: TypeId): void => {
  const { packageId, qualifiedName } = splitTypeId(id);
  const [module = "", entity = ""] = qualifiedName.split(":");
  writer.tag(3, WireType.LengthDelimited).fork();
  string(writer, 1, packageId);
  for (const segment of module.split(".")) string(writer, 2, segment);
  for (const segment of entity.split(".")) string(writer, 3, segment);
  writer.join();
};

const writeAuthenticationData = (writer: BinaryWriter, salt: Uint8Array): void => {
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.Varint).uint32(hmacSha256);
  writer.tag(2, WireType.LengthDelimited).bytes(salt);
  writer.join();
  writer.join();
  writer.tag(2, WireType.Varint).uint32(authenticationVersion);
};

const writeKey = (writer: BinaryWriter, key: ContractKey): void => {
  writer.tag(1001, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).bytes(encodeValue(key.value));
  for (const maintainer of key.maintainers) string(writer, 2, maintainer);
  writer.tag(3, WireType.LengthDelimited).bytes(hexToBytes(key.hash));
  writer.join();
};

const string = (writer: BinaryWriter, fieldNumber: number, text: string): void => {
  writer.tag(fieldNumber, WireType.LengthDelimited).string(text);
};

/** The fields of the payload, each as it was read last. */
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

const readVersioned = (bytes: Uint8Array): Contract => {
  let written = "";
  let payload: Uint8Array | undefined;
  readFields(bytes, (tag, reader) => {
    if (tag === lengthDelimited(1)) written = reader.string(true);
    else if (tag === lengthDelimited(2)) payload = reader.bytes();
    else return false;
    return true;
  });
  if (written !== version.withKey && written !== version.withoutKey) {
    throw malformed(`its version is neither ${version.withoutKey} nor ${version.withKey}`);
  }
  return contractOf(readPieces(required("payload", payload)));
};

const contractOf = (pieces: Pieces): Contract => {
  const maintainers = pieces.key?.maintainers ?? [];
  return {
    contractId: required("contract id", pieces.contractId),
    templateId: required("template id", pieces.templateId),
    packageName: required("package name", pieces.packageName),
    argument: required("argument", pieces.argument),
    signatories: [...pieces.signatories, ...maintainers].sort(),
    observers: pieces.observers,
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
        pieces.contractId = matching(contractIdString, bytesToHex(reader.bytes()));
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

/** A message with the version, around one that holds a message with the salt. */
const readAuthenticationData = (bytes: Uint8Array): Uint8Array => {
  let data: Uint8Array | undefined;
  let found = 0;
  readFields(bytes, (tag, reader) => {
    if (tag === lengthDelimited(1)) data = reader.bytes();
    else if (tag === varint(2)) found = reader.uint32();
    else return false;
    return true;
  });
  if (found !== authenticationVersion)
    throw malformed("its authentication data is of another version");
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
  return { value: required("key", value), maintainers, hash };
};

const readParty = (reader: BinaryReader): Party => matching(partyString, reader.string(true));

const matching = (grammar: Grammar, written: string): string => {
  if (!fits(grammar, written)) throw malformed(misfit(grammar, written));
  return written;
};

const required = <T>(what: string, piece: T | undefined): T => {
  if (piece === undefined) throw malformed(`its ${what} is missing`);
  return piece;
};
