import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { hexToBytes } from "@noble/hashes/utils.js";

import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { Contract, ContractKey } from "../../base/model/contract.ts";
import { encodeValueAsProtobuf } from "../../base/values/wire-encode.ts";

/** Version of the message that contains the salt. */
export const saltMessageVersion = 30;
/** Number of the algorithm HMAC-SHA256, for which salts are made. */
export const hmacSha256Code = 1;

/** Returns the protobuf form of a contract (daml-lf.md 17.6), without the version that encloses it. */
export const encodeContractProtobuf = (contract: Contract): Uint8Array => {
  const writer = new BinaryWriter();
  writeContract(writer, contract);
  return writer.finish();
};

const writeContract = (writer: BinaryWriter, contract: Contract): void => {
  const maintainers = contract.key?.maintainers ?? [];
  writer.tag(1, WireType.LengthDelimited).bytes(hexToBytes(contract.contractId));
  writeString(writer, 2, contract.packageName);
  writeTypeId(writer, contract.templateId);
  writer.tag(4, WireType.LengthDelimited).bytes(encodeValueAsProtobuf(contract.argument));
  for (const party of contract.signatories) {
    if (!maintainers.includes(party)) writeString(writer, 5, party);
  }
  for (const party of contract.observers) writeString(writer, 6, party);
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
  writeString(writer, 1, packageId);
  for (const segment of module.split(".")) writeString(writer, 2, segment);
  for (const segment of entity.split(".")) writeString(writer, 3, segment);
  writer.join();
};

const writeAuthenticationData = (writer: BinaryWriter, salt: Uint8Array): void => {
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.Varint).uint32(hmacSha256Code);
  writer.tag(2, WireType.LengthDelimited).bytes(salt);
  writer.join();
  writer.join();
  writer.tag(2, WireType.Varint).uint32(saltMessageVersion);
};

const writeKey = (writer: BinaryWriter, key: ContractKey): void => {
  writer.tag(1001, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).bytes(encodeValueAsProtobuf(key.value));
  for (const maintainer of key.maintainers) writeString(writer, 2, maintainer);
  writer.tag(3, WireType.LengthDelimited).bytes(hexToBytes(key.hash));
  writer.join();
};

const writeString = (writer: BinaryWriter, fieldNumber: number, text: string): void => {
  writer.tag(fieldNumber, WireType.LengthDelimited).string(text);
};
