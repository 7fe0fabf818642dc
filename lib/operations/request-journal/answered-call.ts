import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { WrittenEntry } from "../../ledger/port/ledger-decision.ts";
import type { WithheldEvent } from "../../views/visibility/withheld-events.ts";
import type { RequiredRight } from "../authorization/call-fact-recorder.ts";

/**
 * A finished call, with everything that is known about it. Contains no secrets: no tokens, no
 * Authorization header, and in bodies no values of fields such as `secret`, `seed` or `privateKey`.
 */
export interface AnsweredCall {
  /** The kind of transport; `program` for methods that the host called on the ledger. */
  readonly via: "http" | "fetch" | "websocket" | "program";
  /** `GET`, `POST` and so on; `GET` for a WebSocket, `CALL` for a program. */
  readonly method: string;
  /**
   * The path of the request, including the mount path, without the query. For a program, the
   * method, such as `ledger.submit`.
   */
  readonly path: string;
  /** The query without its question mark; `""` if there is none. */
  readonly query: string;
  /** Operation id of the OpenAPI document; undefined if the path is not in it. */
  readonly operationId: string | undefined;
  /** Command id of submitted commands. */
  readonly commandId: string | undefined;
  /** User id of the token; undefined without a token, or if authorization is off. */
  readonly principal: string | undefined;
  /** Time of the machine's clock, in ISO 8601 with milliseconds. */
  readonly startedAt: string;
  /** Time of the ledger's clock when the call started. */
  readonly ledgerTime: string;
  /**
   * Time from the arrival of the request to the last byte of the response, or to the start of a
   * stream, in milliseconds.
   */
  readonly millis: number;
  /**
   * HTTP status; for a program, the status that an HTTP response would have. 101 for a WebSocket
   * whose stream has started; 0 if an injected fault closed the connection.
   */
  readonly status: number;
  /** The ledger end when the call arrived, and when the response was sent. */
  readonly offsets: { readonly before: Offset; readonly after: Offset };
  /**
   * Position and size of the journal entries that the call wrote. Undefined if it wrote nothing
   * before its response, and for a ledger in memory.
   */
  readonly written: WrittenEntry | undefined;
  /**
   * Size of the body in bytes; undefined if there is no body, or if the host's body parser read it.
   */
  readonly requestBytes: number | undefined;
  /** Size of the response body in bytes; undefined for a WebSocket stream, and for programs. */
  readonly answerBytes: number | undefined;
  readonly traceId: string | undefined;
  /** The submission id of commands, or the trace id if the cause is redacted. */
  readonly correlationId: string | undefined;
  /** The reason why the call was refused, including a cause that the client does not see. */
  readonly error: CallError | undefined;
  /** The facts that allowed or refused the call, in the order of the checks; at most 50. */
  readonly decidedBy: readonly DecisiveFact[];
  /**
   * Events of updates that the call read or created and that are not in the response. While a
   * stream is open, its list grows.
   */
  readonly withheld: readonly WithheldEvent[];
  /** True if there are more withheld events than `withheld` contains. */
  readonly withholdsMore: boolean;
  /** Body as JSON, or the number of bytes of another body; undefined unless bodies are recorded. */
  readonly requestBody: string | undefined;
  /**
   * Response body in the same form. If the response is a long list, only its first items. Undefined
   * for WebSocket streams.
   */
  readonly answerBody: string | undefined;
}

/** A call in the request journal. */
export interface JournaledRequest extends AnsweredCall {
  /** 1, 2 and so on, in the order of the responses. Never reused, even after `clear`. */
  readonly id: number;
}

/** The reason why a call was refused. */
export interface CallError {
  /** Undefined for a request that cannot be read. */
  readonly code: string | undefined;
  readonly cause: string;
  /** The faulty field, as a path into the request. */
  readonly field: string | undefined;
  /** The accepted values. */
  readonly expected: string | undefined;
  /** The advice in the hint of the error; undefined if there is none. */
  readonly advice: string | undefined;
}

/** A fact that allowed or refused a call. */
export type DecisiveFact =
  /** No right is required: the caller is the host, or authorization is off. */
  | { readonly by: "trust" }
  /** A right was required. Without `heldBy` the caller lacks it and was refused. */
  | ({ readonly by: "right" } & RequiredRight)
  /** The token is not accepted, or is missing. */
  | { readonly by: "token" }
  /** The name of an injected fault. */
  | { readonly by: "fault"; readonly fault: string }
  /**
   * Another rule refused the call: the error code, and the number in `spec/rules.yaml` if exactly
   * one rule has that error.
   */
  | { readonly by: "rule"; readonly code: string | undefined; readonly rule: string | undefined };
