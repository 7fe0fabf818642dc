import { isJsonObject } from "../base/values/json-object.ts";
import type { WebSocketClass, WebSocketLike } from "../fork/remote-stream.ts";
import { machineTimeSource } from "../ledger/clock/time-sources.ts";
import { encodeRecordedBody, toRecordedTextBody } from "./bodies.ts";
import { compareReplayedValue } from "./compare.ts";
import type { RecordedBody, RecordedFrame, RecordedStream } from "./recording.ts";
import type { ReplayIdMapping } from "./replay-id-mapping.ts";
import type { ReplayTarget } from "./replay-target.ts";
import type { ReplayComparisonOutcome } from "./replay-verdict.ts";
import { translateRecordedIds } from "./translate.ts";

/** A recorded WebSocket that was opened again, or could not be opened. */
export interface ReplayedStream {
  send(frame: RecordedFrame): void;
  /**
   * Waits until the recorded number of messages has arrived, but at most `patienceMillis`
   * milliseconds. Then closes the WebSocket and compares the messages.
   */
  finishAndCompare(patienceMillis: number): Promise<ReplayComparisonOutcome>;
}

/** Opens a recorded WebSocket against the target. */
export const openRecordedStreamOnTarget = (
  stream: RecordedStream,
  target: ReplayTarget,
  known: ReplayIdMapping,
): ReplayedStream => {
  const WebSocket = target.webSocket ?? platformWebSocket();
  if (WebSocket === undefined) {
    return createUnsupportedStream("there is no WebSocket on this platform");
  }
  if (stream.frames.some(({ body }) => "omitted" in body)) {
    return createUnsupportedStream("a message was too large to be recorded");
  }
  const token = target.token?.(stream.user);
  const query = stream.query === undefined ? "" : `?${known.toReplayedText(stream.query)}`;
  const url = `${target.url.replace(/^http/u, "ws")}${known.toReplayedText(stream.path)}${query}`;
  const protocols = [...(token === undefined ? [] : [`jwt.token.${token}`]), "daml.ws.auth"];
  return new OpenedStream(stream, known, new WebSocket(url, protocols));
};

/** Returns the platform's WebSocket class. Node.js has one since version 22. */
const platformWebSocket = (): WebSocketClass | undefined =>
  "WebSocket" in globalThis ? globalThis.WebSocket : undefined;

const createUnsupportedStream = (notSupported: string): ReplayedStream => ({
  send: () => undefined,
  finishAndCompare: () => Promise.resolve({ notSupported }),
});

class OpenedStream implements ReplayedStream {
  readonly #recorded: RecordedStream;
  readonly #known: ReplayIdMapping;
  readonly #socket: WebSocketLike;
  readonly #received: unknown[] = [];
  readonly #toSend: (string | Uint8Array<ArrayBuffer>)[] = [];
  #state: "opening" | "open" | "closed" = "opening";
  #wake: () => void = () => undefined;

  constructor(recorded: RecordedStream, known: ReplayIdMapping, socket: WebSocketLike) {
    this.#recorded = recorded;
    this.#known = known;
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#state = "open";
      for (const data of this.#toSend.splice(0)) socket.send(data);
      this.#wake();
    });
    socket.addEventListener("message", ({ data }) => {
      this.#received.push(...listStreamItems(toRecordedTextBody(String(data))));
      this.#wake();
    });
    // The close event that follows handles the failure.
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", () => {
      this.#isOpened = this.#state !== "opening";
      this.#state = "closed";
      this.#wake();
    });
  }

  #isOpened = true;

  send({ body }: RecordedFrame): void {
    const data =
      "json" in body
        ? JSON.stringify(translateRecordedIds(body.json, this.#known))
        : (encodeRecordedBody(body) ?? "");
    if (this.#state === "open") this.#socket.send(data);
    else this.#toSend.push(data);
  }

  async finishAndCompare(patienceMillis: number): Promise<ReplayComparisonOutcome> {
    const { frames, closed, status } = this.#recorded;
    const expected = frames
      .filter(({ from }) => from === "participant")
      .flatMap(({ body }) => listStreamItems(body));
    const isEndedByServer = closed?.by === "participant" || status !== 101;
    const isDone = (): boolean =>
      this.#state === "closed" || (!isEndedByServer && this.#received.length >= expected.length);
    await this.#waitUntil(isDone, patienceMillis);
    this.#socket.close();
    // Unless the participant ended the stream, ignore messages beyond the recorded number.
    const found = isEndedByServer ? this.#received : this.#received.slice(0, expected.length);
    const isOpened = status === 101;
    return compareReplayedValue(
      isOpened ? expected : { opened: false },
      this.#isOpened ? found : { opened: false },
      this.#known,
    );
  }

  async #waitUntil(isDone: () => boolean, patienceMillis: number): Promise<void> {
    const timeout = { isOver: false };
    const cancel = machineTimeSource.schedule(patienceMillis, () => {
      timeout.isOver = true;
      this.#wake();
    });
    while (!isDone() && !timeout.isOver) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    cancel();
  }
}

/**
 * Returns the items of a message, which contains one item or a list. Leaves out checkpoints,
 * because their timing varies.
 */
const listStreamItems = (body: RecordedBody): readonly unknown[] => {
  if (!("json" in body)) return [body];
  const items = Array.isArray(body.json) ? (body.json as readonly unknown[]) : [body.json];
  return items.filter((item) => !isCheckpoint(item));
};

const isCheckpoint = (item: unknown): boolean =>
  isJsonObject(item) &&
  [item["update"], item["completionResponse"]].some(
    (content) => isJsonObject(content) && "OffsetCheckpoint" in content,
  );
