import { hexToBytes } from "@noble/hashes/utils.js";

import type { Micros, Offset, Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Completion, DeduplicationPeriod } from "../../base/model/completion.ts";
import { encodeBase64 } from "../../base/values/base64.ts";
import { formatInstant } from "../../base/values/time.ts";
import { type DurationJson, toDurationJson } from "./duration-json.ts";
import type { FailedCallIdentifiers } from "./error-context.ts";
import { okGrpcStatus, type StatusJson, toGrpcStatus } from "./to-grpc-status.ts";
import {
  createTraceContextJson,
  parseTraceId,
  type TraceContextJson,
} from "./trace-context-json.ts";

/** One item of a completion stream (ledger-api.md 1.7, 3.3). */
export interface CompletionJson {
  readonly commandId: string;
  readonly status: StatusJson;
  /** `""` if the command was rejected. */
  readonly updateId: string;
  readonly userId: string;
  readonly actAs: readonly Party[];
  readonly submissionId: string;
  readonly deduplicationPeriod: DeduplicationPeriodJson;
  readonly traceContext: TraceContextJson;
  readonly offset: Offset;
  readonly synchronizerTime: SynchronizerTimeJson;
  readonly paidTrafficCost: number;
  /**
   * Base64 of the hash that an external party signed; `""` if there is none. Absent before version
   * 3.6 of the API.
   */
  readonly transactionHash?: string;
}

/** The deduplication period of a command, as JSON of the ledger API. */
export type DeduplicationPeriodJson =
  | { readonly DeduplicationDuration: { readonly value: DurationJson } }
  | { readonly DeduplicationOffset: { readonly value: Offset } }
  | { readonly Empty: Readonly<Record<string, never>> };

/** The record time on a synchronizer, in ISO 8601. */
export interface SynchronizerTimeJson {
  readonly synchronizerId: SynchronizerId;
  readonly recordTime: string;
}

export interface CompletionJsonOptions {
  /** True if completions include the signed hash: from version 3.6 of the API on. */
  readonly withHash?: boolean;
  /** Name of the participant, to include in errors; absent to omit it. */
  readonly participant?: string;
}

/** Returns the completion as JSON. `actAs` are the acting parties that the reader may see. */
export const completionJson = (
  completion: Completion,
  actAs: readonly Party[],
  { withHash = false, participant }: CompletionJsonOptions = {},
): CompletionJson => {
  const { submission, outcome, offset, synchronizerId, recordTime } = completion;
  const updateId = outcome.kind === "accepted" ? outcome.updateId : "";
  const traceContext = createTraceContextJson(
    completion.traceContext,
    updateId === "" ? submission.submissionId : updateId,
  );
  return {
    commandId: submission.commandId,
    status:
      outcome.kind === "accepted"
        ? okGrpcStatus
        : toGrpcStatus(outcome.error, createErrorIdentity(traceContext, participant)),
    updateId,
    userId: submission.userId,
    actAs,
    submissionId: submission.submissionId,
    deduplicationPeriod: deduplicationPeriodJson(completion.deduplicationPeriod),
    traceContext,
    offset,
    synchronizerTime: createSynchronizerTimeJson(synchronizerId, recordTime),
    paidTrafficCost: 0,
    ...(withHash && { transactionHash: convertHexToBase64(completion.externalTransactionHash) }),
  };
};

/** Returns the trace id and the participant's name, for the error of the completion. */
const createErrorIdentity = (
  traceContext: TraceContextJson,
  participant: string | undefined,
): FailedCallIdentifiers => {
  const traceId = parseTraceId(traceContext);
  return {
    ...(traceId !== undefined && { traceId }),
    ...(participant !== undefined && { participant }),
  };
};

const convertHexToBase64 = (hash: string | undefined): string =>
  hash === undefined ? "" : encodeBase64(hexToBytes(hash));

export const createSynchronizerTimeJson = (
  synchronizerId: SynchronizerId,
  recordTime: Micros,
): SynchronizerTimeJson => ({ synchronizerId, recordTime: formatInstant(recordTime) });

const deduplicationPeriodJson = (
  period: DeduplicationPeriod | undefined,
): DeduplicationPeriodJson => {
  switch (period?.kind) {
    case undefined:
      return { Empty: {} };
    case "duration":
      return { DeduplicationDuration: { value: toDurationJson(period.micros) } };
    case "offset":
      return { DeduplicationOffset: { value: period.offset } };
  }
};
