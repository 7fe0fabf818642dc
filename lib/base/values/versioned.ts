import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

import {
  computeLengthDelimitedFieldTag,
  createMalformedBytesError,
  readProtobufFields,
} from "./wire-message.ts";

/**
 * The serialization version: `2.1`, or `2` for data that depends on contract keys (daml-lf.md
 * 10.6).
 */
type SerializationVersion = "2.1" | "2";

/** A serialized value or contract, with the version of the serialization. */
export interface PayloadWithSerializationVersion {
  readonly version: SerializationVersion;
  readonly payload: Uint8Array;
}

/** Returns the protobuf message that wraps the payload and its version. */
export const encodeVersionedPayload = ({
  version,
  payload,
}: PayloadWithSerializationVersion): Uint8Array =>
  new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .string(version)
    .tag(2, WireType.LengthDelimited)
    .bytes(payload)
    .finish();

/**
 * Reads a message that {@link encodeVersionedPayload} wrote. The payload shares memory with `bytes`.
 * Raises INVALID_ARGUMENT for malformed messages and unknown versions.
 */
export const decodeVersionedMessage = (bytes: Uint8Array): PayloadWithSerializationVersion => {
  let version: string | undefined;
  let payload: Uint8Array | undefined;
  readProtobufFields(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1) && version === undefined) {
      version = reader.string(true);
    } else if (tag === computeLengthDelimitedFieldTag(2) && payload === undefined) {
      payload = reader.bytes();
    } else {
      return false;
    }
    return true;
  });
  if (version !== "2.1" && version !== "2") {
    throw createMalformedBytesError("the version is neither 2.1 nor 2");
  }
  if (payload === undefined) throw createMalformedBytesError("the payload is missing");
  return { version, payload };
};
