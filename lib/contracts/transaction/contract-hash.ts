import { ledgerError } from "../../base/errors/ledger-error.ts";
import {
  type KeyHash,
  type PackageName,
  type QualifiedName,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import { isNone, none } from "../../base/values/constructors.ts";
import { computeSha256Digest, computeSha256HexDigest } from "../../base/values/digest.ts";
import { findContractIdInValue } from "../../base/values/find-contract-id-in-value.ts";
import { GrowingByteWriter } from "../../base/values/growing-bytes.ts";
import type { EnumShape, RecordShape, ValueShape, VariantShape } from "../../base/values/shape.ts";
import type { Value } from "../../base/values/value.ts";
import { assertValueKind, createValueKindMismatchError } from "../../base/values/value-error.ts";
import { type UntypedHashingScheme, writeUntypedValueForHash } from "./untyped-hashing.ts";

/** The content from which the hash of a contract is computed. */
export interface ContractHashContent {
  readonly packageName: PackageName;
  /** The template's name. */
  readonly qualifiedName: QualifiedName;
  readonly argument: Value;
  readonly shape: ValueShape;
}

/** The content from which the hash of a contract key is computed. */
export interface ContractKeyHashContent {
  readonly packageName: PackageName;
  /** The template's name. */
  readonly qualifiedName: QualifiedName;
  readonly key: Value;
  readonly shape: ValueShape;
}

/**
 * The content from which contract hashes were computed before protocol version 34. It includes the
 * package id, but not the types.
 */
export interface UntypedContractHashContent {
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly argument: Value;
}

const contractPurpose = Uint8Array.of(0x03, 0x05);
const keyPurpose = Uint8Array.of(0x03, 0x09, 0x01);

// Hashing is synchronous and not reentrant, so one buffer is enough.
const hashInputBuffer = new GrowingByteWriter(4096);

/**
 * Returns the TypedNormalForm hash of a contract: 32 bytes (daml-lf.md 17.3). The hash depends on
 * the package name but not on the package id, and ignores trailing None fields. Therefore an
 * upgrade of the contract does not change its hash.
 */
export const computeContractHash = (content: ContractHashContent): Uint8Array => {
  writeTemplateName(contractPurpose, content);
  getValueHashWriter(content.shape)(content.argument, hashInputBuffer);
  return computeSha256Digest(hashInputBuffer.getWrittenBytes());
};

/**
 * Returns the hash of a contract as participants computed it before protocol version 34: 32 bytes
 * (daml-lf.md 17.3).
 */
export const computeUntypedContractHash = (
  scheme: UntypedHashingScheme,
  content: UntypedContractHashContent,
): Uint8Array => {
  const { packageId, qualifiedName } = splitTypeId(content.templateId);
  hashInputBuffer.clear();
  hashInputBuffer.writeRawBytes(hashPurposeByUntypedScheme[scheme]);
  hashInputBuffer.writeString(content.packageName);
  hashInputBuffer.writeString(packageId);
  hashInputBuffer.writeRawBytes(encodeQualifiedNameBytes(qualifiedName));
  writeUntypedValueForHash(scheme, content.argument, hashInputBuffer);
  return computeSha256Digest(hashInputBuffer.getWrittenBytes());
};

const hashPurposeByUntypedScheme: Readonly<Record<UntypedHashingScheme, Uint8Array>> = {
  legacy: Uint8Array.of(0x00, 0x05),
  upgradeFriendly: Uint8Array.of(0x01, 0x05),
};

/** Returns the hash by which a contract key is looked up. Raises CONTRACT_ID_IN_CONTRACT_KEY. */
export const computeContractKeyHash = (content: ContractKeyHashContent): KeyHash => {
  if (findContractIdInValue(content.key, () => true) !== undefined) {
    throw ledgerError("CONTRACT_ID_IN_CONTRACT_KEY", {
      cause: `A contract id is part of a key of ${content.qualifiedName}; a key must not contain contract ids.`,
    });
  }
  writeTemplateName(keyPurpose, content);
  getValueHashWriter(content.shape)(content.key, hashInputBuffer);
  return computeSha256HexDigest(hashInputBuffer.getWrittenBytes());
};

const writeTemplateName = (
  purpose: Uint8Array,
  template: { readonly packageName: PackageName; readonly qualifiedName: QualifiedName },
): void => {
  hashInputBuffer.clear();
  hashInputBuffer.writeRawBytes(purpose);
  hashInputBuffer.writeString(template.packageName);
  hashInputBuffer.writeRawBytes(encodeQualifiedNameBytes(template.qualifiedName));
};

/** Appends the bytes of a value that are hashed (table of daml-lf.md 17.3). */
export type ValueHashWriter = (value: Value, out: GrowingByteWriter) => void;

const hashWriterCache = new WeakMap<ValueShape, ValueHashWriter>();

/** Returns the hash writer of a shape. It is cached. Shapes may be recursive. */
export const getValueHashWriter = (shape: ValueShape): ValueHashWriter => {
  let writer = hashWriterCache.get(shape);
  if (writer === undefined) {
    writer = createWriter(shape);
    hashWriterCache.set(shape, writer);
  }
  return writer;
};

/** Cache of encoded names of templates and types. */
const knownNames = new Map<QualifiedName, Uint8Array>();

/**
 * Returns the bytes of a qualified name: the segments of the module name, then the segments of the
 * entity name. The number of segments precedes each list, and the length of a segment precedes the
 * segment.
 */
export const encodeQualifiedNameBytes = (name: QualifiedName): Uint8Array => {
  let bytes = knownNames.get(name);
  if (bytes === undefined) {
    bytes = encodeQualifiedName(name);
    knownNames.set(name, bytes);
  }
  return bytes;
};

const encodeQualifiedName = (name: QualifiedName): Uint8Array => {
  const out = new GrowingByteWriter(64);
  for (const dotted of name.split(":")) {
    const segments = dotted.split(".");
    out.writeInt32(segments.length);
    for (const segment of segments) out.writeString(segment);
  }
  return out.getWrittenBytes();
};

const createWriter = (shape: ValueShape): ValueHashWriter => {
  switch (shape.kind) {
    case "int64":
      return writeInt64;
    case "numeric":
      return writeNumeric;
    case "text":
      return writeText;
    case "timestamp":
      return writeTimestamp;
    case "party":
      return writeParty;
    case "bool":
      return writeBool;
    case "unit":
      return writeUnit;
    case "date":
      return writeDate;
    case "contractId":
      return writeContractId;
    case "record":
      return recordWriter(shape);
    case "variant":
      return variantWriter(shape);
    case "enum":
      return enumWriter(shape);
    case "optional":
      return optionalWriter(getValueHashWriter(shape.element));
    case "list":
      return listWriter(getValueHashWriter(shape.element));
    case "textMap":
      return textMapWriter(getValueHashWriter(shape.element));
    case "genMap":
      return genMapWriter(getValueHashWriter(shape.key), getValueHashWriter(shape.value));
  }
};

const writeInt64: ValueHashWriter = (value, out) => {
  assertValueKind("int64", value);
  out.writeByte(0x00);
  out.writeInt64(value.value);
};

const writeNumeric: ValueHashWriter = (value, out) => {
  assertValueKind("numeric", value);
  out.writeByte(0x01);
  out.writeTwosComplement(value.unscaled);
};

const writeText: ValueHashWriter = (value, out) => {
  assertValueKind("text", value);
  out.writeByte(0x02);
  out.writeString(value.value);
};

const writeTimestamp: ValueHashWriter = (value, out) => {
  assertValueKind("timestamp", value);
  out.writeByte(0x03);
  out.writeInt64(value.micros);
};

const writeParty: ValueHashWriter = (value, out) => {
  assertValueKind("party", value);
  out.writeByte(0x04);
  out.writeString(value.value);
};

const writeBool: ValueHashWriter = (value, out) => {
  assertValueKind("bool", value);
  out.writeByte(0x05);
  out.writeByte(value.value ? 1 : 0);
};

const writeUnit: ValueHashWriter = (value, out) => {
  assertValueKind("unit", value);
  out.writeByte(0x06);
};

const writeDate: ValueHashWriter = (value, out) => {
  assertValueKind("date", value);
  out.writeByte(0x07);
  out.writeInt32(value.days);
};

const writeContractId: ValueHashWriter = (value, out) => {
  assertValueKind("contractId", value);
  out.writeByte(0x0f);
  out.writeHex(value.value);
};

const recordWriter = (shape: RecordShape): ValueHashWriter => {
  const head = encodeTaggedName(0x08, shape.qualifiedName);
  let prepared:
    readonly { readonly label: Uint8Array; readonly write: ValueHashWriter }[] | undefined;
  // Prepared on first use, because a recursive type contains itself.
  const fieldsOf = () =>
    (prepared ??= shape.fields.map((field) => ({
      label: encodeStringBytes(field.name),
      write: getValueHashWriter(field.shape),
    })));
  return (value, out) => {
    assertValueKind("record", value);
    const fields = fieldsOf();
    if (value.fields.length > fields.length) {
      throw createValueKindMismatchError(shape.qualifiedName, value);
    }
    out.writeRawBytes(head);
    // Write the fields up to the last one that is not None.
    let end = out.length;
    for (let index = 0; index < value.fields.length; index++) {
      const field = fields[index];
      if (field === undefined) break;
      const part = value.fields[index] ?? none;
      out.writeRawBytes(field.label);
      field.write(part, out);
      if (!isNone(part)) end = out.length;
    }
    out.truncateBytes(end);
    out.writeByte(0xff);
  };
};

const variantWriter = (shape: VariantShape): ValueHashWriter => {
  let prepared:
    ReadonlyMap<string, { readonly head: Uint8Array; readonly write: ValueHashWriter }> | undefined;
  const constructorsOf = () =>
    (prepared ??= new Map(
      shape.constructors.map(({ name, shape: of }, rank) => [
        name,
        { head: encodeConstructorHead(0x09, shape, { name, rank }), write: getValueHashWriter(of) },
      ]),
    ));
  return (value, out) => {
    assertValueKind("variant", value);
    const constructor = constructorsOf().get(value.constructor);
    if (constructor === undefined) throw createValueKindMismatchError(shape.qualifiedName, value);
    out.writeRawBytes(constructor.head);
    constructor.write(value.value, out);
  };
};

const enumWriter = (shape: EnumShape): ValueHashWriter => {
  const heads = new Map(
    shape.constructors.map((name, rank) => [
      name,
      encodeConstructorHead(0x0a, shape, { name, rank }),
    ]),
  );
  return (value, out) => {
    assertValueKind("enum", value);
    const head = heads.get(value.constructor);
    if (head === undefined) throw createValueKindMismatchError(shape.qualifiedName, value);
    out.writeRawBytes(head);
  };
};

const optionalWriter =
  (element: ValueHashWriter): ValueHashWriter =>
  (value, out) => {
    assertValueKind("optional", value);
    out.writeByte(0x0c);
    out.writeByte(value.value === undefined ? 0 : 1);
    if (value.value !== undefined) element(value.value, out);
  };

const listWriter =
  (element: ValueHashWriter): ValueHashWriter =>
  (value, out) => {
    assertValueKind("list", value);
    out.writeByte(0x0b);
    out.writeInt32(value.elements.length);
    for (const of of value.elements) element(of, out);
  };

const textMapWriter =
  (element: ValueHashWriter): ValueHashWriter =>
  (value, out) => {
    assertValueKind("textMap", value);
    out.writeByte(0x0d);
    out.writeInt32(value.entries.length);
    for (const [key, of] of value.entries) {
      out.writeString(key);
      element(of, out);
    }
  };

const genMapWriter =
  (key: ValueHashWriter, element: ValueHashWriter): ValueHashWriter =>
  (value, out) => {
    assertValueKind("genMap", value);
    out.writeByte(0x0e);
    out.writeInt32(value.entries.length);
    for (const [of, to] of value.entries) {
      key(of, out);
      element(to, out);
    }
  };

const encodeTaggedName = (tag: number, name: QualifiedName): Uint8Array => {
  const out = new GrowingByteWriter(64);
  out.writeByte(tag);
  out.writeRawBytes(encodeQualifiedNameBytes(name));
  return out.getWrittenBytes();
};

const encodeConstructorHead = (
  tag: number,
  shape: VariantShape | EnumShape,
  constructor: { readonly name: string; readonly rank: number },
): Uint8Array => {
  const out = new GrowingByteWriter(64);
  out.writeRawBytes(encodeTaggedName(tag, shape.qualifiedName));
  out.writeString(constructor.name);
  out.writeInt32(constructor.rank);
  return out.getWrittenBytes();
};

const encodeStringBytes = (text: string): Uint8Array => {
  const out = new GrowingByteWriter(64);
  out.writeString(text);
  return out.getWrittenBytes();
};
