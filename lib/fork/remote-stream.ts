import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { machineTimeSource } from "../ledger/clock/time-sources.ts";
import { parseRemoteJson } from "../remote/parse-remote-json.ts";
import type { ForkReadBudget } from "./budget.ts";
import {
  createParticipantUnreachableError,
  remoteParticipantError,
  unexpectedParticipantResponseError,
} from "./remote-error.ts";

/**
 * The part of a WebSocket that is needed here. Browsers, Node and the package `ws` implement it.
 */
export interface WebSocketLike {
  addEventListener(type: "open" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number }) => void): void;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** The `WebSocket` class of the platform, or one with the same constructor. */
export type WebSocketClass = new (url: string, protocols: string[]) => WebSocketLike;

interface StreamToRead {
  readonly webSocket: WebSocketClass;
  readonly url: string;
  readonly protocols: readonly string[];
  readonly request: unknown;
  readonly call: string;
  readonly timeoutMillis: number;
  readonly budget: ForkReadBudget;
  readonly take: (item: JsonObject) => void;
}

const normalClosure = 1000;

/**
 * Reads a stream. Resolves to true when the server has closed the stream normally after the last
 * item. Resolves to false if the WebSocket could not be opened.
 */
export const readParticipantWebSocket = ({
  webSocket: WebSocket,
  url,
  protocols,
  request,
  call,
  timeoutMillis,
  budget,
  take,
}: StreamToRead): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [...protocols]);
    let isOpen = false;
    let hasFailed = false;
    // Reject at once, because a server that keeps sending may never close the connection.
    const fail = (error: Error): void => {
      hasFailed = true;
      cancel();
      reject(error);
      socket.close();
    };
    const wait = () => {
      const late = () =>
        fail(createParticipantUnreachableError(call, `no message arrived for ${timeoutMillis} ms`));
      return machineTimeSource.schedule(timeoutMillis, late);
    };
    let cancel = wait();
    socket.addEventListener("open", () => {
      isOpen = true;
      socket.send(JSON.stringify(request));
    });
    socket.addEventListener("message", ({ data }) => {
      if (hasFailed) return;
      cancel();
      cancel = wait();
      try {
        budget.computeTimeoutMillis(call, timeoutMillis);
        take(parseStreamItem(readMessageText(data, { call, budget }), call));
      } catch (error) {
        fail(
          error instanceof Error
            ? error
            : unexpectedParticipantResponseError(call, "a message cannot be read"),
        );
      }
    });
    // Ignore error events: they have no reason, and a close event follows.
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", ({ code }) => {
      cancel();
      if (!isOpen) {
        resolve(false);
      } else if (code === normalClosure) {
        resolve(true);
      } else {
        reject(
          createParticipantUnreachableError(call, `the connection was closed with code ${code}`),
        );
      }
    });
  });

const readMessageText = (
  data: unknown,
  { call, budget }: { readonly call: string; readonly budget: ForkReadBudget },
): string => {
  if (typeof data !== "string") {
    throw unexpectedParticipantResponseError(call, "a message is not text");
  }
  budget.countReceivedBytes(data.length, data.length);
  return data;
};

const parseStreamItem = (text: string, call: string): JsonObject => {
  const item = parseRemoteJson(text, (found) => unexpectedParticipantResponseError(call, found));
  if (!isJsonObject(item)) {
    throw unexpectedParticipantResponseError(call, "a message is not an object");
  }
  if ("contractEntry" in item || "update" in item) return item;
  throw remoteParticipantError({ call, status: undefined, text });
};
