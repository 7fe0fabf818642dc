import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

import { type ErrorDetails, getErrorCategory } from "../../base/errors/ledger-error.ts";
import { encodeBase64 } from "../../base/values/base64.ts";
import { emptyUnknownFieldsJson, toDurationJson, type UnknownFieldsJson } from "./duration-json.ts";
import { createErrorContext, type FailedCallIdentifiers } from "./error-context.ts";

/** A google.protobuf.Any in API messages (ledger-api.md 1.4). */
export interface ProtobufAnyJson {
  readonly typeUrl: string;
  /** Base64 of the message in protobuf wire format. */
  readonly value: string;
  readonly unknownFields: UnknownFieldsJson;
  /**
   * The message as a JSON object. (A participant's OpenAPI document wrongly declares it as a text.)
   */
  readonly valueDecoded: DecodedMessage;
}

/** A message as an object with the JSON names of its fields. */
export interface DecodedMessage {
  readonly [field: string]: unknown;
  readonly unknownFields: UnknownFieldsJson;
}

/**
 * Returns the structured details of a gRPC status, as google.rpc messages: the error (ErrorInfo),
 * the call (RequestInfo), the retry delay (RetryInfo), and the affected resources (ResourceInfo).
 */
export const createGrpcErrorDetails = (
  details: ErrorDetails,
  identity: FailedCallIdentifiers,
): readonly ProtobufAnyJson[] => {
  const requestId = identity.correlationId ?? identity.traceId;
  return [
    errorInfo(details.code, createErrorContext(details, identity)),
    ...(requestId === undefined ? [] : [requestInfo(requestId)]),
    ...(getErrorCategory(details).retryable ? [retryInfo(1)] : []),
    ...details.resources.map(([type, name]) => resourceInfo(type, name)),
  ];
};

const errorInfo = (reason: string, metadata: Readonly<Record<string, string>>): ProtobufAnyJson => {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).string(reason);
  for (const [key, value] of Object.entries(metadata)) {
    writer.tag(3, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(key);
    writer.tag(2, WireType.LengthDelimited).string(value);
    writer.join();
  }
  return createAnyJson("ErrorInfo", writer, { reason, domain: "", metadata });
};

const requestInfo = (requestId: string): ProtobufAnyJson => {
  const writer = new BinaryWriter().tag(1, WireType.LengthDelimited).string(requestId);
  return createAnyJson("RequestInfo", writer, { requestId, servingData: "" });
};

const retryInfo = (seconds: number): ProtobufAnyJson => {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).fork().tag(1, WireType.Varint).int64(seconds).join();
  return createAnyJson("RetryInfo", writer, {
    retryDelay: toDurationJson(BigInt(seconds) * 1_000_000n),
  });
};

const resourceInfo = (resourceType: string, resourceName: string): ProtobufAnyJson => {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).string(resourceType);
  writer.tag(2, WireType.LengthDelimited).string(resourceName);
  return createAnyJson("ResourceInfo", writer, {
    resourceType,
    resourceName,
    owner: "",
    description: "",
  });
};

const createAnyJson = (
  message: string,
  writer: BinaryWriter,
  decoded: object,
): ProtobufAnyJson => ({
  typeUrl: `type.googleapis.com/google.rpc.${message}`,
  value: encodeBase64(writer.finish()),
  unknownFields: emptyUnknownFieldsJson,
  valueDecoded: { ...decoded, unknownFields: emptyUnknownFieldsJson },
});
