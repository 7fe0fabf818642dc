import { catalogue, type ErrorCode } from "../base/errors/catalogue.ts";
import { type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { isJsonObject } from "../base/values/json-object.ts";

/** An error answer of a participant. */
export interface Refused {
  /** The method and path, such as `POST /v2/state/active-contracts`. */
  readonly call: string;
  /** Undefined over a WebSocket. */
  readonly status: number | undefined;
  readonly text: string;
}

/**
 * Returns the participant's error as a LedgerError whose cause names the participant and the call.
 */
export const refusal = ({ call, status, text }: Refused): LedgerError => {
  const told = toldIn(text);
  const code = codeOf(told.code, status ?? told.status);
  const said = told.cause === "" ? "" : `: ${told.cause}`;
  const what = status === undefined ? "an error" : `status ${status}`;
  return ledgerError(code, {
    cause: `The participant answered ${call} with ${what}${said}${remedyOf(code)}`,
  });
};

const remedies: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: " — Is the token for this participant, and has it not expired?",
  PERMISSION_DENIED: " — The token needs CanReadAs for each party that is forked.",
  PARTICIPANT_BACKPRESSURE: " — It asks to be called less: try again later.",
  SERVICE_NOT_RUNNING: " — It is not ready: try again later.",
  PARTICIPANT_PRUNED_DATA_ACCESSED: " — Fork at a later offset, or at the ledger end.",
};

/**
 * Returns the advice for a code. It starts with a dash because the cause may or may not end in a
 * full stop.
 */
const remedyOf = (code: ErrorCode): string => remedies[code] ?? "";

interface Told {
  readonly code: string;
  readonly cause: string;
  /** The HTTP status that matches the gRPC code; 0 if unknown. */
  readonly status: number;
}

const toldIn = (text: string): Told => {
  const json = parsed(text);
  if (!isJsonObject(json)) return { code: "", cause: text.slice(0, 200), status: 0 };
  const { code, cause, grpcCodeValue } = json;
  return {
    status: grpcCodeValue === 16 ? 401 : grpcCodeValue === 7 ? 403 : 0,
    code: typeof code === "string" ? code : "",
    cause: typeof cause === "string" ? cause : text.slice(0, 200),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [413, "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED"],
  [429, "PARTICIPANT_BACKPRESSURE"],
  [502, "SERVICE_NOT_RUNNING"],
  [503, "SERVICE_NOT_RUNNING"],
  [504, "SERVICE_NOT_RUNNING"],
]);

/** Returns the error code. If the participant withholds it, the code follows from the status. */
const codeOf = (told: string, status: number): ErrorCode =>
  isKnown(told) ? told : (codes.get(status) ?? "LEDGER_API_INTERNAL_ERROR");

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);

/** Returns the error for an answer that is missing or incomplete. */
export const unreachable = (call: string, reason: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", {
    cause: `The participant cannot be reached for ${call}: ${reason}. Nothing was forked.`,
  });

/** Returns the error for an answer that the API does not define. */
export const unexpected = (call: string, found: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `What answers ${call} is no JSON Ledger API: ${found}. Nothing was forked.`,
  });
