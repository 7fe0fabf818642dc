import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { WrittenEntry } from "../../ledger/port/decision.ts";
import type { WithheldEvent } from "../../views/visibility/withheld-events.ts";
import type { Demand } from "../authorization/call-notes.ts";

/**
 * A call that was answered, with all that is known of it. Nothing in it is secret: neither tokens, nor the Authorization
 * header, nor what bodies hold under names as `secret`, `seed` or `privateKey`.
 */
export interface AnsweredCall {
  /** By what it came; `program` for methods of the ledger that its host called. */
  readonly via: "http" | "fetch" | "websocket" | "program";
  /** `GET`, `POST` and so on; `GET` for a WebSocket, `CALL` for a program. */
  readonly method: string;
  /** As the client wrote it, with the mount, without the query; for a program `ledger.submit` and the like. */
  readonly path: string;
  /** What stands behind the question mark; `""` when there is none. */
  readonly query: string;
  /** Of the OpenAPI document; undefined where the path is none of its own. */
  readonly operationId: string | undefined;
  /** Of the commands that were submitted. */
  readonly commandId: string | undefined;
  /** The id of the user that the token names; undefined where there is none, or authorization is disabled. */
  readonly principal: string | undefined;
  /** By the machine, in ISO 8601, to the millisecond. */
  readonly startedAt: string;
  /** What the ledger's clock showed then. */
  readonly ledgerTime: string;
  /** From the arrival of the request to the last byte of the answer, or the beginning of a stream. */
  readonly millis: number;
  /** As of HTTP, also for programs. 101 for a WebSocket whose stream has begun, 0 where a fault cut the connection. */
  readonly status: number;
  /** The ledger end when the call came, and when it was answered. */
  readonly offsets: { readonly before: Offset; readonly after: Offset };
  /** Where in the journal it wrote, and how much; undefined for what wrote nothing before it was answered, and on a ledger in memory. */
  readonly written: WrittenEntry | undefined;
  /** Of the body, in bytes; undefined where nobody knows: there was none, or a parser of the host read it. */
  readonly requestBytes: number | undefined;
  /** Likewise; undefined for what is streamed over WebSocket, and for programs. */
  readonly answerBytes: number | undefined;
  readonly traceId: string | undefined;
  /** The submission id of commands, or the trace id where a cause is withheld. */
  readonly correlationId: string | undefined;
  /** Why it was refused, also where the client learns no cause. */
  readonly error: CallError | undefined;
  /** What let it through or refused it, in the order in which it was asked; at most 50. */
  readonly decidedBy: readonly Decisive[];
  /** Events of updates that were read, or made by the commands, and are not in the answer; of a stream, for as long as it lasts. */
  readonly withheld: readonly WithheldEvent[];
  /** Whether there are more of those than are kept. */
  readonly withholdsMore: boolean;
  /** As JSON, or how many bytes there are of what is none; undefined unless bodies are kept. */
  readonly requestBody: string | undefined;
  /** Likewise, of long lists the first items; undefined for streams over WebSocket. */
  readonly answerBody: string | undefined;
}

/** A call in the request journal. */
export interface JournaledRequest extends AnsweredCall {
  /** 1, 2 and so on, in the order of the answers; never given twice, also after `clear`. */
  readonly id: number;
}

/** Why a call was refused. */
export interface CallError {
  /** Undefined for requests that cannot be read. */
  readonly code: string | undefined;
  readonly cause: string;
  /** The field at fault, as a path into the request. */
  readonly field: string | undefined;
  /** What may stand there. */
  readonly expected: string | undefined;
  /** What to do, as the hint of the error says it; undefined where it has none. */
  readonly advice: string | undefined;
}

/** Something that decided about a call. */
export type Decisive =
  /** Nothing is demanded of the host, nor of anybody where authorization is disabled. */
  | { readonly by: "trust" }
  /** A right was demanded; without `heldBy` the caller has it not, and is refused. */
  | ({ readonly by: "right" } & Demand)
  /** The token is not accepted, or there is none. */
  | { readonly by: "token" }
  /** A fault that a test asked for, by its name. */
  | { readonly by: "fault"; readonly fault: string }
  /** Another rule refused it: the error, and the number in `spec/rules.yaml` where one rule has that error alone. */
  | { readonly by: "rule"; readonly code: string | undefined; readonly rule: string | undefined };
