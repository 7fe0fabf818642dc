import type { RequestRecord } from "../../middleware/index.ts";

/** What a host hears of calls. */
export class RequestRecords {
  readonly all: RequestRecord[] = [];
  #heard = (): void => undefined;

  /** To be given as `onRequest`. */
  readonly tell = (record: RequestRecord): void => {
    this.all.push(record);
    this.#heard();
  };

  /** The first `count` of them, once they are there: some are told of after the client has its answer. */
  async first(count: number): Promise<readonly RequestRecord[]> {
    while (this.all.length < count) await new Promise<void>((heard) => (this.#heard = heard));
    return this.all.slice(0, count);
  }
}
