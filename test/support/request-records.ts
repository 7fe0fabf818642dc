import type { RequestRecord } from "../../middleware/index.ts";

/** Collects the records of requests that a ledger reports to its host. */
export class RequestRecords {
  readonly all: RequestRecord[] = [];
  #heard = (): void => undefined;

  /** The `onRequest` callback. */
  readonly onRequest = (record: RequestRecord): void => {
    this.all.push(record);
    this.#heard();
  };

  /** Resolves with the first `count` records. A record may arrive after the client has the response. */
  async first(count: number): Promise<readonly RequestRecord[]> {
    while (this.all.length < count) await new Promise<void>((heard) => (this.#heard = heard));
    return this.all.slice(0, count);
  }
}
