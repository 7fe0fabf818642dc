import type { GrowingByteWriter } from "../../base/values/growing-bytes.ts";
import type { Value } from "../../base/values/value.ts";

/**
 * Hashing schemes of contract ids before protocol version 34. The format of the id determines which
 * one is used (daml-lf.md 17.3).
 */
export type UntypedHashingScheme = "legacy" | "upgradeFriendly";

/**
 * Appends a value in one of the two older schemes, without its type. For records, `upgradeFriendly`
 * omits fields that are zero, empty, false, unit or None. Before each remaining field, it writes
 * the position of the field, unless the field is a map.
 */
export const writeUntypedValueForHash = (
  scheme: UntypedHashingScheme,
  value: Value,
  out: GrowingByteWriter,
): void => {
  switch (value.kind) {
    case "unit":
      return out.writeByte(0);
    case "bool":
      return out.writeByte(value.value ? 1 : 0);
    case "int64":
      return out.writeInt64(value.value);
    case "numeric":
      return out.writeTwosComplement(value.unscaled);
    case "timestamp":
      return out.writeInt64(value.micros);
    case "date":
      return out.writeInt32(value.days);
    case "text":
    case "party":
      return out.writeString(value.value);
    case "contractId":
      return out.writeHex(value.value);
    case "enum":
      return out.writeString(value.constructor);
    case "variant":
      out.writeString(value.constructor);
      return writeUntypedValueForHash(scheme, value.value, out);
    case "optional":
      return writeOptional(scheme, value.value, out);
    case "list":
      out.writeInt32(value.elements.length);
      for (const element of value.elements) writeUntypedValueForHash(scheme, element, out);
      return;
    case "textMap":
      out.writeInt32(value.entries.length);
      for (const [key, of] of value.entries) {
        out.writeString(key);
        writeUntypedValueForHash(scheme, of, out);
      }
      return;
    case "genMap":
      out.writeInt32(value.entries.length);
      for (const [key, of] of value.entries) {
        writeUntypedValueForHash(scheme, key, out);
        writeUntypedValueForHash(scheme, of, out);
      }
      return;
    case "record":
      return scheme === "legacy"
        ? writeAllFields(value.fields, out)
        : writeNonDefaultFields(value.fields, out);
  }
};

/** Appends an Optional. The legacy scheme uses four bytes to say whether there is a value. */
const writeOptional = (
  scheme: UntypedHashingScheme,
  value: Value | undefined,
  out: GrowingByteWriter,
): void => {
  const presence = value === undefined ? 0 : 1;
  if (scheme === "legacy") out.writeInt32(presence);
  else out.writeByte(presence);
  if (value !== undefined) writeUntypedValueForHash(scheme, value, out);
};

const writeAllFields = (fields: readonly Value[], out: GrowingByteWriter): void => {
  out.writeInt32(fields.length);
  for (const field of fields) writeUntypedValueForHash("legacy", field, out);
};

const writeNonDefaultFields = (fields: readonly Value[], out: GrowingByteWriter): void => {
  fields.forEach((field, index) => {
    if (isDefault(field)) return;
    // Canton omits the position of maps, and contract ids depend on this.
    if (field.kind !== "textMap" && field.kind !== "genMap") out.writeInt32(index);
    // Write no flag for the Optional: the position of the field already says that it is not None.
    const content = field.kind === "optional" ? (field.value ?? field) : field;
    writeUntypedValueForHash("upgradeFriendly", content, out);
  });
  out.writeByte(0xff);
};

const isDefault = (field: Value): boolean => {
  switch (field.kind) {
    case "unit":
      return true;
    case "bool":
      return !field.value;
    case "int64":
      return field.value === 0n;
    case "numeric":
      return field.unscaled === 0n;
    case "timestamp":
      return field.micros === 0n;
    case "date":
      return field.days === 0;
    case "text":
      return field.value === "";
    case "optional":
      return field.value === undefined;
    case "list":
      return field.elements.length === 0;
    case "textMap":
    case "genMap":
      return field.entries.length === 0;
    case "party":
    case "contractId":
    case "enum":
    case "variant":
    case "record":
      return false;
  }
};
