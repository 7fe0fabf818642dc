import type { FromWorker, ToWorker } from "../../live/messages.ts";
import { transport } from "../base/transport.ts";

/**
 * The explorer of a ledger that runs in a worker of the page. The page needs no server: this script
 * answers its requests.
 */

declare const workerFile: string;

const workerUrl = new URL(workerFile, import.meta.url).href;

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): URL };
}

/** Some browsers require a policy before a script is loaded by its URL. */
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("ledger-worker", {
  createScriptURL: (url: string) => url,
});

const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: "module" });
const sendToWorker = (message: ToWorker): void => worker.postMessage(message);

interface Waiting {
  readonly resolve: (response: Response) => void;
  readonly reject: (reason: Error) => void;
}

const waiting = new Map<number, Waiting>();
const listeners = new Set<(offset: number) => void>();
let count = 0;

const base = new URL(".", location.href);

transport.current = {
  fetch: (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      const abort = (): void => {
        waiting.delete(id);
        sendToWorker({ kind: "abort", id });
        reject(new DOMException("The request was aborted.", "AbortError"));
      };
      if (signal?.aborted === true) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      waiting.set(id, {
        resolve: (response) => {
          signal?.removeEventListener("abort", abort);
          resolve(response);
        },
        reject,
      });
      const path = url.href.slice(base.href.length);
      const sent = body as string | Blob | undefined;
      sendToWorker({
        kind: "request",
        request: { id, method, path, headers: headers as Record<string, string>, body: sent },
      });
    }),
  follow: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
  switch (data.kind) {
    case "ready":
      void showExplorer(data.version);
      return;
    case "complete":
      document.documentElement.dataset["ledger"] = "complete";
      return;
    case "failed":
      showStartFailure(data.reason);
      return;
    case "update":
      for (const listener of listeners) listener(data.offset);
      return;
    case "response": {
      const { id, status, contentType, body } = data;
      const hasBody = ![204, 205, 304].includes(status);
      waiting
        .get(id)
        ?.resolve(
          new Response(hasBody ? body : null, { status, headers: { "Content-Type": contentType } }),
        );
      waiting.delete(id);
    }
  }
});

worker.addEventListener("error", ({ message }) => showStartFailure(message));

const showStartFailure = (reason: string): void => {
  const root = document.getElementById("explorer");
  if (root !== null) root.textContent = `The ledger could not be started: ${reason}`;
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
