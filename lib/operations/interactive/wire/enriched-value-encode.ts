import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

import type { EnrichedValue } from "./enriched-value.ts";
import { writeIdentifierField, writeMessageField, writeTextField } from "./wire-fields.ts";

/** Writes the message `com.daml.ledger.api.v2.Value` into a field (interactive-submission.md 3). */
export const writeEnrichedValue = (
  writer: BinaryWriter,
  fieldNumber: number,
  value: EnrichedValue,
): void => {
  writeMessageField(writer, fieldNumber, () => writeCase(writer, value));
};

const writeCase = (writer: BinaryWriter, value: EnrichedValue): void => {
  switch (value.kind) {
    case "unit":
      return writeMessageField(writer, 1, () => undefined);
    case "bool":
      return void writer.tag(2, WireType.Varint).bool(value.value);
    case "int64":
      return void writer.tag(3, WireType.Varint).sint64(value.value);
    case "date":
      return void writer.tag(4, WireType.Varint).int32(value.days);
    case "timestamp":
      return void writer.tag(5, WireType.Bit64).sfixed64(value.micros);
    case "numeric":
      return writeTextEvenIfEmpty(writer, 6, value.text);
    case "party":
      return writeTextEvenIfEmpty(writer, 7, value.value);
    case "text":
      return writeTextEvenIfEmpty(writer, 8, value.value);
    case "contractId":
      return writeTextEvenIfEmpty(writer, 9, value.value);
    case "optional":
    case "list":
    case "textMap":
    case "genMap":
      return writeContainer(writer, value);
    case "record":
    case "variant":
    case "enum":
      return writeDataValue(writer, value);
  }
};

type ContainerValue = Extract<EnrichedValue, { kind: "optional" | "list" | "textMap" | "genMap" }>;

const writeContainer = (writer: BinaryWriter, value: ContainerValue): void => {
  switch (value.kind) {
    case "optional":
      return writeMessageField(writer, 10, () => {
        if (value.value !== undefined) writeEnrichedValue(writer, 1, value.value);
      });
    case "list":
      return writeMessageField(writer, 11, () => {
        for (const element of value.elements) writeEnrichedValue(writer, 1, element);
      });
    case "textMap":
      return writeMessageField(writer, 12, () => {
        for (const [key, of] of value.entries) {
          writeMessageField(writer, 1, () => {
            writeTextField(writer, 1, key);
            writeEnrichedValue(writer, 2, of);
          });
        }
      });
    case "genMap":
      return writeMessageField(writer, 13, () => {
        for (const [key, of] of value.entries) {
          writeMessageField(writer, 1, () => {
            writeEnrichedValue(writer, 1, key);
            writeEnrichedValue(writer, 2, of);
          });
        }
      });
  }
};

type DataValue = Extract<EnrichedValue, { kind: "record" | "variant" | "enum" }>;

const writeDataValue = (writer: BinaryWriter, value: DataValue): void => {
  const { id } = value;
  const writeId = (): void => {
    if (id !== undefined) writeIdentifierField(writer, 1, id);
  };
  switch (value.kind) {
    case "record":
      return writeMessageField(writer, 14, () => {
        writeId();
        for (const field of value.fields) {
          writeMessageField(writer, 2, () => {
            writeTextField(writer, 1, field.label);
            writeEnrichedValue(writer, 2, field.value);
          });
        }
      });
    case "variant":
      return writeMessageField(writer, 15, () => {
        writeId();
        writeTextField(writer, 2, value.constructor);
        writeEnrichedValue(writer, 3, value.value);
      });
    case "enum":
      return writeMessageField(writer, 16, () => {
        writeId();
        writeTextField(writer, 2, value.constructor);
      });
  }
};

/** Writes a text even if it is empty, because the presence of the field selects the `oneof` case. */
const writeTextEvenIfEmpty = (writer: BinaryWriter, fieldNumber: number, text: string): void => {
  writer.tag(fieldNumber, WireType.LengthDelimited).string(text);
};
