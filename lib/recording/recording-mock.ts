import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import { isJsonObject, setJsonProperty } from "../base/values/json-object.ts";
import { encodeRecordedBody, toRecordedBody } from "./bodies.ts";
import { parseCallUrl } from "./call-url-parts.ts";
import { compareReplayedValue } from "./compare.ts";
import type { Fetch } from "./recorder.ts";
import {
  getExchangeName,
  type RecordedBody,
  type RecordedCall,
  type Recording,
} from "./recording.ts";
import { ReplayIdMapping } from "./replay-id-mapping.ts";

/** Answers calls from a recording, without a ledger. */
export interface RecordingMock {
  /**
   * Returns the recorded response. Rejects with INVALID_ARGUMENT if the call was not recorded; the
   * message then names a recorded call of the same path, or the calls that were recorded.
   */
  readonly fetch: Fetch;
  /**
   * The recorded calls that were not used yet. Calls that failed without a response are left out.
   */
  readonly unused: readonly RecordedCall[];
}

/** Options of `createMockFromRecording`. */
export interface RecordingMockOptions {
  /**
   * Allow more calls than were recorded. Additional calls get the last recorded response. Default:
   * false.
   */
  readonly repeat?: boolean;
}

/**
 * Returns a `fetch` that answers calls from a recording. Each recorded call is used once; equal
 * calls are used in recorded order. Ids that the client generates, such as a UUID as command id,
 * may differ from the recorded ones; the responses then contain the new ids. Streams are not
 * supported. Each call is compared with all recorded calls of the same path.
 */
export const createMockFromRecording = (
  recording: Recording,
  { repeat = false }: RecordingMockOptions = {},
): RecordingMock => new RecordedAnswers(recording, repeat);

/** Statuses whose responses must not have a body. */
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

class RecordedAnswers implements RecordingMock {
  readonly #calls: readonly RecordedCall[];
  readonly #used = new Set<RecordedCall>();
  readonly #known = new ReplayIdMapping();
  readonly #repeat: boolean;

  constructor({ exchanges }: Recording, repeat: boolean) {
    this.#calls = exchanges
      .filter((exchange) => exchange.kind === "call")
      .filter(({ status }) => status !== 0);
    this.#repeat = repeat;
  }

  get unused(): readonly RecordedCall[] {
    return this.#calls.filter((call) => !this.#used.has(call));
  }

  readonly fetch: Fetch = async (input, init) => {
    const request = new Request(
      isRelative(input) ? new URL(input, "http://ledger.invalid") : input,
      init,
    );
    const made = await readCall(request);
    const call = this.#find(made);
    if (call === undefined) throw this.#notRecorded(made);
    this.#used.add(call);
    return this.#createResponse(call);
  };

  #find(made: MadeCall): RecordedCall | undefined {
    const fresh = this.unused.find((call) => this.#isSame(call, made));
    if (fresh !== undefined || !this.#repeat) return fresh;
    return this.#calls.findLast((call) => this.#isSame(call, made));
  }

  #isSame(call: RecordedCall, made: MadeCall): boolean {
    if (!isSamePath(call, made)) return false;
    return this.#known.tryMapping(() => this.#compareWithRecorded(call, made).length === 0);
  }

  #compareWithRecorded(call: RecordedCall, { address, body }: MadeCall) {
    const recorded = { address: formatAddress(call), body: toComparableJson(call.request) };
    return compareReplayedValue(recorded, { address, body: toComparableJson(body) }, this.#known)
      .differences;
  }

  #createResponse({ status, answer }: RecordedCall): Response {
    const body =
      answer === undefined ? undefined : encodeRecordedBody(replaceBodyIds(answer, this.#known));
    const isJson = answer !== undefined && "json" in answer;
    return new Response(statusesWithoutBody.has(status) ? null : (body ?? null), {
      status,
      headers: isJson ? { "Content-Type": "application/json" } : {},
    });
  }

  #notRecorded(made: MadeCall) {
    const alike = this.unused.find((call) => isSamePath(call, made));
    const used = this.#calls.some((call) => isSamePath(call, made));
    const expected =
      alike !== undefined
        ? `a call that was recorded; number ${alike.id} differs from it at ${this.#firstDifference(alike, made)}`
        : used
          ? `no more calls of ${made.name} than were recorded`
          : `a recorded call (unused: ${this.#formatUnusedNames()})`;
    return createInvalidArgumentError({ expected, found: made.name });
  }

  #firstDifference(call: RecordedCall, made: MadeCall): string {
    const { result } = this.#known.runTrial(() => this.#compareWithRecorded(call, made));
    const pointers = result.map(({ pointer }) => pointer.replace(/^\/body/u, ""));
    return pointers.find((pointer) => pointer !== "") ?? "its body";
  }

  #formatUnusedNames(): string {
    const names = [...new Set(this.unused.map(getExchangeName))];
    const shown = names.slice(0, 5).join(", ");
    return names.length === 0 ? "none" : names.length > 5 ? `${shown} and more` : shown;
  }
}

interface MadeCall {
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly body: RecordedBody | undefined;
  readonly name: string;
}

const isRelative = (input: string | URL | Request): input is string =>
  typeof input === "string" && !URL.canParse(input);

const readCall = async (request: Request): Promise<MadeCall> => {
  const { path, query } = parseCallUrl(request.url);
  const { method } = request;
  const body = toRecordedBody(new Uint8Array(await request.arrayBuffer()), Infinity);
  return { method, path, address: formatAddress({ path, query }), body, name: `${method} ${path}` };
};

const formatAddress = ({
  path,
  query,
}: {
  readonly path: string;
  readonly query?: string | undefined;
}) => (query === undefined ? path : `${path}?${query}`);

const isSamePath = (call: RecordedCall, made: MadeCall): boolean =>
  call.method === made.method && removePathIds(call.path) === removePathIds(made.path);

/** Returns the path with ids replaced, so that paths that differ only in ids are equal. */
const removePathIds = (path: string): string => path.replaceAll(/[0-9a-f-]{36,}/gu, "*");

const toComparableJson = (body: RecordedBody | undefined): unknown =>
  body === undefined ? undefined : "json" in body ? body.json : body;

const replaceBodyIds = (body: RecordedBody, known: ReplayIdMapping): RecordedBody => {
  if ("json" in body) return { json: replaceJsonIds(body.json, known) };
  return "text" in body ? { text: known.toReplayedText(body.text) } : body;
};

const replaceJsonIds = (json: unknown, known: ReplayIdMapping): unknown => {
  if (typeof json === "string") return known.toReplayedText(json);
  if (Array.isArray(json)) return json.map((item) => replaceJsonIds(item, known));
  if (!isJsonObject(json)) return json;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(json)) {
    setJsonProperty(copy, name, replaceJsonIds(value, known));
  }
  return copy;
};
