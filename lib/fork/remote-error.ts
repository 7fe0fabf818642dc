import { categoryByErrorCode, type ErrorCode } from "../base/errors/catalogue.ts";
import { type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { isJsonObject, tryParseJson } from "../base/values/json-object.ts";

/** An error response of a participant. */
export interface ParticipantErrorResponse {
  /** The method and path, such as `POST /v2/state/active-contracts`. */
  readonly call: string;
  /** Undefined over a WebSocket. */
  readonly status: number | undefined;
  readonly text: string;
}

/**
 * Returns the participant's error as a LedgerError. Its cause says that the error comes from the
 * participant, and names the call.
 */
export const remoteParticipantError = ({
  call,
  status,
  text,
}: ParticipantErrorResponse): LedgerError => {
  const inResponse = parseError(text);
  const code = toErrorCode(inResponse.code, status ?? inResponse.status);
  const causeText = inResponse.cause === "" ? "" : `: ${inResponse.cause}`;
  const what = status === undefined ? "an error" : `status ${status}`;
  return ledgerError(code, {
    cause: `The participant responded to ${call} with ${what}${causeText}${getRemedyText(code)}`,
  });
};

const remedyByErrorCode: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: " — Check that the token is for this participant and has not expired.",
  PERMISSION_DENIED: " — The token needs CanReadAs for each party that is forked.",
  PARTICIPANT_BACKPRESSURE: " — The participant is overloaded. Try again later.",
  SERVICE_NOT_RUNNING: " — The participant is not ready. Try again later.",
  PARTICIPANT_PRUNED_DATA_ACCESSED: " — Fork at a later offset, or at the ledger end.",
};

/**
 * Returns the advice for a code; `""` if there is none. It begins with a dash, because the cause
 * before it may end without a full stop.
 */
const getRemedyText = (code: ErrorCode): string => remedyByErrorCode[code] ?? "";

interface ErrorInResponse {
  readonly code: string;
  readonly cause: string;
  /** The HTTP status that matches the gRPC code; 0 if unknown. */
  readonly status: number;
}

const parseError = (text: string): ErrorInResponse => {
  const json = tryParseJson(text);
  if (!isJsonObject(json)) return { code: "", cause: text.slice(0, 200), status: 0 };
  const { code, cause, grpcCodeValue } = json;
  return {
    status: grpcCodeValue === 16 ? 401 : grpcCodeValue === 7 ? 403 : 0,
    code: typeof code === "string" ? code : "",
    cause: typeof cause === "string" ? cause : text.slice(0, 200),
  };
};

const errorCodeByStatus: ReadonlyMap<number, ErrorCode> = new Map([
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [413, "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED"],
  [429, "PARTICIPANT_BACKPRESSURE"],
  [502, "SERVICE_NOT_RUNNING"],
  [503, "SERVICE_NOT_RUNNING"],
  [504, "SERVICE_NOT_RUNNING"],
]);

/**
 * Returns the error code of the response. If the response has none, derives a code from the status.
 */
const toErrorCode = (told: string, status: number): ErrorCode =>
  isKnown(told) ? told : (errorCodeByStatus.get(status) ?? "LEDGER_API_INTERNAL_ERROR");

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(categoryByErrorCode, code);

/** Returns the error for a response that is missing or incomplete. */
export const createParticipantUnreachableError = (call: string, reason: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", {
    cause: `The participant cannot be reached for ${call}: ${reason}. Nothing was forked.`,
  });

/** Returns the error for a response that the API does not define. */
export const unexpectedParticipantResponseError = (call: string, found: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The response to ${call} is not one of the JSON Ledger API: ${found}. Nothing was forked.`,
  });
