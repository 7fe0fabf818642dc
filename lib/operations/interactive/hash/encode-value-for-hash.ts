import { splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import { GrowingByteWriter } from "../../../base/values/growing-bytes.ts";
import type { EnrichedValue } from "../wire/enriched-value.ts";
import { memoizeBytesByType } from "../wire/kept-bytes.ts";

/**
 * Writes the encoding of a value for the hash of a prepared transaction (interactive-submission.md
 * 5, 5.1).
 */
export const encodeValueForHash = (out: GrowingByteWriter, value: EnrichedValue): void => {
  out.writeByte(tagOf[value.kind]);
  switch (value.kind) {
    case "unit":
      return;
    case "bool":
      return encodeBoolForHash(out, value.value);
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
      return encodeOptionalForHash(out, value.value, encodeValueForHash);
    case "list":
      return encodeListForHash(out, value.elements, encodeValueForHash);
    case "textMap":
      return encodeListForHash(out, value.entries, (_, [key, of]) => {
        out.writeString(key);
        encodeValueForHash(out, of);
      });
    case "genMap":
      return encodeListForHash(out, value.entries, (_, [key, of]) => {
        encodeValueForHash(out, key);
        encodeValueForHash(out, of);
      });
    case "record":
      encodeOptionalForHash(out, value.id, encodeIdentifierForHash);
      return encodeListForHash(out, value.fields, (_, field) => {
        encodeOptionalForHash(out, field.label === "" ? undefined : field.label, encodeTextForHash);
        encodeValueForHash(out, field.value);
      });
    case "variant":
      encodeOptionalForHash(out, value.id, encodeIdentifierForHash);
      out.writeString(value.constructor);
      return encodeValueForHash(out, value.value);
    case "enum":
      encodeOptionalForHash(out, value.id, encodeIdentifierForHash);
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
export const encodeIdentifierForHash = (out: GrowingByteWriter, id: TypeId): void => {
  out.writeRawBytes(identifierBytes(id));
};

const identifierBytes = memoizeBytesByType((id) => {
  const out = new GrowingByteWriter();
  const { packageId, qualifiedName } = splitTypeId(id);
  out.writeString(packageId);
  for (const dotted of qualifiedName.split(":")) {
    encodeListForHash(out, dotted.split("."), encodeTextForHash);
  }
  return out.getWrittenBytes().slice();
});

export const encodeTextForHash = (out: GrowingByteWriter, text: string): void => {
  out.writeString(text);
};

export const encodeBoolForHash = (out: GrowingByteWriter, flag: boolean): void => {
  out.writeByte(flag ? 1 : 0);
};

/** Writes whether the value is present, then the value. */
export const encodeOptionalForHash = <Item>(
  out: GrowingByteWriter,
  item: Item | undefined,
  hash: (out: GrowingByteWriter, item: Item) => void,
): void => {
  encodeBoolForHash(out, item !== undefined);
  if (item !== undefined) hash(out, item);
};

/** Writes the number of items, then the items. */
export const encodeListForHash = <Item>(
  out: GrowingByteWriter,
  items: readonly Item[],
  hash: (out: GrowingByteWriter, item: Item) => void,
): void => {
  out.writeInt32(items.length);
  for (const item of items) hash(out, item);
};
