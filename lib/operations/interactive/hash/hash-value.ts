import { splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import { GrowingBytes } from "../../../base/values/growing-bytes.ts";
import type { EnrichedValue } from "../wire/enriched-value.ts";
import { cacheBytesByType } from "../wire/kept-bytes.ts";

/**
 * Writes the encoding of a value for the hash of a prepared transaction (interactive-submission.md
 * 5, 5.1).
 */
export const hashValue = (out: GrowingBytes, value: EnrichedValue): void => {
  out.writeByte(tagOf[value.kind]);
  switch (value.kind) {
    case "unit":
      return;
    case "bool":
      return hashFlag(out, value.value);
    case "int64":
      return out.writeInt64(value.value);
    case "numeric":
      return out.writeString(value.text);
    case "timestamp":
      return out.writeInt64(value.micros);
    case "date":
      return out.writeInt32(value.days);
    case "party":
    case "text":
      return out.writeString(value.value);
    case "contractId":
      return out.writeHex(value.value);
    case "optional":
      return hashOptional(out, value.value, hashValue);
    case "list":
      return hashList(out, value.elements, hashValue);
    case "textMap":
      return hashList(out, value.entries, (_, [key, of]) => {
        out.writeString(key);
        hashValue(out, of);
      });
    case "genMap":
      return hashList(out, value.entries, (_, [key, of]) => {
        hashValue(out, key);
        hashValue(out, of);
      });
    case "record":
      hashOptional(out, value.id, hashIdentifier);
      return hashList(out, value.fields, (_, field) => {
        hashOptional(out, field.label === "" ? undefined : field.label, hashText);
        hashValue(out, field.value);
      });
    case "variant":
      hashOptional(out, value.id, hashIdentifier);
      out.writeString(value.constructor);
      return hashValue(out, value.value);
    case "enum":
      hashOptional(out, value.id, hashIdentifier);
      return out.writeString(value.constructor);
  }
};

const tagOf = {
  unit: 0x00,
  bool: 0x01,
  int64: 0x02,
  numeric: 0x03,
  timestamp: 0x04,
  date: 0x05,
  party: 0x06,
  text: 0x07,
  contractId: 0x08,
  optional: 0x09,
  list: 0x0a,
  textMap: 0x0b,
  record: 0x0c,
  variant: 0x0d,
  enum: 0x0e,
  genMap: 0x0f,
} as const satisfies Record<EnrichedValue["kind"], number>;

/** Writes the package id, then the segments of module and entity. */
export const hashIdentifier = (out: GrowingBytes, id: TypeId): void => {
  out.writeRawBytes(identifierBytes(id));
};

const identifierBytes = cacheBytesByType((id) => {
  const out = new GrowingBytes();
  const { packageId, qualifiedName } = splitTypeId(id);
  out.writeString(packageId);
  for (const dotted of qualifiedName.split(":")) hashList(out, dotted.split("."), hashText);
  return out.getWrittenBytes().slice();
});

export const hashText = (out: GrowingBytes, text: string): void => {
  out.writeString(text);
};

export const hashFlag = (out: GrowingBytes, flag: boolean): void => {
  out.writeByte(flag ? 1 : 0);
};

/** Writes whether the value is present, then the value. */
export const hashOptional = <Item>(
  out: GrowingBytes,
  item: Item | undefined,
  hash: (out: GrowingBytes, item: Item) => void,
): void => {
  hashFlag(out, item !== undefined);
  if (item !== undefined) hash(out, item);
};

/** Writes the number of items, then the items. */
export const hashList = <Item>(
  out: GrowingBytes,
  items: readonly Item[],
  hash: (out: GrowingBytes, item: Item) => void,
): void => {
  out.writeInt32(items.length);
  for (const item of items) hash(out, item);
};
