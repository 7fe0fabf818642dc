import { encodeRecordedBody, toRecordedBody } from "./bodies.ts";
import type { RecordedBody, RecordedCall } from "./recording.ts";
import type { ReplayIdMapping } from "./replay-id-mapping.ts";
import type { ReplayPreparedTransactionMapping } from "./replay-prepared-transaction-mapping.ts";
import type { ReplayTarget } from "./replay-target.ts";
import { translateRecordedIds } from "./translate.ts";

/** The recorded and the replayed response, or the reason why the call cannot be replayed. */
export type ReplayedCallResult =
  | { readonly expected: ResponseToCompare; readonly found: ResponseToCompare }
  | { readonly notSupported: string };

interface ResponseToCompare {
  readonly status: number;
  readonly body?: unknown;
}

/** The state of a replay that its calls use and extend. */
export interface ReplayState {
  readonly target: ReplayTarget;
  readonly known: ReplayIdMapping;
  readonly prepared: ReplayPreparedTransactionMapping;
}

/** Sends a recorded call again. Never rejects. */
export const replayCall = async (
  call: RecordedCall,
  replaying: ReplayState,
): Promise<ReplayedCallResult> => {
  const { request, answer, status } = call;
  if (status === 0) return { notSupported: "no response was recorded" };
  if (isOmitted(request) || isOmitted(answer)) {
    return { notSupported: "a body was too large to be recorded" };
  }
  try {
    const body = request === undefined ? undefined : await bodyToSend(call, request, replaying);
    const response = await sendReplayedCall(call, body, replaying);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const found = toRecordedBody(bytes, Infinity);
    if (isNotServed(response.status, found) && status !== response.status) {
      return { notSupported: `the target does not serve ${call.method} ${call.path}` };
    }
    const [then, now] = [
      toComparableResponse(status, answer),
      toComparableResponse(response.status, found),
    ];
    replaying.prepared.add(call, then.body, now.body);
    return { expected: then, found: now };
  } catch (error) {
    const why = error instanceof Error ? error.message : "the call failed";
    return { expected: toComparableResponse(status, answer), found: { status: 0, body: why } };
  }
};

const isOmitted = (body: RecordedBody | undefined): boolean =>
  body !== undefined && "omitted" in body;

type BodyToSend = string | Uint8Array<ArrayBuffer> | undefined;

const sendReplayedCall = (
  { method, path, query, user }: RecordedCall,
  body: BodyToSend,
  { target, known }: ReplayState,
): Promise<Response> => {
  const { fetch = globalThis.fetch, url, token } = target;
  const given = token?.(user);
  const isBinary = body instanceof Uint8Array;
  return fetch(
    `${url}${known.toReplayedText(path)}${query === undefined ? "" : `?${known.toReplayedText(query)}`}`,
    {
      method,
      headers: {
        ...(given === undefined ? {} : { Authorization: `Bearer ${given}` }),
        ...(body === undefined
          ? {}
          : { "Content-Type": isBinary ? "application/octet-stream" : "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    },
  );
};

/** Matches the paths whose recorded bodies are sent unchanged, because signatures cover them. */
const signedPath = /^\/v2\/(?:interactive-submission\/execute\w*|parties\/external\/allocate)$/u;

const bodyToSend = async (
  call: RecordedCall,
  body: RecordedBody,
  { target, known, prepared }: ReplayState,
): Promise<BodyToSend> => {
  if (!("json" in body)) return encodeRecordedBody(body);
  const execution = await prepared.executeBody(call, body.json, target.sign);
  if (execution !== undefined) return JSON.stringify(translateRecordedIds(execution, known));
  return signedPath.test(call.path)
    ? encodeRecordedBody(body)
    : JSON.stringify(translateRecordedIds(body.json, known));
};

/**
 * Returns true if the server has no such route. For a missing route, servers return text; the API
 * itself returns JSON.
 */
const isNotServed = (status: number, body: RecordedBody | undefined): boolean =>
  [404, 405, 501].includes(status) && (body === undefined || "text" in body);

const toComparableResponse = (status: number, body: RecordedBody | undefined): ResponseToCompare =>
  body === undefined ? { status } : { status, body: "json" in body ? body.json : body };
