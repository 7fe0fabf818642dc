/** Messages between the page and the worker in which its ledger runs. */

/** A request of the page to the ledger, with the parts of a `Request`. */
export interface WorkerRequest {
  readonly id: number;
  readonly method: string;
  /** Path and query below the page, such as `ledger/v2/version`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Blob | undefined;
}

/**
 * Message from the page. `preload` names files that the worker loads before it needs them, `request` sends a
 * request, and `abort` says that the page no longer waits for the response.
 */
export type MessageToWorker =
  | { readonly kind: "preload"; readonly files: readonly string[] }
  | { readonly kind: "request"; readonly request: WorkerRequest }
  | { readonly kind: "abort"; readonly id: number };

/** Message from the worker. */
export type MessageFromWorker =
  /** The ledger is ready. */
  | { readonly kind: "ready"; readonly version: string }
  | {
      readonly kind: "response";
      readonly id: number;
      readonly status: number;
      readonly contentType: string;
      readonly body: string | Blob;
    }
  /** There is an update at this offset. */
  | { readonly kind: "update"; readonly offset: number }
  /** All code is loaded: the page needs no network from now on. */
  | { readonly kind: "complete" }
  /** The ledger could not be created. */
  | { readonly kind: "failed"; readonly reason: string };
