import { InBrowserLedger } from "./in-browser-ledger.ts";
import type { MessageFromWorker, MessageToWorker, WorkerRequest } from "./messages.ts";

/** The worker in which the ledger of a page runs, so that long evaluations do not block the page. */

/** The functions of a worker's global scope that are used here; the types of Node lack them. */
interface WorkerScope {
  postMessage(message: MessageFromWorker): void;
  addEventListener(
    name: "message",
    listener: (event: { readonly data: MessageToWorker }) => void,
  ): void;
}

const workerScope = globalThis as unknown as WorkerScope;

const pendingRequests = new Map<number, AbortController>();

const openedLedger = InBrowserLedger.create((offset) =>
  workerScope.postMessage({ kind: "update", offset }),
);

openedLedger.then(
  ({ version }) => workerScope.postMessage({ kind: "ready", version }),
  (error: unknown) => workerScope.postMessage({ kind: "failed", reason: String(error) }),
);

/**
 * Loads the files that are otherwise loaded when a visitor first needs them, so that the page works
 * without a network from then on.
 */
const preloadFiles = async (files: readonly string[]): Promise<void> => {
  const loaded = await Promise.allSettled(
    files.map((file) => import(new URL(file, import.meta.url).href)),
  );
  const isComplete = loaded.every(({ status }) => status === "fulfilled");
  if (isComplete) workerScope.postMessage({ kind: "complete" });
};

workerScope.addEventListener("message", ({ data }) => {
  if (data.kind === "preload") void preloadFiles(data.files);
  else if (data.kind === "abort") pendingRequests.get(data.id)?.abort();
  else void answerRequest(data.request);
});

const answerRequest = async ({ id, method, path, headers, body }: WorkerRequest): Promise<void> => {
  const abort = new AbortController();
  pendingRequests.set(id, abort);
  try {
    const ledger = await openedLedger;
    const sent = body instanceof Blob ? await readBlob(path, body) : body;
    const response = await ledger.fetch(path, {
      method,
      headers,
      ...(sent !== undefined && { body: sent }),
      signal: abort.signal,
    });
    workerScope.postMessage({
      kind: "response",
      id,
      status: response.status,
      contentType: response.headers.get("content-type") ?? "",
      body: await response.blob(),
    });
  } catch (error) {
    if (abort.signal.aborted) return;
    const body = JSON.stringify({ code: "NA", cause: String(error), context: {} });
    workerScope.postMessage({
      kind: "response",
      id,
      status: 500,
      contentType: "application/json",
      body,
    });
  } finally {
    pendingRequests.delete(id);
  }
};

/** Only the ledger API accepts bytes. */
const readBlob = (path: string, body: Blob): Promise<string | ArrayBuffer> =>
  path.startsWith("ledger/") ? body.arrayBuffer() : body.text();
