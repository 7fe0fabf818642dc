import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { hexToBytes } from "@noble/hashes/utils.js";

import { formatNumeric } from "./numeric.ts";
import type { Value } from "./value.ts";

/**
 * Encodes a value in normal form as the protobuf message of `value.proto` (daml-lf.md 10.6),
 * without a version. Equal values have equal bytes.
 */
export const encodeValueAsProtobuf = (value: Value): Uint8Array => {
  const writer = new BinaryWriter();
  writeValue(value, writer);
  return writer.finish();
};

const writeValue = (value: Value, writer: BinaryWriter): void => {
  switch (value.kind) {
    case "unit":
      writer.tag(1, WireType.LengthDelimited).uint32(0);
      return;
    case "bool":
      writer.tag(2, WireType.Varint).bool(value.value);
      return;
    case "int64":
      writer.tag(3, WireType.Varint).sint64(value.value);
      return;
    case "date":
      writer.tag(4, WireType.Varint).int32(value.days);
      return;
    case "timestamp":
      writer.tag(5, WireType.Bit64).sfixed64(value.micros);
      return;
    case "numeric":
      writer.tag(6, WireType.LengthDelimited).string(formatNumeric(value));
      return;
    case "party":
      writer.tag(7, WireType.LengthDelimited).string(value.value);
      return;
    case "text":
      writer.tag(8, WireType.LengthDelimited).string(value.value);
      return;
    case "contractId":
      writer.tag(9, WireType.LengthDelimited).bytes(hexToBytes(value.value));
      return;
    case "optional":
      writer.tag(10, WireType.LengthDelimited).fork();
      if (value.value !== undefined) writeNestedValue(1, value.value, writer);
      writer.join();
      return;
    case "list":
      writer.tag(11, WireType.LengthDelimited).fork();
      for (const element of value.elements) writeNestedValue(1, element, writer);
      writer.join();
      return;
    case "genMap":
      writer.tag(12, WireType.LengthDelimited).fork();
      for (const [key, of] of value.entries) {
        writer.tag(1, WireType.LengthDelimited).fork();
        writeNestedValue(1, key, writer);
        writeNestedValue(2, of, writer);
        writer.join();
      }
      writer.join();
      return;
    case "record":
      writer.tag(13, WireType.LengthDelimited).fork();
      for (const field of value.fields) {
        writer.tag(1, WireType.LengthDelimited).fork();
        writeNestedValue(1, field, writer);
        writer.join();
      }
      writer.join();
      return;
    case "variant":
      writer.tag(14, WireType.LengthDelimited).fork();
      writer.tag(1, WireType.LengthDelimited).string(value.constructor);
      writeNestedValue(2, value.value, writer);
      writer.join();
      return;
    case "enum":
      writer.tag(15, WireType.LengthDelimited).fork();
      writer.tag(1, WireType.LengthDelimited).string(value.constructor);
      writer.join();
      return;
    case "textMap":
      writer.tag(16, WireType.LengthDelimited).fork();
      for (const [key, of] of value.entries) {
        writer.tag(1, WireType.LengthDelimited).fork();
        if (key !== "") writer.tag(1, WireType.LengthDelimited).string(key);
        writeNestedValue(2, of, writer);
        writer.join();
      }
      writer.join();
      return;
  }
};

const writeNestedValue = (fieldNumber: number, value: Value, writer: BinaryWriter): void => {
  writer.tag(fieldNumber, WireType.LengthDelimited).fork();
  writeValue(value, writer);
  writer.join();
};
