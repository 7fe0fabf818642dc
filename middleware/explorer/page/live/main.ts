import type { MessageFromWorker, MessageToWorker } from "../../live/messages.ts";
import { ledgerTransport } from "../base/transport.ts";

/**
 * The explorer of a ledger that runs in a worker of the page. The page needs no server: this script
 * answers its requests.
 */

declare const workerFile: string;

/** Files that the worker loads on demand. */
declare const workerParts: readonly string[];

const workerUrl = new URL(workerFile, import.meta.url).href;

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): URL };
}

/** Some browsers require a policy before a script is loaded by its URL. */
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const trustedTypesPolicy = trustedTypes?.createPolicy("ledger-worker", {
  createScriptURL: (url: string) => url,
});

interface LedgerWorker {
  readonly worker: Worker;
  /** Resolves with the version of the ledger API; rejects if there is no ledger. */
  readonly ready: Promise<string>;
}

const startWorker = (): LedgerWorker => {
  const worker = new Worker(trustedTypesPolicy?.createScriptURL(workerUrl) ?? workerUrl, {
    type: "module",
  });
  const ready = new Promise<string>((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new Error(`The ledger could not be started: ${reason}`));
    worker.addEventListener("message", ({ data }: MessageEvent<MessageFromWorker>) => {
      if (data.kind === "ready") {
        resolve(data.version);
        worker.postMessage({ kind: "preload", files: workerParts } satisfies MessageToWorker);
      } else if (data.kind === "failed") {
        fail(data.reason);
      } else if (worker === current.worker) {
        handleMessage(data);
      }
    });
    worker.addEventListener("error", (event) =>
      fail(event instanceof ErrorEvent ? event.message : "its script cannot be loaded."),
    );
  });
  return { worker, ready };
};

let current = startWorker();

const sendToWorker = (message: MessageToWorker): void => current.worker.postMessage(message);

interface PendingRequest {
  readonly resolve: (response: Response) => void;
  readonly reject: (reason: Error) => void;
}

const pendingRequestById = new Map<number, PendingRequest>();
const offsetListeners = new Set<(offset: number) => void>();
let count = 0;

const pageFolderUrl = new URL(".", location.href);

ledgerTransport.current = {
  fetch: (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      const abort = (): void => {
        pendingRequestById.delete(id);
        sendToWorker({ kind: "abort", id });
        reject(new DOMException("The request was aborted.", "AbortError"));
      };
      if (signal?.aborted === true) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      pendingRequestById.set(id, {
        resolve: (response) => {
          signal?.removeEventListener("abort", abort);
          resolve(response);
        },
        reject,
      });
      const path = url.href.slice(pageFolderUrl.href.length);
      const sent = body as string | Blob | undefined;
      sendToWorker({
        kind: "request",
        request: { id, method, path, headers: headers as Record<string, string>, body: sent },
      });
    }),
  follow: (listener) => {
    offsetListeners.add(listener);
    return () => offsetListeners.delete(listener);
  },
  restart: async () => {
    const next = startWorker();
    try {
      await next.ready;
    } catch (error) {
      next.worker.terminate();
      throw error;
    }
    current.worker.terminate();
    current = next;
    for (const { reject } of pendingRequestById.values()) {
      reject(new Error("Stopped. A new ledger with the demo data has replaced the previous one."));
    }
    pendingRequestById.clear();
  },
};

const handleMessage = (
  data: Exclude<MessageFromWorker, { readonly kind: "ready" | "failed" }>,
): void => {
  switch (data.kind) {
    case "complete":
      document.documentElement.dataset["ledger"] = "complete";
      return;
    case "update":
      for (const listener of offsetListeners) listener(data.offset);
      return;
    case "response": {
      const { id, status, contentType, body } = data;
      const hasBody = ![204, 205, 304].includes(status);
      pendingRequestById
        .get(id)
        ?.resolve(
          new Response(hasBody ? body : null, { status, headers: { "Content-Type": contentType } }),
        );
      pendingRequestById.delete(id);
    }
  }
};

const showStartFailure = (text: string): void => {
  const root = document.getElementById("explorer");
  if (root !== null) root.textContent = text;
};

/** Shows the explorer, which reads these facts when its modules are loaded. */
const showExplorer = async (version: string): Promise<void> => {
  const facts = {
    version,
    ledgerPath: "ledger/",
    controlPath: "control/",
    needsToken: false,
    makesTokens: false,
    isLocalnet: false,
    isInPage: true,
  };
  const meta = document.createElement("meta");
  meta.name = "ledger";
  meta.content = JSON.stringify(facts);
  document.head.append(meta);
  if (location.hash === "") history.replaceState(null, "", "#/start");
  document.getElementById("explorer")?.replaceChildren();
  await import("../main.tsx");
};

current.ready.then(showExplorer, (error: unknown) => showStartFailure((error as Error).message));
