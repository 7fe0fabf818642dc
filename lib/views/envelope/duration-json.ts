/** A google.protobuf.Duration in API messages (ledger-api.md 1.4). */
export interface DurationJson {
  readonly seconds: number;
  readonly nanos: number;
  readonly unknownFields: UnknownFieldsJson;
}

/** The unknown fields of a protobuf message. Always empty here. */
export interface UnknownFieldsJson {
  readonly fields: Readonly<Record<string, never>>;
}

export const emptyUnknownFieldsJson: UnknownFieldsJson = { fields: {} };

/** Returns a duration of `micros`. Seconds and nanos have the same sign. */
export const toDurationJson = (micros: bigint): DurationJson => ({
  seconds: Number(micros / 1_000_000n),
  nanos: Number(micros % 1_000_000n) * 1_000,
  unknownFields: emptyUnknownFieldsJson,
});
