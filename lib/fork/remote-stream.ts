import { isJsonObject, type JsonObject } from "../ground/values/json-object.ts";
import { machineTime } from "../ledger/shell/machine-time.ts";
import { refusal, unexpected, unreachable } from "./remote-error.ts";

/** As much of a WebSocket as is used: that of browsers, of Node, or of `ws`. */
export interface WebSocketLike {
  addEventListener(type: "open" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number }) => void): void;
  send(text: string): void;
  close(): void;
}

/** The `WebSocket` of the platform, or one with the same constructor. */
export type WebSocketClass = new (url: string, protocols: string[]) => WebSocketLike;

interface StreamToRead {
  readonly webSocket: WebSocketClass;
  readonly url: string;
  readonly protocols: readonly string[];
  readonly request: unknown;
  readonly call: string;
  readonly timeoutMillis: number;
  readonly take: (item: JsonObject) => void;
}

const normalClosure = 1000;

/** Resolves when the server has closed it normally, which it does after the last item; to false when it never opened. */
export const readStream = ({
  webSocket: WebSocket,
  url,
  protocols,
  request,
  call,
  timeoutMillis,
  take,
}: StreamToRead): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [...protocols]);
    let isOpen = false;
    let failure: Error | undefined;
    const fail = (error: Error): void => {
      failure ??= error;
      socket.close();
    };
    const wait = () =>
      machineTime.schedule(
        timeoutMillis,
        () => {
          const error = unreachable(call, `nothing came for ${timeoutMillis} ms`);
          fail(error);
          reject(error);
        },
        true,
      );
    let cancel = wait();
    socket.addEventListener("open", () => {
      isOpen = true;
      socket.send(JSON.stringify(request));
    });
    socket.addEventListener("message", ({ data }) => {
      cancel();
      cancel = wait();
      if (failure !== undefined) return;
      try {
        take(itemIn(data, call));
      } catch (error) {
        fail(error instanceof Error ? error : unexpected(call, "a message cannot be read"));
      }
    });
    // What is wrong, nobody is told; that it closes, is.
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", ({ code }) => {
      cancel();
      if (!isOpen) resolve(false);
      else if (failure !== undefined) reject(failure);
      else if (code === normalClosure) resolve(true);
      else reject(unreachable(call, `it was cut, with code ${code}`));
    });
  });

const itemIn = (data: unknown, call: string): JsonObject => {
  if (typeof data !== "string") throw unexpected(call, "a message is not text");
  const item = parsed(data);
  if (!isJsonObject(item)) throw unexpected(call, "a message is not JSON");
  if ("contractEntry" in item || "update" in item) return item;
  throw refusal({ call, status: undefined, text: data });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
