/** Way from the page to the ledger: over the network, or to a ledger inside the page. */
export interface LedgerTransport {
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response>;
  /**
   * Calls the listener with the offsets of new updates until the returned function is called.
   * Absent: the page follows the stream of the ledger API.
   */
  readonly follow?: (listener: (offset: number) => void) => () => void;
  /**
   * Replaces a ledger inside the page by a new one, even while it runs a program. Then requests without
   * a response reject. Absent: the ledger is not in the page.
   */
  readonly restart?: () => Promise<void>;
}

/** Default: the network. */
export const ledgerTransport: { current: LedgerTransport } = {
  current: { fetch: (url, init) => fetch(url, init) },
};
